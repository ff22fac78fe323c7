import type { Context } from '../../context.ts'
import { deleteDeadSessions, deleteOldDevices, deleteOldTallies } from './purge-queries.ts'
import { deleteOldTokens } from './token-queries.ts'

/** Removes sessions that are over, browsers long not seen, forgotten failures, and tokens that are used or too old. */
export const purgeSignIns = async ({ db }: Context): Promise<void> => {
  await deleteDeadSessions(db)
  await deleteOldDevices(db)
  await deleteOldTallies(db)
  await deleteOldTokens(db)
}
