import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueTrialEnding } from './billing-mails.ts'
import { listEndingTrials } from './provider-queries.ts'

/** Two days leave one for thinking before the last day on which cancelling is free. */
const noticeMs = 2 * 86_400_000

/** Reminds everybody whose trial ends within two days, once. */
export const remindOfTrialEnds = async (context: Context): Promise<void> => {
  const now = context.clock()
  const ending = await listEndingTrials(context.db, now, new Date(now.getTime() + noticeMs))
  for (const trial of ending) await inTransaction(context.db, (tx) => queueTrialEnding(tx, context, trial))
}
