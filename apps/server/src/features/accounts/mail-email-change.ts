import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueMail, requestMail } from '../../platform/messages/queue-mail.ts'
import { findAccount, findAccountByEmail } from './account-queries.ts'
import { findEmailChange } from './email-change-queries.ts'

/**
 * Orders the mails of a wish for another address: the link to the new one, or a hint when somebody has it already; and a word to
 * the old one.
 */
export const mailEmailChange = async (
  context: Context,
  { changeId, requestedFrom }: { changeId: string; requestedFrom: string },
): Promise<void> => {
  const { db } = context
  const change = await findEmailChange(db, changeId)
  if (change?.state !== 'pending') return
  const { userId, oldEmail, newEmail } = change
  const asker = await findAccount(db, userId)
  if (!asker) return
  const owner = await findAccountByEmail(db, newEmail)
  const toOld = { to: oldEmail, userId, language: asker.lang, dedupeKey: `email-change-requested:${changeId}` }
  const toNew = { to: newEmail, requestedFrom, dedupeKey: `email-change:${changeId}` }
  await inTransaction(db, async (tx) => {
    if (owner) {
      const { id, lang: language } = owner
      await requestMail(tx, context, { ...toNew, userId: id, language, template: 'email_change_hint', values: {} })
    } else {
      const values = { newEmail, changeId }
      const { lang: language } = asker
      await requestMail(tx, context, { ...toNew, userId, language, template: 'email_change_confirm', values })
    }
    await queueMail(tx, { ...toOld, template: 'email_change_requested', values: {} })
  })
}
