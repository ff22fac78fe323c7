import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { requestMail } from '../../platform/messages/queue-mail.ts'
import { findAccountByEmail } from './account-queries.ts'

/** Tells the owner of an account, in its language, that somebody registered with its address; nothing for other addresses. */
export const mailSignInHint = async (
  context: Context,
  { email, requestedFrom }: { email: string; requestedFrom: string },
): Promise<void> => {
  const account = await findAccountByEmail(context.db, email)
  if (!account) return
  await inTransaction(context.db, (tx) =>
    requestMail(tx, context, {
      to: email,
      userId: account.id,
      language: account.lang,
      template: 'sign_in_hint',
      values: {},
      requestedFrom,
    }),
  )
}
