import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findAccountByEmail } from './account-queries.ts'

/** Tells the owner of an account, in its language, that somebody registered with its address; nothing for other addresses. */
export const mailSignInHint = async ({ db }: Context, { email }: { email: string }): Promise<void> => {
  const account = await findAccountByEmail(db, email)
  if (!account) return
  await inTransaction(db, (tx) =>
    queueMail(tx, { to: email, userId: account.id, language: account.lang, template: 'sign_in_hint', values: {} }),
  )
}
