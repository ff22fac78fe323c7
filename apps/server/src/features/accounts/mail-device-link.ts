import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { requestMail } from '../../platform/messages/queue-mail.ts'
import { findAccountByEmail } from './account-queries.ts'

/**
 * Orders the mail with the link that makes a browser known, in the account's language. Also for an account that is being deleted: its
 * owner may sign in to keep it.
 */
export const mailDeviceLink = async (
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
      template: 'new_device',
      values: {},
      requestedFrom,
    }),
  )
}
