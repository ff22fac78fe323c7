import type { Context } from '../../context.ts'
import { purgeAudit } from './audit.sql.ts'
import { deleteOldAttempts } from './identities.sql.ts'
import { deleteOldAccess } from './sessions.sql.ts'
import { logOverdueSessions } from './staff-sessions.ts'

/** Three years: as long as claims from an action usually last. */
const auditDays = 3 * 366

/** Part of the job that deletes what has expired. */
export async function purgeDesk(context: Context): Promise<void> {
  const { db } = context
  await logOverdueSessions(context)
  await deleteOldAttempts(db)
  await deleteOldAccess(db)
  await purgeAudit(db, auditDays)
}
