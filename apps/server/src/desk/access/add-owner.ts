import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { appendAudit } from './audit.sql.ts'
import { makeEnrolmentLink, tellOtherOwners } from './enrolment-routes.ts'
import { staffObject } from './staff-sessions.ts'
import { findStaffByEmail, insertStaff } from './staff.sql.ts'

/** A one-time link to `/desk/enrol`. `expiresAt` in Unix milliseconds. */
export type Enrolment = { link: string; expiresAt: number }

type DeskParts = Pick<Context, 'config' | 'db' | 'newId'>

/**
 * For the command line: adds an owner, whoever works at the desk already. `email` in lower case.
 * Refuses with `staff_exists` if the address belongs to a member of staff.
 */
export function addOwner(
  context: DeskParts,
  { email, name }: { email: string; name: string },
): Promise<Result<Enrolment>> {
  return inTransaction(context.db, async (tx) => {
    const id = context.newId()
    if (!(await insertStaff(tx, { id, email, name, role: 'owner' }))) return refuse('staff_exists')
    await appendAudit(context, tx, {
      staffId: id,
      action: 'addOwner',
      outcome: 'succeeded',
      object: staffObject(id),
      becomes: 'owner',
      reason: 'command line',
    })
    return ok(await makeEnrolmentLink(context, tx, id))
  })
}

/**
 * For the command line: a new enrolment link for a member of staff who has lost every way in. Using the link voids
 * passkeys, recovery codes and sessions. The other owners get an email if it is an owner's. Refuses with `not_found`.
 */
export function recoverStaff(context: DeskParts, email: string): Promise<Result<Enrolment>> {
  return inTransaction(context.db, async (tx) => {
    const staff = await findStaffByEmail(tx, email)
    if (!staff) return refuse('not_found')
    await appendAudit(context, tx, {
      staffId: staff.id,
      action: 'recoverStaff',
      outcome: 'succeeded',
      object: staffObject(staff.id),
      reason: 'command line',
    })
    await tellOtherOwners(tx, staff, 'staff_recovery_issued')
    return ok(await makeEnrolmentLink(context, tx, staff.id, true))
  })
}
