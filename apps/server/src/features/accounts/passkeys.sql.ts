import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'
import type { NewPasskey } from '../../platform/passkeys.ts'

/** Bytes that are random for each user and stay the same: an authenticator keeps one passkey for each. Locks the user. */
export async function takePasskeyHandle(tx: Tx, userId: string): Promise<Buffer | null> {
  const [row] = await tx<{ handle: Buffer }[]>`
    update users set passkey_handle = coalesce(passkey_handle, uuid_send(gen_random_uuid()))
    where id = ${userId} and deactivated_at is null returning passkey_handle as handle`
  return row?.handle ?? null
}

type StoredPasskey = { id: string; userId: string; handle: Buffer | null; publicKey: Buffer; counter: number }

export async function findPasskey(db: Queryable, credentialId: string): Promise<StoredPasskey | null> {
  const [row] = await db<StoredPasskey[]>`
    select credential_id as id, user_id as "userId", public_key as "publicKey", counter,
      (select passkey_handle from users where users.id = passkeys.user_id) as handle
    from passkeys where credential_id = ${credentialId}`
  return row ?? null
}

export type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

export function listPasskeys(
  db: Queryable,
  userId: string,
): Promise<(PasskeyRow & { credentialId: string; transports: string[] })[]> {
  return db<(PasskeyRow & { credentialId: string; transports: string[] })[]>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt", credential_id as "credentialId", transports
    from passkeys where user_id = ${userId} order by created_at, id`
}

/** Null if somebody has this passkey already. */
export async function insertPasskey(
  tx: Tx,
  { userId, name, passkey }: { userId: string; name: string; passkey: NewPasskey },
): Promise<PasskeyRow | null> {
  const { id, publicKey, counter, transports, rpId } = passkey
  const [row] = await tx<PasskeyRow[]>`
    insert into passkeys (user_id, id, credential_id, public_key, counter, transports, rp_id, name)
    values (${userId}, gen_random_uuid(), ${id}, ${publicKey}, ${counter}, ${transports}, ${rpId}, ${name})
    on conflict (credential_id) do nothing
    returning id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`
  return row ?? null
}

/** False if it is gone, or a copy of it has signed in meanwhile: a counter only rises, or is always zero. */
export async function notePasskeyUse(db: Queryable, credentialId: string, counter: number): Promise<boolean> {
  const { count } = await db`
    update passkeys set counter = ${counter}, last_used_at = now()
    where credential_id = ${credentialId} and (counter < ${counter} or (counter = 0 and ${counter} = 0))`
  return count === 1
}

export async function renamePasskey(
  db: Queryable,
  { userId, id, name }: { userId: string; id: string; name: string },
): Promise<PasskeyRow | null> {
  const [row] = await db<PasskeyRow[]>`
    update passkeys set name = ${name} where user_id = ${userId} and id = ${id}
    returning id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`
  return row ?? null
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from passkeys where user_id = ${userId} and id = ${id}`
  return count === 1
}

export async function deletePasskeys(tx: Tx, userId: string): Promise<void> {
  await tx`delete from passkeys where user_id = ${userId}`
}

/** Learners with passkeys that all belong to other host names, so that none of them works at `host`. */
export async function findStrandedLearners(
  db: Queryable,
  host: string,
): Promise<{ learners: number; hosts: string | null }> {
  const [row] = await db<{ learners: number; hosts: string | null }[]>`
    select count(distinct p.user_id) as learners, string_agg(distinct p.rp_id, ', ') as hosts
    from passkeys p
    where not exists (select 1 from passkeys other where other.user_id = p.user_id and other.rp_id = ${host})`
  return row ?? { learners: 0, hosts: null }
}

/** @param userId who adds a passkey; null for a sign-in */
export async function insertChallenge(db: Queryable, hash: Buffer, userId: string | null): Promise<void> {
  await db`
    insert into passkey_challenges (challenge_hash, user_id, expires_at)
    values (${hash}, ${userId}, now() + interval '5 minutes')`
}

/** Works once. */
export async function redeemChallenge(db: Queryable, hash: Buffer, userId: string | null): Promise<boolean> {
  const { count } = await db`
    delete from passkey_challenges
    where challenge_hash = ${hash} and user_id is not distinct from ${userId}::uuid and expires_at > now()`
  return count === 1
}

export async function deleteOldChallenges(db: Queryable): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from passkey_challenges where ctid = any(array(
        select ctid from passkey_challenges where expires_at < now()
        order by expires_at limit ${limit} for update skip locked))`,
  )
}
