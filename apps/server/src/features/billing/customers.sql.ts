import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

/**
 * Somebody who buys. With an account, found by the account alone, which has one customer; its address follows the account's. Without
 * one, found by the typed address: what is begun there belongs to nobody yet.
 */
export type Customer = {
  id: string
  email: string
  userId: string | null
  language: string
  marketingConsent: boolean
  /** It is null, too, if another provider gave it. */
  providerCustomerId: string | null
  hasUsedTrial: boolean
}

type BuyerFacts = { email: string; language: string; marketingConsent: boolean }

/** A registration's mailbox is unproven: no answer to it may depend on what is stored for the address. */
export type Buyer =
  | (BuyerFacts & { userId: string; registrationId: null })
  | (BuyerFacts & { userId: null; registrationId: string })

const read = (tx: Tx, provider: string, where: string, values: (string | null)[]): Promise<Customer[]> =>
  // Columns and conditions are constants of this file; values are bound parameters.
  tx.unsafe(
    `select id, email, user_id as "userId", language, marketing_consent as "marketingConsent",
       case when provider = $1 then provider_customer_id end as "providerCustomerId", trial_used_at is not null as "hasUsedTrial"
     from customers ${where} for update`,
    [provider, ...values],
  ) as unknown as Promise<Customer[]>

/** Does nothing if there is one already. */
export async function insertCustomer(db: Queryable, id: string, buyer: Buyer, now: Date): Promise<void> {
  await db`
    insert into customers (id, email, user_id, language, marketing_consent, created_at)
    values (${id}, ${buyer.email}, ${buyer.userId}, ${buyer.language}, ${buyer.marketingConsent}, ${now})
    on conflict do nothing`
}

/** The customer of an account, or for a registration the one of its address without an account. */
export async function lockCustomerOf(tx: Tx, { userId, email }: Buyer, provider: string): Promise<Customer | null> {
  if (userId !== null) return lockCustomerOfAccount(tx, userId, provider)
  const [row] = await read(tx, provider, 'where user_id is null and email = $2', [email])
  return row ?? null
}

export async function lockCustomerOfAccount(tx: Tx, userId: string, provider: string): Promise<Customer | null> {
  const [row] = await read(tx, provider, 'where user_id = $2::uuid', [userId])
  return row ?? null
}

/** `reference`: our id of the checkout, as the provider stores it. */
export async function lockCustomerOfCheckout(
  tx: Tx,
  reference: string | null,
  provider: string,
): Promise<Customer | null> {
  const where = 'where id = (select customer_id from checkouts where id::text = $2 and provider = $1)'
  const [row] = await read(tx, provider, where, [reference])
  // While this waited for the lock, the customer may have become another one's.
  const [other] = row ? [row] : await read(tx, provider, where, [reference])
  return other ?? null
}

/** What was begun at the learner's address before they signed in becomes theirs, unless it is being stored right now. */
export async function takeOverCustomer(tx: Tx, customerId: string, email: string): Promise<void> {
  const [begun] = await tx<{ id: string }[]>`
    select id from customers where user_id is null and email = ${email} for update skip locked`
  if (begun) await mergeCustomers(tx, { from: begun.id, into: customerId })
}

const mergeCustomers = async (tx: Tx, { from, into }: { from: string; into: string }): Promise<void> => {
  await tx`update checkouts set customer_id = ${into} where customer_id = ${from}`
  await tx`delete from customers where id = ${from}`
}

type Link = { userId: string; reference: string | null; provider: string; providerCustomerId: string }

/** Makes a checkout's customer the account's, and its provider's customer the one that the account buys with. */
export async function linkCustomer(
  tx: Tx,
  customer: Customer,
  { userId, reference, provider, providerCustomerId }: Link,
): Promise<void> {
  const own = await lockCustomerOfAccount(tx, userId, provider)
  if (!own && customer.userId === null) await tx`update customers set user_id = ${userId} where id = ${customer.id}`
  else if (!own) await copyForAccount(tx, customer.id, userId)
  else if (customer.userId === null) await mergeCustomers(tx, { from: customer.id, into: own.id })
  await tx`
    update checkouts set customer_id = (select id from customers where user_id = ${userId})
    where id::text = ${reference}`
  await tx`
    update customers set provider = ${provider}, provider_customer_id = ${providerCustomerId} where user_id = ${userId}`
}

/** The address of the checkout belongs to another account than when it was begun. */
const copyForAccount = async (tx: Tx, customerId: string, userId: string): Promise<void> => {
  await tx`
    insert into customers (id, email, user_id, language, marketing_consent, created_at)
    select gen_random_uuid(), u.email, u.id, u.lang, u.marketing_consent, c.created_at
    from customers c, users u where c.id = ${customerId} and u.id = ${userId}`
}

/** The provider doesn't know it. */
export async function forgetProviderCustomer(tx: Tx, customerId: string): Promise<void> {
  await tx`update customers set provider = null, provider_customer_id = null where id = ${customerId}`
}

export async function hasUsedTrial(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db`
    select 1 from customers where user_id = ${userId} and trial_used_at is not null limit 1`
  return rows.length > 0
}

export async function markTrialUsed(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`update customers set trial_used_at = ${now} where user_id = ${userId} and trial_used_at is null`
}

export async function findBuyerOfUser(db: Queryable, userId: string): Promise<Buyer | null> {
  const [row] = await db<Buyer[]>`
    select email, lang as language, marketing_consent as "marketingConsent", id as "userId",
      null as "registrationId"
    from users where id = ${userId} and deactivated_at is null`
  return row ?? null
}

type Payer = { email: string; language: string }

export async function findPayer(db: Queryable, userId: string): Promise<Payer | null> {
  const [row] = await db<Payer[]>`
    select email, lang as language from users where id = ${userId}`
  return row ?? null
}

/** The address of an account's customer follows the account's. */
export async function moveCustomer(db: Queryable, userId: string, email: string): Promise<void> {
  await db`update customers set email = ${email} where user_id = ${userId}`
}

export async function listProviderCustomers(db: Queryable, userId: string, provider: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select provider_customer_id as id from customers
    where user_id = ${userId} and provider = ${provider} and provider_customer_id is not null
    union
    select provider_customer_id from subscriptions
    where user_id = ${userId} and provider = ${provider} and provider_customer_id is not null`
  return rows.map(({ id }) => id)
}

/**
 * Deletes those who started a checkout, never got what they paid for, and haven't returned since, with their checkouts. Returns how
 * many.
 */
export async function deleteIdleCustomers(db: Queryable, before: Date): Promise<number> {
  return inSteps(
    (limit) => db`
      delete from customers where ctid = any(array(
        select c.ctid from customers c
        where c.user_id is null and c.created_at < ${before}
          and not exists (
            select 1 from checkouts k where k.customer_id = c.id
              and (k.status in ('open', 'replaced') or k.created_at >= ${before}))
        order by c.created_at limit ${limit} for update of c skip locked))`,
  )
}

/** Everything bought before `requestedAt`, by the database's clock, must end. */
export type Closing = { userId: string; requestedAt: string }

export function listClosings(db: Queryable): Promise<Closing[]> {
  return db<Closing[]>`
    select user_id as "userId", requested_at::text as "requestedAt" from billing_closings order by requested_at limit 1000`
}

/** Keeps a closing that was requested again meanwhile. */
export async function deleteClosing(db: Queryable, { userId, requestedAt }: Closing): Promise<void> {
  await db`delete from billing_closings where user_id = ${userId} and requested_at = ${requestedAt}::timestamptz`
}

/** Those that haven't been ended for it yet. */
export async function listClosingSubscriptions(db: Queryable, { userId, requestedAt }: Closing): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where user_id = ${userId} and created_at <= ${requestedAt}::timestamptz
      and id <> all(array(select unnest(ended_ids) from billing_closings where user_id = ${userId}))
    order by created_at, id`
  return rows.map(({ id }) => id)
}

export async function noteClosed(
  db: Queryable,
  { userId, requestedAt }: Closing,
  subscriptionId: string,
): Promise<void> {
  await db`
    update billing_closings set ended_ids = array_append(ended_ids, ${subscriptionId})
    where user_id = ${userId} and requested_at = ${requestedAt}::timestamptz`
}

/** None once the account is restored or unblocked. */
export async function listLeaversCustomers(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select c.id from users u join customers c on c.user_id = u.id or (c.user_id is null and c.email = u.email)
    where u.id = ${userId} and (u.deactivated_at is not null or u.blocked_at is not null)`
  return rows.map(({ id }) => id)
}
