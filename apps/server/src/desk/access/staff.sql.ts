import type { Role } from '@kitewise/contract/desk'
import type { Queryable, Tx } from '../../database/connect.ts'

export type StaffMember = { id: string; name: string; email: string; role: Role }

export async function insertStaff(tx: Tx, { id, name, email, role }: StaffMember): Promise<boolean> {
  const { count } = await tx`
    insert into desk_staff (id, email, name, role) values (${id}, ${email}, ${name}, ${role})
    on conflict (email) where removed_at is null do nothing`
  return count === 1
}

export async function findStaff(db: Queryable, id: string): Promise<StaffMember | null> {
  const [row] = await db<StaffMember[]>`
    select id, name, email, role from desk_staff where id = ${id} and removed_at is null`
  return row ?? null
}

export async function findStaffByEmail(db: Queryable, email: string): Promise<StaffMember | null> {
  const [row] = await db<StaffMember[]>`
    select id, name, email, role from desk_staff where email = ${email} and removed_at is null`
  return row ?? null
}

type StaffRow = StaffMember & {
  createdAt: Date
  enrolledAt: Date | null
  lastSignInAt: Date | null
  passkeys: number
  isLocked: boolean
}

/** Unsorted: there are few. */
export function listStaff(db: Queryable): Promise<StaffRow[]> {
  return db<StaffRow[]>`
    select id, name, email, role, created_at as "createdAt", enrolled_at as "enrolledAt", last_sign_in_at as "lastSignInAt",
      coalesce(codes_locked_until > now(), false) as "isLocked",
      (select count(*)::int from desk_passkeys where staff_id = desk_staff.id) as passkeys
    from desk_staff where removed_at is null`
}

/** Locks the owners, so that two of them can't remove each other at once. */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from desk_staff where role = 'owner' and removed_at is null order by id for update`
  return rows.map(({ id }) => id)
}

/** The addresses of all owners but one. */
export async function listOtherOwners(db: Queryable, id: string): Promise<string[]> {
  const rows = await db<{ email: string }[]>`
    select email from desk_staff where role = 'owner' and removed_at is null and id <> ${id} order by email`
  return rows.map(({ email }) => email)
}

export async function updateRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx`update desk_staff set role = ${role} where id = ${id}`
}

/** Keeps the name, which the audit log shows. */
export async function removeStaffMember(tx: Tx, id: string): Promise<void> {
  await tx`update desk_staff set removed_at = now() where id = ${id}`
  await deleteWaysIn(tx, id)
  await tx`delete from desk_enrolments where staff_id = ${id}`
}

export async function noteSignIn(tx: Tx, id: string): Promise<void> {
  await tx`update desk_staff set last_sign_in_at = now() where id = ${id}`
}

/** Passkeys, recovery codes and accounts at identity providers. The caller ends the sessions. */
export async function deleteWaysIn(tx: Tx, id: string): Promise<void> {
  await tx`delete from desk_passkeys where staff_id = ${id}`
  await tx`delete from desk_recovery_codes where staff_id = ${id}`
  await tx`delete from desk_identities where staff_id = ${id}`
}

/** A new link voids the ones before. */
export async function insertEnrolment(
  tx: Tx,
  { staffId, tokenHash, isRecovery, hours }: { staffId: string; tokenHash: Buffer; isRecovery: boolean; hours: number },
): Promise<Date> {
  await tx`delete from desk_enrolments where staff_id = ${staffId}`
  const [row] = await tx<{ expiresAt: Date }[]>`
    insert into desk_enrolments (token_hash, staff_id, is_recovery, expires_at)
    values (${tokenHash}, ${staffId}, ${isRecovery}, now() + make_interval(hours => ${hours}))
    returning expires_at as "expiresAt"`
  if (!row) throw new Error('an enrolment was not stored')
  return row.expiresAt
}

export async function findEnrolment(
  db: Queryable,
  tokenHash: Buffer,
): Promise<(StaffMember & { isRecovery: boolean }) | null> {
  const [row] = await db<(StaffMember & { isRecovery: boolean })[]>`
    select s.id, s.name, s.email, s.role, e.is_recovery as "isRecovery" from desk_enrolments e join desk_staff s on s.id = e.staff_id
    where e.token_hash = ${tokenHash} and e.used_at is null and e.expires_at > now() and s.removed_at is null`
  return row ?? null
}

/** Of several concurrent uses one returns true. */
export async function useEnrolment(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`
    update desk_enrolments set used_at = now()
    where token_hash = ${tokenHash} and used_at is null and expires_at > now()`
  return count === 1
}

export async function markEnrolled(tx: Tx, id: string): Promise<void> {
  await tx`
    update desk_staff set enrolled_at = coalesce(enrolled_at, now()), wrong_codes = 0, codes_locked_until = null
    where id = ${id}`
}

type StoredPasskey = {
  id: string
  staffId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

export async function findPasskey(db: Queryable, id: string): Promise<StoredPasskey | null> {
  const [row] = await db<StoredPasskey[]>`
    select credential_id as id, staff_id as "staffId", public_key as "publicKey", counter, transports
    from desk_passkeys where credential_id = ${id}`
  return row ?? null
}

type PasskeyRow = { id: string; label: string; transports: string[]; createdAt: Date; lastUsedAt: Date | null }

export function listPasskeys(db: Queryable, staffId: string): Promise<PasskeyRow[]> {
  return db<PasskeyRow[]>`
    select credential_id as id, label, transports, created_at as "createdAt", last_used_at as "lastUsedAt"
    from desk_passkeys where staff_id = ${staffId} order by created_at`
}

export async function insertPasskey(
  tx: Tx,
  passkey: StoredPasskey & { rpId: string; label: string },
): Promise<boolean> {
  const { id, staffId, publicKey, counter, transports, rpId, label } = passkey
  const { count } = await tx`
    insert into desk_passkeys (credential_id, staff_id, public_key, counter, transports, rp_id, label)
    values (${id}, ${staffId}, ${publicKey}, ${counter}, ${transports}, ${rpId}, ${label})
    on conflict (credential_id) do nothing`
  return count === 1
}

/** @param rpId the host name at which it was used, and to which it belongs for good */
export async function notePasskeyUse(
  db: Queryable,
  id: string,
  { counter, rpId }: { counter: number; rpId: string },
): Promise<void> {
  await db`
    update desk_passkeys set counter = ${counter}, rp_id = ${rpId}, last_used_at = now() where credential_id = ${id}`
}

/** Staff whose passkeys all belong to other host names, so that none of them works at `host`. */
export async function findStrandedStaff(
  db: Queryable,
  host: string,
): Promise<{ members: number; hosts: string | null }> {
  const [row] = await db<{ members: number; hosts: string | null }[]>`
    select count(distinct passkey.staff_id) as members, string_agg(distinct passkey.rp_id, ', ') as hosts
    from desk_passkeys passkey join desk_staff on id = staff_id and removed_at is null
    where not exists (
      select 1 from desk_passkeys other
      where other.staff_id = passkey.staff_id and coalesce(other.rp_id, ${host}) = ${host})`
  return row ?? { members: 0, hosts: null }
}

/** Locks the member of staff, so that two tabs can't remove the last two passkeys. @returns whether it was there */
export async function deletePasskey(tx: Tx, staffId: string, id: string): Promise<'deleted' | 'last' | 'unknown'> {
  await tx`select 1 from desk_staff where id = ${staffId} for update`
  const own = await listPasskeys(tx, staffId)
  if (!own.some((passkey) => passkey.id === id)) return 'unknown'
  if (own.length === 1) return 'last'
  await tx`delete from desk_passkeys where staff_id = ${staffId} and credential_id = ${id}`
  return 'deleted'
}

export async function replaceRecoveryCodes(tx: Tx, staffId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx`delete from desk_recovery_codes where staff_id = ${staffId}`
  for (const hash of hashes)
    await tx`insert into desk_recovery_codes (staff_id, code_hash) values (${staffId}, ${hash})`
}

export async function countRecoveryCodes(db: Queryable, staffId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from desk_recovery_codes where staff_id = ${staffId} and used_at is null`
  return row?.count ?? 0
}

/**
 * Counts an attempt as wrong before the code is compared. After five in a row it waits 15 minutes, after ten until a new
 * enrolment link. Null when there is no such member of staff, or it waits.
 */
export async function countCodeAttempt(db: Queryable, email: string): Promise<{ staffId: string } | null> {
  const [row] = await db<{ staffId: string }[]>`
    update desk_staff set wrong_codes = wrong_codes + 1,
      codes_locked_until = case when wrong_codes >= 9 then 'infinity'
        when wrong_codes >= 4 then now() + interval '15 minutes' else codes_locked_until end
    where email = ${email} and removed_at is null and (codes_locked_until is null or codes_locked_until < now())
    returning id as "staffId"`
  return row ?? null
}

/** Uses a code up; then no attempt counts as wrong. */
export async function redeemRecoveryCode(tx: Tx, staffId: string, codeHash: Buffer): Promise<boolean> {
  const { count } = await tx`
    update desk_recovery_codes set used_at = now()
    where staff_id = ${staffId} and code_hash = ${codeHash} and used_at is null`
  if (count === 1) await tx`update desk_staff set wrong_codes = 0, codes_locked_until = null where id = ${staffId}`
  return count === 1
}

export async function unlockCodes(tx: Tx, staffId: string): Promise<void> {
  await tx`update desk_staff set wrong_codes = 0, codes_locked_until = null where id = ${staffId}`
}
