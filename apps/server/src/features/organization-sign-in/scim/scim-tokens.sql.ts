import type { Queryable, Tx } from '../../../database/connect.ts'

/** The tokens before it work for another day, so that the directory can be changed over. */
export async function insertScimToken(tx: Tx, organizationId: string, tokenHash: Buffer): Promise<void> {
  await tx`
    update scim_tokens set expires_at = least(expires_at, now() + interval '1 day') where organization_id = ${organizationId}`
  await tx`insert into scim_tokens (organization_id, token_hash) values (${organizationId}, ${tokenHash})`
}

export async function deleteScimTokens(db: Queryable, organizationId: string): Promise<void> {
  await db`delete from scim_tokens where organization_id = ${organizationId}`
}

/** Newest first. */
export function listScimTokens(
  db: Queryable,
  organizationId: string,
): Promise<{ createdAt: Date; lastUsedAt: Date | null; endsAt: Date | null }[]> {
  return db<{ createdAt: Date; lastUsedAt: Date | null; endsAt: Date | null }[]>`
    select created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "endsAt" from scim_tokens
    where organization_id = ${organizationId} and (expires_at is null or expires_at > now())
    order by created_at desc`
}

/** Whether a token is this organization's. Notes its use, at most once a minute. */
export async function acceptsScimToken(db: Queryable, organizationId: string, tokenHash: Buffer): Promise<boolean> {
  const [row] = await db<{ isOld: boolean }[]>`
    select coalesce(t.last_used_at < now() - interval '1 minute', true) as "isOld"
    from scim_tokens t join organizations o on o.id = t.organization_id and o.closed_at is null
    where t.token_hash = ${tokenHash} and t.organization_id = ${organizationId}
      and (t.expires_at is null or t.expires_at > now())`
  if (row?.isOld) await db`update scim_tokens set last_used_at = now() where token_hash = ${tokenHash}`
  return row !== undefined
}

export async function deleteOldScimTokens(db: Queryable): Promise<void> {
  await db`delete from scim_tokens where expires_at < now()`
}
