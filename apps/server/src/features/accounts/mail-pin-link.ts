import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { requestMail } from '../../platform/messages/queue-mail.ts'
import { findAccountByEmail } from './account-queries.ts'

/** Orders the mail with the link, in the account's language, when the address has an active account. */
export const mailPinLink = async (
  context: Context,
  { email, requestedFrom }: { email: string; requestedFrom: string },
): Promise<void> => {
  const account = await findAccountByEmail(context.db, email)
  if (!account?.isActive) return
  await inTransaction(context.db, (tx) =>
    requestMail(tx, context, {
      to: email,
      userId: account.id,
      language: account.lang,
      template: 'set_pin_after_restore',
      values: {},
      requestedFrom,
    }),
  )
}
