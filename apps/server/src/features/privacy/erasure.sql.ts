// NOTE: erasure deletes from the tables of all features. This file is the one exception to "only the owner writes".

import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

type Leaver = { email: string; language: string; restorableUntil: Date }

/** By the database's clock; null when the account isn't active. */
export async function deactivate(tx: Tx, userId: string, graceDays: number): Promise<Leaver | null> {
  const [row] = await tx<Leaver[]>`
    update users set deactivated_at = now() where id = ${userId} and deactivated_at is null
    returning email, lang as language, deactivated_at + make_interval(days => ${graceDays}) as "restorableUntil"`
  return row ?? null
}

/** A repeat also covers purchases since the first request. */
export async function requestBillingClosing(tx: Tx, userId: string): Promise<void> {
  await tx`
    insert into billing_closings (user_id) values (${userId})
    on conflict (user_id) do update set requested_at = now(), ended_ids = '{}'`
}

/** Keeps the links that undo an email change: a thief who deletes the account must not void them. */
export async function deleteTokens(db: Queryable, userId: string): Promise<void> {
  await db`delete from one_time_tokens where user_id = ${userId} and purpose <> 'email-undo'`
}

/** Its address never works again, also after the account has come back. */
export async function deleteCalendarFeed(db: Queryable, userId: string): Promise<void> {
  await db`delete from calendar_feeds where user_id = ${userId}`
}

/** Accounts after their grace period, and erased accounts that came back with a restored backup. */
export async function listDueAccounts(db: Queryable, graceDays: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from users where deactivated_at <= now() - make_interval(days => ${graceDays})
    union
    select u.id from erased_accounts e cross join lateral (
      select id from users where sha256(id::text::bytea) = e.id_hash limit 1) as u
    limit 1000`
  return rows.map(({ id }) => id)
}

/** Claims an account that is still due, else null. A concurrent sign-in writes the same row, so only one of them wins. */
export async function claimAccount(tx: Tx, userId: string, graceDays: number): Promise<{ email: string } | null> {
  const [row] = await tx<{ email: string }[]>`
    update users set marketing_consent = false
    where id = ${userId} and (deactivated_at <= now() - make_interval(days => ${graceDays})
      or exists (select 1 from erased_accounts where id_hash = sha256(users.id::text::bytea) offset 0))
    returning email`
  return row ?? null
}

/** The addresses that this user has ever proven and that belong to no other user now. */
export async function listAddresses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx<{ address: string }[]>`
    select address from (
      select email as address from users where id = ${userId}
      union select old_email from email_changes where user_id = ${userId}
      union select new_email from email_changes where user_id = ${userId} and confirmed_at is not null) as known
    where not exists (select 1 from users where email = address and id <> ${userId})`
  return rows.map(({ address }) => address)
}

export async function requestProviderErasure(tx: Tx, userId: string, addresses: string[]): Promise<void> {
  await tx`
    insert into provider_erasures (provider, kind, object_id)
    with own_checkouts as (
      select c.* , p.provider_customer_id as customer from checkouts c join customers p on p.id = c.customer_id
      where p.user_id = ${userId} or (p.user_id is null and p.email = any(${addresses})))
    select provider, 'customer', provider_customer_id from subscriptions
      where user_id = ${userId} and provider is not null and provider_customer_id is not null
    union select provider, 'customer', provider_customer_id from own_checkouts where provider_customer_id is not null
    union select provider, 'customer', customer from own_checkouts where customer is not null and status = 'paid'
    union select provider, 'checkout', session_id from own_checkouts where session_id is not null
    on conflict do nothing`
}

/** Keeps an address's consent decisions, without the address. */
export async function keepConsentProof(
  tx: Tx,
  { address, hash, userId }: { address: string; hash: Buffer; userId: string | null },
): Promise<void> {
  await tx`
    insert into erased_consents (email_hash, purpose, is_given, text_sha256, decided_at)
    select ${hash}, purpose, is_given, text_sha256, decided_at from consents
    where user_id = ${userId}::uuid or registration_id = any(array(select id from registrations where email = ${address}))
    order by id`
}

export async function deleteByAddress(tx: Tx, userId: string, addresses: string[]): Promise<void> {
  await tx`
    delete from mailbox_mails where to_address = any(${addresses}) or message_id = any(array(
      select m.message_id from outgoing_mails o cross join lateral (
        select message_id from mailbox_mails
        where message_id ~>=~ ('<' || o.id || '@') and message_id ~<~ ('<' || o.id || 'A') limit 1) as m
      where o.user_id = ${userId}))`
  await tx`delete from outgoing_mails where to_address = any(${addresses})`
  await tx`delete from inbox_items where email = any(${addresses})`
  await tx`delete from organization_invitations where email = any(${addresses})`
  await tx`delete from scim_users where email = any(${addresses})`
  await tx`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker._private_jobs where payload ->> 'email' = any(${addresses})))`
  await tx`
    delete from one_time_tokens
    where registration_id = any(array(select id from registrations where email = any(${addresses})))`
  await tx`delete from consents where registration_id = any(array(select id from registrations where email = any(${addresses})))`
  const left = await tx<{ id: string }[]>`
    delete from registrations where email = any(${addresses}) and onboarding_id is not null
    returning onboarding_id as id`
  await tx`delete from registrations where email = any(${addresses})`
  await tx`
    delete from onboardings where id = any(${left.map(({ id }) => id)}::uuid[])
      and not exists (select 1 from registrations where onboarding_id = onboardings.id)`
  await tx`
    delete from customers where user_id = ${userId} or (user_id is null and email = any(${addresses}))`
}

/** What an erased person is called: their addresses, and the names that they gave or an organization's directory sent. */
export async function listNames(tx: Tx, userId: string, addresses: readonly string[]): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select distinct lower(trim(name)) as name from (
      select unnest(${[...addresses]}::text[]) as name
      union select first_name from users where id = ${userId}
      union select username from users where id = ${userId}
      union select name from certificates where user_id = ${userId}
      union select unnest(array[given_name, family_name, display_name, user_name]) from scim_users
        where user_id = ${userId} or email = any(${[...addresses]})) as known
    where length(trim(name)) > 2`
  return rows.map(({ name }) => name)
}

/** Names that people of an organization typed into what stays: of keys, and in its log. Single words count only as a whole. */
export async function replaceNames(tx: Tx, userId: string, names: readonly string[]): Promise<void> {
  const organizations = await tx<{ id: string }[]>`
    select organization_id as id from organization_members where user_id = ${userId}
    union select organization_id from organization_log where actor_id = ${userId} or subject_id = ${userId}`
  const ids = organizations.map(({ id }) => id)
  if (ids.length === 0 || names.length === 0) return
  const known = [...names]
  await tx`
    update api_keys set name = 'erased' where organization_id = any(${ids}::uuid[]) and exists (
      select 1 from unnest(${known}::text[]) as said
      where case when said ~ '^[[:alnum:]]+$' then said = any(regexp_split_to_array(lower(name), '[^[:alnum:]]+'))
        else position(said in lower(name)) > 0 end)`
  await tx`
    update organization_log set detail = 'erased' where organization_id = any(${ids}::uuid[]) and exists (
      select 1 from unnest(${known}::text[]) as said
      where case when said ~ '^[[:alnum:]]+$' then said = any(regexp_split_to_array(lower(detail), '[^[:alnum:]]+'))
        else position(said in lower(detail)) > 0 end)`
}

export async function deleteCounters(
  tx: Tx,
  { account, keyStarts }: { account: string; keyStarts: string[] },
): Promise<void> {
  await tx`
    delete from login_attempts where key in (
      select found.key from unnest(${keyStarts}::text[]) as beginning cross join lateral (
        select key from login_attempts where key ~>=~ beginning and key ~<~ (beginning || chr(1114111)) offset 0) as found)`
  await tx`delete from login_network_accounts where account_key = ${account}`
}

/** As `limit-requests.ts` writes them. */
export async function deleteRequestCounters(tx: Tx, userId: string): Promise<void> {
  await tx`delete from rate_limits where key in ('judge-minute:' || ${userId}, 'judge-day:' || ${userId})`
}

/** Foreign keys cascade to every row with its `user_id`. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await tx`
    delete from payment_events where subscription_id in (select id from subscriptions where user_id = ${userId})`
  await tx`delete from users where id = ${userId}`
  await tx`
    insert into erased_accounts (id_hash) values (sha256(${userId}::text::bytea))
    on conflict (id_hash) do nothing`
}

export async function addErasedAccounts(db: Queryable, erasures: ReadonlyMap<string, string>): Promise<void> {
  const all = [...erasures]
  const step = 5_000
  for (let from = 0; from < all.length; from += step) {
    const some = all.slice(from, from + step)
    await db`
      insert into erased_accounts (id_hash, erased_at)
      select decode(hash, 'hex'), at::timestamptz
      from unnest(${some.map(([hash]) => hash)}::text[], ${some.map(([, at]) => at)}::text[]) as erased (hash, at)
      on conflict (id_hash) do nothing`
  }
}

export async function deleteOldProof(db: Queryable, days: number): Promise<void> {
  await inSteps(
    (limit) => db`
      delete from erased_consents where ctid = any(array(
        select ctid from erased_consents where erased_at < now() - make_interval(days => ${days})
        order by erased_at limit ${limit} for update skip locked))`,
  )
  await inSteps(
    (limit) => db`
      delete from erased_accounts where ctid = any(array(
        select ctid from erased_accounts where erased_at < now() - make_interval(days => ${days})
        order by erased_at limit ${limit} for update skip locked))`,
  )
}

type ProviderErasure = { kind: 'customer' | 'checkout'; objectId: string }

export function listProviderErasures(db: Queryable, provider: string): Promise<ProviderErasure[]> {
  return db<ProviderErasure[]>`
    select kind, object_id as "objectId" from provider_erasures
    where provider = ${provider} order by requested_at, kind, object_id limit 1000`
}

export async function settleProviderErasure(
  db: Queryable,
  provider: string,
  { kind, objectId }: ProviderErasure,
): Promise<void> {
  await db`
    delete from provider_erasures where provider = ${provider} and kind = ${kind} and object_id = ${objectId}`
}
