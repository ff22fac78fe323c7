import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueTrialEnding } from './billing-mails.ts'
import { listEndingTrials, markTrialReminded } from './provider-queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Two days leave one for thinking before the last day on which cancelling is free. */
const noticeMs = 2 * 86_400_000

/** Reminds everybody whose trial ends within two days, once; by the provider's word of now, so that nobody who has canceled is. */
export const remindOfTrialEnds = async (context: Context): Promise<void> => {
  const now = context.clock()
  for (const id of await listEndingTrials(
    context.db,
    context.payments.provider,
    now,
    new Date(now.getTime() + noticeMs),
  )) {
    await syncSubscription(context, id)
    await inTransaction(context.db, async (tx) => {
      const trial = await markTrialReminded(tx, id, now)
      if (trial) await queueTrialEnding(tx, context, trial)
    })
  }
}
