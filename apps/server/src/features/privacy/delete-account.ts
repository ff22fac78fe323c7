import { deletionGraceDays } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { endAllSessions } from '../accounts/end-access.ts'
import { deactivate, deleteTokens, requestBillingClosing } from './erasure.sql.ts'

/**
 * Deactivates an account: ends its sessions and links, mails the owner how to restore it, and queues the job that ends billing. A sign-in
 * restores it until `restorableUntil`; then `purgeAccounts` erases it. Refuses with `unauthorized` when the account isn't active.
 */
export const deleteAccount = (context: Context, userId: string): Promise<Result<{ restorableUntil: Date }>> =>
  inTransaction(context.db, async (tx) => {
    const leaver = await deactivate(tx, userId, deletionGraceDays)
    if (!leaver) return refuse('unauthorized')
    const { email, language, restorableUntil } = leaver
    await endAllSessions(tx, userId)
    await deleteTokens(tx, userId)
    await requestBillingClosing(tx, userId)
    await queueMail(tx, {
      to: email,
      language,
      userId,
      template: 'account_deleted',
      values: { until: mailWords(context.config, language).date(restorableUntil.getTime() / 1000) },
    })
    await addJob(tx, 'close-billing', {})
    context.log.info({ userId }, 'account deactivated by its owner')
    return ok({ restorableUntil })
  })
