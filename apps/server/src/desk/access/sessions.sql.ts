import type { Role } from '@kitewise/contract/desk'
import type { Queryable, Tx } from '../../database/connect.ts'

/** A working day; use doesn't prolong it. */
const sessionHours = 8
const steppedUpSeconds = 600

export type SessionBeginning = 'passkey' | 'code' | 'enrolment' | 'oidc'
type ChallengePurpose = 'sign-in' | 'step-up' | 'passkey'

export type StaffSession = {
  tokenHash: Buffer
  staffId: string
  name: string
  email: string
  role: Role
  /** When the session ends. */
  endsAt: Date
  /** Until when no further passkey is needed; null if it is. */
  steppedUpUntil: Date | null
  /** It began with a recovery code in the last ten minutes: then a passkey may be added without another one. */
  isRecovering: boolean
}

/** A session that began with a passkey is stepped up from the start. */
export async function insertDeskSession(
  tx: Tx,
  { tokenHash, staffId, beganWith }: { tokenHash: Buffer; staffId: string; beganWith: SessionBeginning },
): Promise<void> {
  await tx`
    insert into desk_sessions (token_hash, staff_id, began_with, expires_at, stepped_up_at)
    values (${tokenHash}, ${staffId}, ${beganWith}, now() + make_interval(hours => ${sessionHours}),
      case when ${beganWith} in ('passkey', 'enrolment') then now() end)`
}

export async function findDeskSession(db: Queryable, tokenHash: Buffer): Promise<StaffSession | null> {
  const [row] = await db<StaffSession[]>`
    select x.token_hash as "tokenHash", s.id as "staffId", s.name, s.email, s.role, x.expires_at as "endsAt",
      case when x.stepped_up_at > now() - make_interval(secs => ${steppedUpSeconds})
        then x.stepped_up_at + make_interval(secs => ${steppedUpSeconds}) end as "steppedUpUntil",
      x.began_with = 'code' and x.created_at > now() - make_interval(secs => ${steppedUpSeconds}) as "isRecovering"
    from desk_sessions x join desk_staff s on s.id = x.staff_id
    where x.token_hash = ${tokenHash} and x.ended_at is null and x.expires_at > now() and s.removed_at is null`
  return row ?? null
}

export async function stepUpSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db`update desk_sessions set stepped_up_at = now() where token_hash = ${tokenHash} and ended_at is null`
}

export async function endDeskSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db`update desk_sessions set ended_at = now() where token_hash = ${tokenHash} and ended_at is null`
}

/** @returns how many were running */
export async function endSessionsOf(tx: Tx, staffId: string): Promise<number> {
  const { count } = await tx`
    update desk_sessions set ended_at = now() where staff_id = ${staffId} and ended_at is null and expires_at > now()`
  return count
}

/** Marks the sessions whose time is up, each once. */
export function endOverdueSessions(tx: Tx): Promise<{ staffId: string; endsAt: Date }[]> {
  return tx<{ staffId: string; endsAt: Date }[]>`
    update desk_sessions set ended_at = expires_at where ended_at is null and expires_at <= now()
    returning staff_id as "staffId", expires_at as "endsAt"`
}

export async function insertChallenge(
  db: Queryable,
  { hash, purpose, staffId }: { hash: Buffer; purpose: ChallengePurpose; staffId: string | null },
): Promise<void> {
  await db`
    insert into desk_challenges (challenge_hash, purpose, staff_id, expires_at)
    values (${hash}, ${purpose}, ${staffId}, now() + interval '5 minutes')`
}

/** Works once. */
export async function redeemChallenge(
  db: Queryable,
  { hash, purpose, staffId }: { hash: Buffer; purpose: ChallengePurpose; staffId: string | null },
): Promise<boolean> {
  const { count } = await db`
    delete from desk_challenges
    where challenge_hash = ${hash} and purpose = ${purpose} and staff_id is not distinct from ${staffId}::uuid
      and expires_at > now()`
  return count === 1
}

export async function deleteOldAccess(db: Queryable): Promise<void> {
  await db`delete from desk_challenges where expires_at < now()`
  await db`delete from desk_sessions where expires_at < now() - interval '30 days'`
}
