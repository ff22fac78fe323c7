import type { Queryable, Tx } from '../../database/connect.ts'

/** What a way to the identity provider is for. `sessionHash`: of the session that began it; null for a sign-in. */
export type OidcAttempt = {
  purpose: 'sign-in' | 'step-up' | 'link'
  sessionHash: Buffer | null
  state: string
  nonce: string
  verifier: string
}

export async function insertAttempt(
  db: Queryable,
  tokenHash: Buffer,
  { purpose, sessionHash, state, nonce, verifier }: OidcAttempt,
  seconds: number,
): Promise<void> {
  await db`
    insert into desk_oidc_attempts (token_hash, purpose, session_hash, state, nonce, verifier, expires_at)
    values (${tokenHash}, ${purpose}, ${sessionHash}, ${state}, ${nonce}, ${verifier},
      now() + make_interval(secs => ${seconds}))`
}

/** Works once; null for an unknown or expired one. */
export async function redeemAttempt(
  db: Queryable,
  tokenHash: Buffer,
): Promise<(OidcAttempt & { begunAt: Date }) | null> {
  const [row] = await db<(OidcAttempt & { begunAt: Date; isValid: boolean })[]>`
    delete from desk_oidc_attempts where token_hash = ${tokenHash}
    returning purpose, session_hash as "sessionHash", state, nonce, verifier, created_at as "begunAt",
      expires_at > now() as "isValid"`
  return row?.isValid ? row : null
}

export async function deleteOldAttempts(db: Queryable): Promise<void> {
  await db`delete from desk_oidc_attempts where expires_at < now()`
}

/** An account at a provider. `email` is null unless the provider has verified it. */
export type Identity = { issuer: string; subject: string; email: string | null }

/** Whose account it is, and that it is used now. */
export async function noteIdentityUse(
  db: Queryable,
  { issuer, subject, email }: Identity,
): Promise<{ staffId: string } | null> {
  const [row] = await db<{ staffId: string }[]>`
    update desk_identities set last_used_at = now(), email = ${email}
    where issuer = ${issuer} and subject = ${subject} returning staff_id as "staffId"`
  return row ?? null
}

/** False if the account belongs to somebody else, or this member of staff has another one at the provider. */
export async function insertIdentity(tx: Tx, staffId: string, { issuer, subject, email }: Identity): Promise<boolean> {
  await tx`
    insert into desk_identities (issuer, subject, staff_id, email) values (${issuer}, ${subject}, ${staffId}, ${email})
    on conflict do nothing`
  const rows = await tx`
    select 1 from desk_identities where issuer = ${issuer} and subject = ${subject} and staff_id = ${staffId}`
  return rows.length > 0
}

type LinkedIdentity = { email: string | null; createdAt: Date; lastUsedAt: Date | null }

export async function findIdentity(db: Queryable, staffId: string, issuer: string): Promise<LinkedIdentity | null> {
  const [row] = await db<LinkedIdentity[]>`
    select email, created_at as "createdAt", last_used_at as "lastUsedAt" from desk_identities
    where staff_id = ${staffId} and issuer = ${issuer}`
  return row ?? null
}

export async function deleteIdentity(db: Queryable, staffId: string, issuer: string): Promise<boolean> {
  const { count } = await db`delete from desk_identities where staff_id = ${staffId} and issuer = ${issuer}`
  return count === 1
}
