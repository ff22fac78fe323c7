import type { Context } from '../../context.ts'
import { deleteIdleCustomers } from './customer-queries.ts'
import { deleteOldEvents } from './event-queries.ts'
import { deleteOldTrialCards } from './trial-card-queries.ts'

/** As long as an onboarding is kept, and three times as long as a provider can be made to send an event again. */
const keptMs = 90 * 86_400_000
/** Which cards have had a trial is remembered for two years. */
const trialKeptMs = 730 * 86_400_000

/** Removes the addresses of people who never bought, and the ids of events that cannot come again. */
export const purgeCheckouts = async ({ db, clock, log }: Context): Promise<void> => {
  const before = new Date(clock().getTime() - keptMs)
  const removed = await deleteIdleCustomers(db, before)
  await deleteOldEvents(db, before)
  await deleteOldTrialCards(db, new Date(clock().getTime() - trialKeptMs))
  if (removed > 0) log.info({ removed }, 'people who never bought removed')
}
