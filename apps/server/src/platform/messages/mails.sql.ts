import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

/** Null when its deduplication key was used before. */
export async function insertMail(
  tx: Tx,
  mail: {
    to: string
    userId: string | null
    language: string
    template: string
    values: object
    dedupeKey: string | null
    requestedFrom: string | null
  },
): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`
    insert into outgoing_mails (id, user_id, to_address, language, template, template_values, dedupe_key,
      requested_from)
    values (gen_random_uuid(), ${mail.userId}, ${mail.to}, ${mail.language}, ${mail.template}, ${tx.json(mail.values)},
      ${mail.dedupeKey}, ${mail.requestedFrom})
    on conflict (dedupe_key) do nothing
    returning id`
  return row?.id ?? null
}

export type NewMail = { to: string; userId: string | null; language: string; template: string; values: object }

/** Many mails without a deduplication key. Returns their IDs. */
export async function insertMails(tx: Tx, mails: readonly NewMail[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    insert into outgoing_mails (id, user_id, to_address, language, template, template_values)
    select gen_random_uuid(), mail."userId", mail."to", mail.language, mail.template, mail.values
    from jsonb_to_recordset(${tx.json(mails)}) as mail("userId" uuid, "to" text, language text, template text, values jsonb)
    returning id`
  return rows.map(({ id }) => id)
}

export type ClaimedMail = {
  id: string
  userId: string | null
  to: string
  language: string
  template: string
  values: Record<string, string>
}

/** Claims a mail for sending; null when it is sent, refused, deleted, or claimed by another process. */
export async function claimMail(db: Queryable, mailId: string, seconds: number): Promise<ClaimedMail | null> {
  const [row] = await db<ClaimedMail[]>`
    update outgoing_mails set claimed_until = now() + make_interval(secs => ${seconds})
    where id = ${mailId} and sent_at is null and refused_at is null
      and (claimed_until is null or claimed_until < now())
    returning id, user_id as "userId", to_address as "to", language, template, template_values as "values"`
  return row ?? null
}

/** A mail as it was queued; null when it's unknown. */
export async function findMail(db: Queryable, mailId: string): Promise<ClaimedMail | null> {
  const [row] = await db<ClaimedMail[]>`
    select id, user_id as "userId", to_address as "to", language, template, template_values as "values"
    from outgoing_mails where id = ${mailId}`
  return row ?? null
}

export async function isMailOpen(db: Queryable, mailId: string): Promise<boolean> {
  const rows = await db`select 1 from outgoing_mails where id = ${mailId} and sent_at is null and refused_at is null`
  return rows.length > 0
}

/** Why a mail wasn't sent: the server refused it, it had become pointless, or mails to the address come back. */
export type MailRefusal = 'by_server' | 'not_needed' | 'suppressed'

export async function markSent(db: Queryable, mailId: string): Promise<void> {
  await db`update outgoing_mails set sent_at = now(), claimed_until = null where id = ${mailId}`
}

export async function markRefused(db: Queryable, mailId: string, refusal: MailRefusal): Promise<void> {
  await db`
    update outgoing_mails set refused_at = now(), refusal = ${refusal}, claimed_until = null where id = ${mailId}`
}

/** Null for an unknown mail. `isFirst`: nothing of this kind was reported about it before. */
export async function markReturned(
  tx: Tx,
  mailId: string,
  { kind, status }: { kind: 'bounce' | 'complaint'; status: string | null },
): Promise<{ to: string; isFirst: boolean } | null> {
  const [mail] = await tx<{ to: string; isFirst: boolean }[]>`
    select to_address as "to", case when ${kind} = 'bounce' then bounced_at is null else complained_at is null end as "isFirst"
    from outgoing_mails where id = ${mailId} for update`
  if (!mail?.isFirst) return mail ?? null
  if (kind === 'bounce')
    await tx`update outgoing_mails set bounced_at = now(), bounce_status = ${status} where id = ${mailId}`
  else await tx`update outgoing_mails set complained_at = now() where id = ${mailId}`
  return mail
}

export async function releaseMail(db: Queryable, mailId: string): Promise<void> {
  await db`update outgoing_mails set claimed_until = null where id = ${mailId}`
}

export async function deleteOldMails(db: Queryable, days: number, keyedDays: number): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from outgoing_mails where ctid = any(array(
        select ctid from outgoing_mails where dedupe_key is null and created_at < now() - make_interval(days => ${days})
        order by created_at limit ${limit} for update skip locked))`,
  )
  await inSteps(
    (limit) => db`
      delete from outgoing_mails where ctid = any(array(
        select ctid from outgoing_mails where dedupe_key is not null and created_at < now() - make_interval(days => ${keyedDays})
        order by created_at limit ${limit} for update skip locked))`,
  )
}

export type MailboxMail = {
  messageId: string
  to: string
  subject: string
  text: string
  html: string
  unsubscribeUrl: string | null
  receivedAt: Date
}

export function listMailboxRows(db: Queryable, limit: number): Promise<MailboxMail[]> {
  return db<MailboxMail[]>`
    select message_id as "messageId", to_address as "to", subject, text_body as "text", html_body as "html",
      unsubscribe_url as "unsubscribeUrl", received_at as "receivedAt"
    from mailbox_mails order by received_at desc, message_id limit ${limit}`
}

export async function findMailboxRow(db: Queryable, messageId: string): Promise<MailboxMail | null> {
  const [row] = await db<MailboxMail[]>`
    select message_id as "messageId", to_address as "to", subject, text_body as "text", html_body as "html",
      unsubscribe_url as "unsubscribeUrl", received_at as "receivedAt"
    from mailbox_mails where message_id = ${messageId}`
  return row ?? null
}

export async function deleteOldMailboxMails(db: Queryable, days: number): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from mailbox_mails where ctid = any(array(
        select ctid from mailbox_mails where received_at < now() - make_interval(days => ${days})
        order by received_at limit ${limit} for update skip locked))`,
  )
}

/** Serializes requests with the same keys until the transaction ends. Sorted, to avoid deadlocks. */
export async function lockRequests(tx: Tx, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort()) await tx`select pg_advisory_xact_lock(hashtextextended(${`mail:${key}`}, 0))`
}

export type RequestedMails = {
  /** To this address with this template, within the requested seconds. */
  sameLately: number
  toAddressInHour: number
  toAddressInDay: number
  forUserInHour: number
  fromNetworkInHour: number
  allInHour: number
}

export async function countRequestedMails(
  tx: Tx,
  asked: { to: string; userId: string | null; requestedFrom: string; template: string; seconds: number },
): Promise<RequestedMails> {
  const { to, userId, requestedFrom, template, seconds } = asked
  const [row] = await tx<RequestedMails[]>`
    select
      count(*) filter (where to_address = ${to} and template = ${template}
        and created_at > now() - make_interval(secs => ${seconds}::int))::int as "sameLately",
      count(*) filter (where to_address = ${to} and created_at > now() - interval '1 hour')::int as "toAddressInHour",
      count(*) filter (where to_address = ${to})::int as "toAddressInDay",
      count(*) filter (where user_id = ${userId}::uuid and created_at > now() - interval '1 hour')::int as "forUserInHour",
      count(*) filter (where requested_from = ${requestedFrom} and created_at > now() - interval '1 hour')::int
        as "fromNetworkInHour",
      count(*) filter (where created_at > now() - interval '1 hour')::int as "allInHour"
    from outgoing_mails where requested_from is not null and created_at > now() - interval '1 day'`
  if (!row) throw new Error('a count returned no row')
  return row
}
