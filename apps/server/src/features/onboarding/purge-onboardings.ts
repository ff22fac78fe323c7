import type { Context } from '../../context.ts'
import { deleteIdleOnboardings } from './queries.ts'

const keptDays = 90

/** Removes the onboardings of people who did not register and have not come back for 90 days. */
export const purgeOnboardings = async ({ db, log }: Context): Promise<void> => {
  const removed = await deleteIdleOnboardings(db, keptDays)
  if (removed > 0) log.info({ removed }, 'idle onboardings removed')
}
