import type { Context } from '../../context.ts'
import { knownZone } from '../learning/streak/learned-days.ts'
import { moveSetting } from './queries.ts'

/** Keeps the zone in which a learner is reminded at that of where the app is opened. @param timeZone as it was sent, not checked yet */
export const noteZone = async ({ db }: Context, userId: string, timeZone: string | null): Promise<void> => {
  const zone = knownZone(timeZone)
  if (zone !== null) await moveSetting(db, userId, zone)
}
