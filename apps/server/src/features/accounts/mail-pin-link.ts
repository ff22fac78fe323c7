import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findAccountByEmail } from './account-queries.ts'

/** Orders the mail with the link, in the account's language, when the address has an active account. */
export const mailPinLink = async ({ db }: Context, { email }: { email: string }): Promise<void> => {
  const account = await findAccountByEmail(db, email)
  if (!account?.isActive) return
  await inTransaction(db, (tx) =>
    queueMail(tx, {
      to: email,
      userId: account.id,
      language: account.lang,
      template: 'set_pin_after_restore',
      values: {},
    }),
  )
}
