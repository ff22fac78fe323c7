import type { Context } from '../../context.ts'
import { deleteOldTokens } from '../../platform/one-time-tokens.sql.ts'
import { deleteOldEmailChanges } from './email-change-queries.ts'
import { deleteOldGuardCounts } from './guard-queries.ts'
import { deleteDeadSessions, deleteOldDevices, deleteOldTallies } from './purge-queries.ts'

/**
 * Removes sessions that are over, browsers long not seen, forgotten failures, tokens that are used or too old, and
 * changes of address that nobody can undo any more.
 */
export const purgeSignIns = async ({ db }: Context): Promise<void> => {
  await deleteDeadSessions(db)
  await deleteOldDevices(db)
  await deleteOldTallies(db)
  await deleteOldGuardCounts(db)
  await deleteOldTokens(db)
  await deleteOldEmailChanges(db)
}
