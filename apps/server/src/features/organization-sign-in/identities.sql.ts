import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'
import type { AttemptSecrets } from '../../platform/identity-provider.ts'

/** An account at an organization's provider. */
export type Identity = { organizationId: string; issuer: string; subject: string }

/** Whose account it is, and that it is used now. `isConfirmed`: by the learner's own PIN or passkey. */
export async function noteIdentityUse(
  tx: Tx,
  { organizationId, issuer, subject }: Identity,
): Promise<{ userId: string; isConfirmed: boolean } | null> {
  const [row] = await tx<{ userId: string; isConfirmed: boolean }[]>`
    update organization_identities set last_used_at = now()
    where organization_id = ${organizationId} and issuer = ${issuer} and subject = ${subject}
    returning user_id as "userId", confirmed_at is not null as "isConfirmed"`
  return row ?? null
}

/** Replaces another account of the learner at the provider. False if this one belongs to somebody else. */
export async function saveIdentity(
  tx: Tx,
  { organizationId, issuer, subject }: Identity,
  { userId, email, isConfirmed }: { userId: string; email: string | null; isConfirmed: boolean },
): Promise<boolean> {
  const rows = await tx`
    insert into organization_identities (organization_id, issuer, subject, user_id, email, confirmed_at)
    select ${organizationId}, ${issuer}, ${subject}, ${userId}, ${email}, case when ${isConfirmed} then now() end where not exists (
      select 1 from organization_identities
      where organization_id = ${organizationId} and issuer = ${issuer} and subject = ${subject} and user_id <> ${userId})
    on conflict (user_id, organization_id) do update
      set issuer = excluded.issuer, subject = excluded.subject, email = excluded.email, confirmed_at = excluded.confirmed_at,
        created_at = now(), last_used_at = now()
    returning 1`
  return rows.length > 0
}

/** Whose account at the provider has a verified address. */
export async function findUserByIdentity(db: Queryable, organizationId: string, email: string): Promise<string | null> {
  const [row] = await db<{ userId: string }[]>`
    select user_id as "userId" from organization_identities
    where organization_id = ${organizationId} and email = ${email} order by last_used_at desc limit 1`
  return row?.userId ?? null
}

export async function deleteIdentity(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const { count } =
    await tx`delete from organization_identities where organization_id = ${organizationId} and user_id = ${userId}`
  return count > 0
}

type Linked = { organizationId: string; name: string; linkedAt: Date; lastUsedAt: Date }

/** The organizations through which a learner can sign in, by name. */
export function listLinkedOrganizations(db: Queryable, userId: string): Promise<Linked[]> {
  return db<Linked[]>`
    select i.organization_id as "organizationId", o.name, i.created_at as "linkedAt", i.last_used_at as "lastUsedAt"
    from organization_identities i join organizations o on o.id = i.organization_id
    where i.user_id = ${userId} order by o.name, o.id`
}

/** All accounts at the provider, and ways there. @returns the learners who had one */
export async function deleteIdentities(tx: Tx, organizationId: string): Promise<string[]> {
  await tx`delete from organization_sign_in_attempts where organization_id = ${organizationId}`
  await tx`delete from organization_links where organization_id = ${organizationId}`
  const rows = await tx<{ userId: string }[]>`
    delete from organization_identities where organization_id = ${organizationId} returning user_id as "userId"`
  return rows.map(({ userId }) => userId)
}

/** A way to a provider. `stepUp`: for whose session it is; null for a sign-in. */
export type Attempt = AttemptSecrets & {
  organizationId: string
  stepUp: { userId: string; sessionId: string } | null
}

export async function insertAttempt(
  db: Queryable,
  tokenHash: Buffer,
  { organizationId, stepUp, state, nonce, verifier }: Attempt,
  seconds: number,
): Promise<void> {
  await db`
    insert into organization_sign_in_attempts
      (token_hash, organization_id, user_id, session_id, state, nonce, verifier, expires_at)
    values (${tokenHash}, ${organizationId}, ${stepUp?.userId ?? null}, ${stepUp?.sessionId ?? null}, ${state}, ${nonce},
      ${verifier}, now() + make_interval(secs => ${seconds}))`
}

type AttemptRow = AttemptSecrets & {
  organizationId: string
  userId: string | null
  sessionId: string | null
  begunAt: Date
  isValid: boolean
}

/** Works once; null for an unknown or expired one. */
export async function redeemAttempt(db: Queryable, tokenHash: Buffer): Promise<(Attempt & { begunAt: Date }) | null> {
  const [row] = await db<AttemptRow[]>`
    delete from organization_sign_in_attempts where token_hash = ${tokenHash}
    returning organization_id as "organizationId", user_id as "userId", session_id as "sessionId", state, nonce, verifier,
      created_at as "begunAt", expires_at > now() as "isValid"`
  if (!row?.isValid) return null
  const { organizationId, userId, sessionId, state, nonce, verifier, begunAt } = row
  const stepUp = userId !== null && sessionId !== null ? { userId, sessionId } : null
  return { organizationId, stepUp, state, nonce, verifier, begunAt }
}

export async function insertLink(
  tx: Tx,
  { tokenHash, seconds, ...link }: WaitingLink & { tokenHash: Buffer; seconds: number },
): Promise<void> {
  const { id, organizationId, issuer, subject, email } = link
  await tx`
    insert into organization_links (token_hash, id, organization_id, issuer, subject, email, expires_at)
    values (${tokenHash}, ${id}, ${organizationId}, ${issuer}, ${subject}, ${email},
      now() + make_interval(secs => ${seconds}))`
}

/** An account at the provider that waits in a browser. `email`: verified by the provider, in a domain of the organization. */
export type WaitingLink = Identity & { id: string; email: string | null }

export async function findLink(
  db: Queryable,
  { tokenHash, organizationId }: { tokenHash: Buffer; organizationId: string },
): Promise<WaitingLink | null> {
  const [row] = await db<WaitingLink[]>`
    select id, organization_id as "organizationId", issuer, subject, email from organization_links
    where token_hash = ${tokenHash} and organization_id = ${organizationId} and expires_at > now()`
  return row ?? null
}

/** Works once. */
export async function useLink(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx`delete from organization_links where id = ${id} and expires_at > now()`
  return count === 1
}

/** Voids the link that was mailed before. False if nothing waits any more. */
export async function saveMailToken(
  db: Queryable,
  { id, mailTokenHash, to, seconds }: { id: string; mailTokenHash: Buffer; to: string; seconds: number },
): Promise<boolean> {
  const { count } = await db`
    update organization_links set mail_token_hash = ${mailTokenHash}, mailed_to = ${to},
      expires_at = now() + make_interval(secs => ${seconds})
    where id = ${id} and expires_at > now()`
  return count === 1
}

/** Uses up what waits in the browser with the first token, by the token mailed to `to`. */
export async function redeemMailToken(
  tx: Tx,
  { tokenHash, mailTokenHash, organizationId }: { tokenHash: Buffer; mailTokenHash: Buffer; organizationId: string },
): Promise<(WaitingLink & { to: string }) | null> {
  const [row] = await tx<(WaitingLink & { to: string })[]>`
    delete from organization_links
    where token_hash = ${tokenHash} and mail_token_hash = ${mailTokenHash} and organization_id = ${organizationId}
      and expires_at > now()
    returning id, organization_id as "organizationId", issuer, subject, email, mailed_to as "to"`
  return row ?? null
}

export async function deleteOldWays(db: Queryable): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from organization_sign_in_attempts where ctid = any(array(
        select ctid from organization_sign_in_attempts where expires_at < now()
        order by expires_at limit ${limit} for update skip locked))`,
  )
  await inSteps(
    (limit) => db`
      delete from organization_links where ctid = any(array(
        select ctid from organization_links where expires_at < now()
        order by expires_at limit ${limit} for update skip locked))`,
  )
}

/**
 * What organizations closed in the last 30 days had set up: domains, which others may prove then, the provider, links to accounts,
 * the directory.
 */
export async function deleteConnectionsOfClosed(db: Queryable, now: Date): Promise<void> {
  const rows = await db<{ id: string }[]>`
    select id from organizations where closed_at > ${now}::timestamptz - interval '30 days'`
  const ids = rows.map(({ id }) => id)
  await db`delete from organization_domains where organization_id = any(${ids}::uuid[])`
  await db`delete from organization_providers where organization_id = any(${ids}::uuid[])`
  await db`delete from organization_identities where organization_id = any(${ids}::uuid[])`
  await db`delete from organization_links where organization_id = any(${ids}::uuid[])`
  await db`delete from scim_tokens where organization_id = any(${ids}::uuid[])`
  await db`delete from scim_users where organization_id = any(${ids}::uuid[])`
}
