import type { Queryable, Tx } from '../../database/connect.ts'
import { inSteps } from '../../database/transaction.ts'

/** A customer: known by email address before they have an account. */
export type Customer = {
  id: string
  email: string
  userId: string | null
  language: string
  marketingConsent: boolean
  providerCustomerId: string | null
  hasUsedTrial: boolean
}

type BuyerFacts = { email: string; language: string; marketingConsent: boolean }

/** A registration's mailbox is unproven: no answer to it may depend on what is stored for the address. */
export type Buyer =
  | (BuyerFacts & { userId: string; registrationId: null })
  | (BuyerFacts & { userId: null; registrationId: string })

const read = (db: Queryable, where: string, values: (string | null)[]): Promise<Customer[]> =>
  // Columns and conditions are constants of this file; values are bound parameters.
  db.unsafe(
    `select id, email, user_id as "userId", language, marketing_consent as "marketingConsent",
       provider_customer_id as "providerCustomerId", trial_used_at is not null or exists (
         select 1 from customers other where other.user_id = customers.user_id and other.trial_used_at is not null
       ) as "hasUsedTrial"
     from customers ${where}`,
    values,
  ) as unknown as Promise<Customer[]>

export async function insertCustomer(db: Queryable, id: string, buyer: Buyer, now: Date): Promise<void> {
  await db`
    insert into customers (id, email, user_id, language, marketing_consent, created_at)
    values (${id}, ${buyer.email}, ${buyer.userId}, ${buyer.language}, ${buyer.marketingConsent}, ${now})
    on conflict (email) do nothing`
}

/** The customer of an account, else of an address. */
export async function lockCustomerOf(tx: Tx, buyer: Buyer): Promise<Customer | null> {
  const where = `where user_id = $1::uuid or email = $2
    order by (user_id = $1::uuid) desc nulls last, created_at limit 1 for update`
  const [row] = await read(tx, where, [buyer.userId, buyer.email])
  return row ?? null
}

/** `reference`: our id of the checkout, as the provider stores it. */
export async function lockCustomerOfCheckout(
  tx: Tx,
  reference: string | null,
  provider: string,
): Promise<Customer | null> {
  const where = `where id = (select customer_id from checkouts where id::text = $1 and provider = $2) for update`
  const [row] = await read(tx, where, [reference, provider])
  return row ?? null
}

export async function linkCustomer(
  tx: Tx,
  customerId: string,
  { userId, providerCustomerId }: { userId: string; providerCustomerId: string },
): Promise<void> {
  await tx`
    update customers set user_id = ${userId}, provider_customer_id = ${providerCustomerId} where id = ${customerId}`
}

export async function hasUsedTrial(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db`
    select 1 from customers where user_id = ${userId} and trial_used_at is not null limit 1`
  return rows.length > 0
}

export async function markTrialUsed(tx: Tx, customerId: string, now: Date): Promise<void> {
  await tx`update customers set trial_used_at = ${now} where id = ${customerId} and trial_used_at is null`
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

/** Does nothing when another customer already has that address. */
export async function moveCustomer(db: Queryable, userId: string, email: string): Promise<void> {
  await db`
    update customers set email = ${email}
    where id = (select id from customers where user_id = ${userId} order by created_at limit 1)
      and not exists (select 1 from customers where email = ${email})`
}

export async function listProviderCustomers(db: Queryable, userId: string, provider: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select provider_customer_id as id from customers where user_id = ${userId} and provider_customer_id is not null
    union
    select provider_customer_id from subscriptions
    where user_id = ${userId} and provider = ${provider} and provider_customer_id is not null`
  return rows.map(({ id }) => id)
}

/** Deletes those who started a checkout, never paid, and haven't returned since, with their checkouts. Returns how many. */
export async function deleteIdleCustomers(db: Queryable, before: Date): Promise<number> {
  return inSteps(
    (limit) => db`
      delete from customers where ctid = any(array(
        select c.ctid from customers c
        where c.user_id is null and c.created_at < ${before}
          and not exists (
            select 1 from checkouts k where k.customer_id = c.id
              and (k.status in ('open', 'replaced', 'paid') or k.created_at >= ${before}))
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

export async function listClosingSubscriptions(db: Queryable, { userId, requestedAt }: Closing): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from subscriptions
    where user_id = ${userId} and created_at <= ${requestedAt}::timestamptz order by created_at, id`
  return rows.map(({ id }) => id)
}

/** None once the account is restored or unblocked. */
export async function listLeaversCustomers(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select c.id from users u join customers c on c.user_id = u.id or c.email = u.email
    where u.id = ${userId} and (u.deactivated_at is not null or u.blocked_at is not null)`
  return rows.map(({ id }) => id)
}
