import type { Context } from '../../context.ts'
import { knownZone } from './learning-moment.ts'
import { findLastZone } from './queries.ts'

/** Where a learner is: the zone that was sent, else the one they learned in last, else UTC. */
export const findLearnerZone = async (context: Context, userId: string, timeZone: string | null): Promise<string> =>
  knownZone(timeZone) ?? (await findLastZone(context.db, userId)) ?? 'UTC'
