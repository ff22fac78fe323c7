import { createHash, randomBytes } from 'node:crypto'
import { organizationPageSize } from '@kitewise/contract/choices'
import type { Invitation, InvitationLine, JoinLink } from '@kitewise/contract/organization-entities'
import { deletionGraceDays } from '@kitewise/rules/account'
import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

export const newToken = (): string => randomBytes(16).toString('base64url')
const hashOf = (token: string): Buffer => createHash('sha256').update(`joining:${token}`).digest()

const setOf = (rows: { email: string }[]): Set<string> => new Set(rows.map(({ email }) => email))

/** Of these addresses, those of members, and those with an open invitation or with one that was mailed just now and is revoked. */
export async function findKnownAddresses(
  db: Queryable,
  organizationId: string,
  { addresses, now, pauseMs }: { addresses: readonly string[]; now: Date; pauseMs: number },
): Promise<{ members: Set<string>; invited: Set<string> }> {
  const members = await db<{ email: string }[]>`
    select u.email from users u join organization_members m on m.user_id = u.id and m.organization_id = ${organizationId}
    where u.email = any(${[...addresses]}::text[])`
  const invited = await db<{ email: string }[]>`
    select email from organization_invitations
    where organization_id = ${organizationId} and email = any(${[...addresses]}::text[])
      and accepted_at is null
      and (revoked_at is null and expires_at > ${now} or sent_at > ${new Date(now.getTime() - pauseMs)})`
  return { members: setOf(members), invited: setOf(invited) }
}

export type NewInvitation = Pick<InvitationLine, 'email' | 'name'> & {
  id: string
  organizationId: string
  groupId: string | null
  sentAt: Date
  expiresAt: Date
}

/** An expired one for the same address begins anew. Returns the ID. */
export async function saveInvitation(tx: Tx, invitation: NewInvitation): Promise<string> {
  const { id, organizationId, email, name, groupId, sentAt, expiresAt } = invitation
  const [row] = await tx<{ id: string }[]>`
    insert into organization_invitations (id, organization_id, email, name, group_id, sent_at, expires_at)
    values (${id}, ${organizationId}, ${email}, ${name}, ${groupId}, ${sentAt}, ${expiresAt})
    on conflict (organization_id, email) where accepted_at is null and revoked_at is null
    do update set name = excluded.name, group_id = excluded.group_id, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at
    returning id`
  if (!row) throw new Error('an upsert of an invitation returned no row')
  return row.id
}

/** The language of the account with this address, if there is one. */
export async function findLanguageOf(db: Queryable, email: string): Promise<string | null> {
  const [row] = await db<{ language: string }[]>`select lang as language from users where email = ${email}`
  return row?.language ?? null
}

/** Makes the token of an open invitation; earlier ones end. Null if it isn't open anymore. */
export async function makeInvitationToken(db: Queryable, id: string): Promise<string | null> {
  const token = newToken()
  const { count } = await db`
    update organization_invitations set token_hash = ${hashOf(token)}
    where id = ${id} and accepted_at is null and revoked_at is null`
  return count > 0 ? token : null
}

/** Newest first; a manager sees those into the own groups. */
export async function listInvitations(
  db: Queryable,
  wanted: { organizationId: string; groups: readonly string[] | null; state: string | null; page: number; now: Date },
): Promise<{ rows: Invitation[]; total: number }> {
  const groups = wanted.groups === null ? null : [...wanted.groups]
  const rows = await db<(Invitation & { total: number })[]>`
    with listed as (
      select i.id, i.email, i.name, g.name as group, i.sent_at, i.expires_at,
        case when i.accepted_at is not null then 'accepted' when i.revoked_at is not null then 'revoked'
          when i.expires_at <= ${wanted.now} then 'expired' else 'pending' end as state
      from organization_invitations i left join organization_groups g on g.id = i.group_id
      where i.organization_id = ${wanted.organizationId}
        and (${groups}::uuid[] is null or i.group_id = any(${groups}::uuid[])))
    select id, email, name, "group", state, floor(extract(epoch from sent_at))::float8 as "sentAt",
      floor(extract(epoch from expires_at))::float8 as "expiresAt", count(*) over ()::int as total
    from listed where ${wanted.state}::text is null or state = ${wanted.state}
    order by sent_at desc, id limit ${organizationPageSize} offset ${(wanted.page - 1) * organizationPageSize}`
  return { rows, total: rows[0]?.total ?? 0 }
}

type OpenInvitation = { email: string; sentAt: Date }

/** Locks an invitation that was neither accepted nor revoked. */
export async function lockInvitation(
  tx: Tx,
  { id, organizationId, groups }: { id: string; organizationId: string; groups: readonly string[] | null },
): Promise<OpenInvitation | null> {
  const [row] = await tx<OpenInvitation[]>`
    select email, sent_at as "sentAt" from organization_invitations
    where id = ${id} and organization_id = ${organizationId} and accepted_at is null and revoked_at is null
      and (${groups === null ? null : [...groups]}::uuid[] is null or group_id = any(${groups === null ? null : [...groups]}::uuid[]))
    for update`
  return row ?? null
}

export async function renewInvitation(tx: Tx, id: string, sentAt: Date, expiresAt: Date): Promise<void> {
  await tx`update organization_invitations set sent_at = ${sentAt}, expires_at = ${expiresAt} where id = ${id}`
}

export async function revokeInvitation(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`update organization_invitations set revoked_at = ${at}, token_hash = null where id = ${id}`
}

/** Everything that somebody was sent or has agreed to, and hasn't used yet. */
export async function revokeInvitationsTo(
  tx: Tx,
  { organizationId, email, at }: { organizationId: string; email: string; at: Date },
): Promise<void> {
  await tx`
    update organization_invitations set revoked_at = ${at}, token_hash = null
    where organization_id = ${organizationId} and email = ${email} and accepted_at is null and revoked_at is null`
  await tx`
    delete from organization_agreements
    where organization_id = ${organizationId} and user_id = (select id from users where email = ${email})`
}

/** Newest first; a manager sees those into the own groups. */
export function listJoinLinks(
  db: Queryable,
  { organizationId, groups, now }: { organizationId: string; groups: readonly string[] | null; now: Date },
): Promise<JoinLink[]> {
  return db<JoinLink[]>`
    select l.id, g.name as group, floor(extract(epoch from l.created_at))::float8 as "createdAt",
      floor(extract(epoch from l.expires_at))::float8 as "expiresAt", l.max_uses as "maxUses", l.uses,
      case when l.revoked_at is not null then 'revoked' when l.expires_at <= ${now} then 'expired'
        when l.uses >= l.max_uses then 'usedUp' else 'open' end as state
    from organization_join_links l left join organization_groups g on g.id = l.group_id
    where l.organization_id = ${organizationId}
      and (${groups === null ? null : [...groups]}::uuid[] is null or l.group_id = any(${groups === null ? null : [...groups]}::uuid[]))
    order by l.created_at desc, l.id limit 200`
}

export async function insertJoinLink(
  tx: Tx,
  link: { id: string; organizationId: string; groupId: string | null; maxUses: number; at: Date; expiresAt: Date },
  token: string,
): Promise<void> {
  await tx`
    insert into organization_join_links (id, organization_id, group_id, token_hash, max_uses, created_at, expires_at)
    values (${link.id}, ${link.organizationId}, ${link.groupId}, ${hashOf(token)}, ${link.maxUses}, ${link.at},
      ${link.expiresAt})`
}

export async function revokeJoinLink(
  tx: Tx,
  { id, organizationId, groups }: { id: string; organizationId: string; groups: readonly string[] | null },
  at: Date,
): Promise<boolean> {
  const { count } = await tx`
    update organization_join_links set revoked_at = ${at}
    where id = ${id} and organization_id = ${organizationId} and revoked_at is null
      and (${groups === null ? null : [...groups]}::uuid[] is null or group_id = any(${groups === null ? null : [...groups]}::uuid[]))`
  return count > 0
}

/** What a token opens: one of the two IDs is set. */
export type Opening = {
  organizationId: string
  groupId: string | null
  invitationId: string | null
  linkId: string | null
  email: string | null
}

/** Null for a token that is unknown, used, expired or void. */
export async function findOpening(db: Queryable, token: string, now: Date): Promise<Opening | null> {
  const [row] = await db<Opening[]>`
    select organization_id as "organizationId", group_id as "groupId", id as "invitationId", null::uuid as "linkId", email
    from organization_invitations
    where token_hash = ${hashOf(token)} and accepted_at is null and revoked_at is null and expires_at > ${now}
    union all
    select organization_id, group_id, null, id, null from organization_join_links
    where token_hash = ${hashOf(token)} and revoked_at is null and expires_at > ${now} and uses < max_uses`
  return row ?? null
}

/** Uses an opening up. Of several concurrent calls, so many succeed as it allows. */
export async function redeemOpening(tx: Tx, { invitationId, linkId }: Opening, now: Date): Promise<boolean> {
  const { count } =
    invitationId === null
      ? await tx`
          update organization_join_links set uses = uses + 1
          where id = ${linkId} and revoked_at is null and expires_at > ${now} and uses < max_uses`
      : await tx`
          update organization_invitations set accepted_at = ${now}, token_hash = null
          where id = ${invitationId} and accepted_at is null and revoked_at is null and expires_at > ${now}`
  return count > 0
}

/** A newcomer agreed to join; a repetition keeps the newest way. */
export async function saveAgreement(tx: Tx, userId: string, opening: Opening, at: Date): Promise<void> {
  await tx`
    insert into organization_agreements (user_id, organization_id, link_id, invitation_id, agreed_at)
    values (${userId}, ${opening.organizationId}, ${opening.linkId}, ${opening.invitationId}, ${at})
    on conflict (user_id, organization_id) do update set link_id = excluded.link_id,
      invitation_id = excluded.invitation_id, agreed_at = excluded.agreed_at`
}

/** What a newcomer has agreed to join and still may, whose link or invitation is open. */
export function listAgreements(db: Queryable, userId: string, now: Date): Promise<Opening[]> {
  return db<Opening[]>`
    select a.organization_id as "organizationId", coalesce(i.group_id, l.group_id) as "groupId",
      a.invitation_id as "invitationId", a.link_id as "linkId", i.email
    from organization_agreements a
      left join organization_invitations i on i.id = a.invitation_id and i.accepted_at is null and i.revoked_at is null
        and i.expires_at > ${now}
      left join organization_join_links l on l.id = a.link_id and l.revoked_at is null and l.expires_at > ${now}
        and l.uses < l.max_uses
    where a.user_id = ${userId} and (i.id is not null or l.id is not null)
      and not exists (select 1 from organization_members m
        where m.user_id = a.user_id and m.organization_id = a.organization_id)`
}

export async function deleteAgreement(tx: Tx, userId: string, organizationId: string): Promise<void> {
  await tx`delete from organization_agreements where user_id = ${userId} and organization_id = ${organizationId}`
}

/** Organizations that the person isn't in, that have proved the domain of the person's address and let it join. */
export function listByDomain(db: Queryable, userId: string): Promise<{ organizationId: string; email: string }[]> {
  return db<{ organizationId: string; email: string }[]>`
    select o.id as "organizationId", u.email
    from users u join organization_domains d on d.domain = split_part(u.email, '@', 2) and d.proved_at is not null
      join organizations o on o.id = d.organization_id and o.joins_by_domain and o.closed_at is null
    where u.id = ${userId} and not exists (
      select 1 from organization_members m where m.user_id = u.id and m.organization_id = o.id)`
}

/**
 * Newcomers who agreed before a moment and never came: as if they had deleted their accounts long ago. An account that was
 * ever used stays, because anybody can register any address: a buyer's who has no PIN yet, or one that signs in through an
 * organization.
 */
export async function retireIdleNewcomers(db: Queryable, before: Date): Promise<void> {
  await inSteps(
    (limit) => db`
      update users set deactivated_at = now() - make_interval(days => ${deletionGraceDays})
      where pin_hash is null and id = any(array(
        select a.user_id from organization_agreements a
        where a.agreed_at < ${before}
          and exists (
            select 1 from users u where u.id = a.user_id and u.pin_hash is null and u.deactivated_at is null offset 0)
          and not exists (select 1 from sessions where user_id = a.user_id offset 0)
          and not exists (select 1 from passkeys where user_id = a.user_id offset 0)
          and not exists (select 1 from customers where user_id = a.user_id offset 0)
          and not exists (select 1 from subscriptions where user_id = a.user_id offset 0)
          and not exists (select 1 from organization_members where user_id = a.user_id offset 0)
          and not exists (select 1 from organization_identities where user_id = a.user_id offset 0)
          and not exists (select 1 from scim_users where user_id = a.user_id offset 0)
          and not exists (select 1 from lesson_progress where user_id = a.user_id offset 0)
        limit ${limit}))`,
  )
}

/** Addresses of people who were invited long ago are forgotten. */
export async function deleteOldInvitations(db: Queryable, before: Date): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from organization_invitations where ctid = any(array(
        select ctid from organization_invitations where expires_at < ${before}
        order by expires_at limit ${limit} for update skip locked))`,
  )
}
