import type { ApiKey } from '@kitewise/contract/api-key-endpoints'
import type { ApiScope } from '@kitewise/contract/public-api'
import type { Queryable, Tx } from '../../database/connect.ts'

type Place = { organizationId: string; id: string }

export type StoredKey = Omit<ApiKey, 'requestsPerMinute'>

/** Those that work at `now`, the oldest first. */
export function listKeys(db: Queryable, organizationId: string, now: Date): Promise<StoredKey[]> {
  return db<StoredKey[]>`
    select k.id, k.name, k.scopes, k.hint, u.email as "createdBy",
      floor(extract(epoch from k.created_at))::float8 as "createdAt",
      floor(extract(epoch from k.expires_at))::float8 as "expiresAt",
      floor(extract(epoch from k.last_used_at))::float8 as "lastUsedAt",
      floor(extract(epoch from case when k.old_ends_at > ${now} then k.old_ends_at end))::float8 as "oldSecretEndsAt"
    from api_keys k left join users u on u.id = k.created_by and u.deactivated_at is null
    where k.organization_id = ${organizationId} and k.expires_at > ${now} order by k.created_at, k.id`
}

export type NewKey = Place & {
  name: string
  scopes: readonly ApiScope[]
  hint: string
  secretHash: Buffer
  createdBy: string
  createdAt: Date
  expiresAt: Date
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  const { id, organizationId, name, scopes, hint, secretHash, createdBy, createdAt, expiresAt } = key
  await tx`
    insert into api_keys (id, organization_id, name, scopes, hint, secret_hash, created_by, created_at, expires_at)
    values (${id}, ${organizationId}, ${name}, ${[...scopes]}, ${hint}, ${secretHash}, ${createdBy}, ${createdAt},
      ${expiresAt})`
}

/** The name of the key; null if no such key works. */
export async function replaceSecret(
  tx: Tx,
  { organizationId, id }: Place,
  wish: { secretHash: Buffer; hint: string; now: Date; oldEndsAt: Date },
): Promise<string | null> {
  const { secretHash, hint, now, oldEndsAt } = wish
  const [row] = await tx<{ name: string }[]>`
    update api_keys set old_secret_hash = secret_hash, old_ends_at = ${oldEndsAt}, secret_hash = ${secretHash}, hint = ${hint}
    where organization_id = ${organizationId} and id = ${id} and expires_at > ${now} returning name`
  return row?.name ?? null
}

/** The name of the key; null if there is none. */
export async function deleteKey(tx: Tx, { organizationId, id }: Place): Promise<string | null> {
  const [row] = await tx<{ name: string }[]>`
    delete from api_keys where organization_id = ${organizationId} and id = ${id} returning name`
  return row?.name ?? null
}

export type UsedKey = { id: string; organizationId: string; name: string; scopes: ApiScope[] }

/** The key with this secret, if it works. Notes its use, at most once a minute. */
export async function findKeyInUse(db: Queryable, secretHash: Buffer, now: Date): Promise<UsedKey | null> {
  const [row] = await db<(UsedKey & { isNoted: boolean })[]>`
    select k.id, k.organization_id as "organizationId", k.name, k.scopes,
      coalesce(k.last_used_at > ${now}::timestamptz - interval '1 minute', false) as "isNoted"
    from (
      select * from api_keys where secret_hash = ${secretHash}
      union all
      select * from api_keys where old_secret_hash = ${secretHash} and old_ends_at > ${now}) as k
      join organizations o on o.id = k.organization_id and o.closed_at is null
    where k.expires_at > ${now}`
  if (!row) return null
  const { isNoted, ...key } = row
  if (!isNoted) await db`update api_keys set last_used_at = ${now} where id = ${key.id}`
  return key
}
