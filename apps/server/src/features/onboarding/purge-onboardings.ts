import type { Context } from '../../context.ts'
import { deleteIdleOnboardings } from './queries.ts'
import { deleteUnpaidRegistrations } from './registration-queries.ts'

const keptDays = 90

/** Removes the registrations of people who have not paid, and the onboardings of those who have none, after 90 days without them. */
export const purgeOnboardings = async ({ db, log }: Context): Promise<void> => {
  const registrations = await deleteUnpaidRegistrations(db, keptDays)
  if (registrations > 0) log.info({ registrations }, 'registrations that were never paid for removed')
  const removed = await deleteIdleOnboardings(db, keptDays)
  if (removed > 0) log.info({ removed }, 'idle onboardings removed')
}
