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
 * Deactivates an account at once: its sessions and links end, its owner gets a mail with the way back, and a job ends billing.
 * Until `restorableUntil` a sign-in undoes it, then `purgeAccounts` erases it. Refusals: unauthorized, when it is not active.
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
