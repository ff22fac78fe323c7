import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { revokeOrganizationSessions } from '../../platform/sessions.sql.ts'
import { endSeatAccess } from '../billing/seat-access.ts'
import type { Membership } from './authorize-member.ts'
import { findContract } from './contracts.sql.ts'
import { deleteOldEntries } from './log.sql.ts'
import { addToLog } from './log.ts'
import { findMember, hasOtherOwner, listOwned } from './members.sql.ts'
import { deleteClosed, findOrganization, lockOrganization, markClosed } from './organizations.sql.ts'
import { notifySeatsEnded } from './seat-mails.ts'
import { listSeatHolders } from './seats.sql.ts'

/** @param name as the owner typed it */
export function closeOrganization(context: Context, member: Membership, name: string): Promise<Result<null>> {
  const { organizationId, userId } = member
  return inTransaction(context.db, async (tx) => {
    await lockOrganization(tx, organizationId)
    if ((await findMember(tx, organizationId, userId))?.role !== 'owner') return refuse('not_found')
    if ((await findOrganization(tx, organizationId))?.name !== name) return refuse('name_mismatch')
    await endOrganization(tx, context, { organizationId, actorId: userId })
    return ok(null)
  })
}

/**
 * Its people keep their accounts and are told that their access has ended. `closed_at` disables keys, receivers of events,
 * directory and sign-in at once; their features delete them in the night. Call it under `lockOrganization`.
 */
const endOrganization = async (
  tx: Tx,
  context: Context,
  { organizationId, actorId }: { organizationId: string; actorId: string | null },
): Promise<void> => {
  const at = context.clock()
  const until = (await findContract(tx, organizationId))?.accessUntil ?? null
  const holders = await listSeatHolders(tx, organizationId)
  await endSeatAccess(tx, { organizationId, userIds: holders }, at)
  if (until !== null && until > at)
    await notifySeatsEnded(tx, { organizationId, userIds: holders.filter((userId) => userId !== actorId) })
  await revokeOrganizationSessions(tx, { organizationId, userId: null })
  await markClosed(tx, organizationId, at)
  await addToLog(tx, { organizationId, at, kind: 'organization.closed', actorId })
  await addJob(tx, 'end-contracts', { organizationId }, { key: `end-contracts:${organizationId}` })
}

/** Whether an organization would be left without an owner. Locks the account and what it owns, until the transaction ends. */
export async function isLastOwner(tx: Tx, userId: string): Promise<boolean> {
  await tx`select 1 from users where id = ${userId} for no key update`
  for (const organizationId of await listOwned(tx, userId)) {
    await lockOrganization(tx, organizationId)
    if (!(await hasOtherOwner(tx, organizationId, userId))) return true
  }
  return false
}

/** For an account that is erased: nobody could ever act for an organization without an owner. */
export async function closeOwnerless(tx: Tx, context: Context, userId: string): Promise<void> {
  for (const organizationId of await listOwned(tx, userId)) {
    await lockOrganization(tx, organizationId)
    if (await hasOtherOwner(tx, organizationId, userId)) continue
    await endOrganization(tx, context, { organizationId, actorId: null })
  }
}

const logKeptMs = 400 * 86_400_000
/** Books and invoices must be kept for ten years after their year; what an organization bought belongs to them. */
const closedKeptYears = 10

export async function purgeOrganizations({ db, clock }: Context): Promise<void> {
  const now = clock()
  await deleteOldEntries(db, new Date(now.getTime() - logKeptMs))
  await deleteClosed(db, new Date(Date.UTC(now.getUTCFullYear() - closedKeptYears, 0, 1)))
}
