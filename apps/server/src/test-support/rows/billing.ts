import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../database/connect.ts'

/** A customer who belongs to an account if `userId` is given. Returns the customer's id. */
export async function addCustomer(db: Queryable, email: string, userId: string | null = null): Promise<string> {
  const id = randomUUID()
  await db`
    insert into customers (id, email, user_id, language, marketing_consent, created_at)
    values (${id}, ${email}, ${userId}, 'en', false, now())`
  return id
}

export async function addCheckout(
  db: Queryable,
  { customerId, status, daysAgo }: { customerId: string; status: string; daysAgo: number },
): Promise<void> {
  await db`
    insert into checkouts (id, customer_id, provider, product_id, trial_days, status, created_at)
    values (${randomUUID()}, ${customerId}, 'embedded', 'monthly', 7, ${status}, now() - make_interval(days => ${daysAgo}))`
}

/** As while the provider's answer is under way. */
export async function forgetSession(db: Queryable, sessionId: string): Promise<void> {
  await db`update checkouts set session_id = null, url = null where session_id = ${sessionId}`
}

/** As when the provider's answer arrives. */
export async function restoreSession(
  db: Queryable,
  { sessionId, url }: { sessionId: string; url: string },
): Promise<void> {
  await db`
    update checkouts set session_id = ${sessionId}, url = ${url}
    where id::text = (select reference from embedded_checkouts where id = ${sessionId})`
}

/** Rows that remain of a customer, here and at the embedded provider. */
export async function countTracesOfCustomer(db: Queryable, email: string): Promise<number> {
  const rows = await db`
    select 1 from customers where email = ${email}
    union all
    select 1 from embedded_checkouts where email = ${email}`
  return rows.length
}

/** The requested changes of a subscription, oldest first. */
export function listChanges(db: Queryable, subscriptionId: string): Promise<{ wish: string; isOpen: boolean }[]> {
  return db<{ wish: string; isOpen: boolean }[]>`
    select wish, settled_at is null as "isOpen" from subscription_changes
    where subscription_id = ${subscriptionId} order by created_at, settled_at nulls last`
}

export async function countPaymentEvents(db: Queryable): Promise<number> {
  return (await db`select 1 from payment_events`).length
}

export async function listTrialCardHashes(db: Queryable): Promise<Buffer[]> {
  const rows = await db<{ hash: Buffer }[]>`select card_hash as hash from trial_cards`
  return rows.map(({ hash }) => hash)
}

export async function setBoughtAt(db: Queryable, userId: string, at: Date): Promise<void> {
  await db`update subscriptions set created_at = ${at} where user_id = ${userId}`
}

export async function makeOverdue(db: Queryable, subscriptionId: string): Promise<void> {
  await db`update subscriptions set status = 'past_due', past_due_since = now() where id = ${subscriptionId}`
}

/** As when all subscriptions ended on the first day of 2026. */
export async function endAllSubscriptions(db: Queryable): Promise<void> {
  await db`update subscriptions set current_period_end = '2026-01-01', status = 'canceled'`
}

export async function makeOverdueAtProvider(db: Queryable, subscriptionId: string, since: Date): Promise<void> {
  await db`
    update embedded_subscriptions set status = 'past_due', past_due_since = ${since}
    where id = ${subscriptionId}`
}

export async function endPeriodAtProvider(db: Queryable, subscriptionId: string, at: Date): Promise<void> {
  await db`update embedded_subscriptions set current_period_end = ${at} where id = ${subscriptionId}`
}

/** Drops the events that the embedded provider has not delivered yet. */
export async function loseProviderEvents(db: Queryable): Promise<void> {
  await db`delete from embedded_events`
}

export async function findEmailAtProvider(db: Queryable, customerId: string): Promise<string | null> {
  const [row] = await db<{ email: string }[]>`select email from embedded_checkouts where customer_id = ${customerId}`
  return row?.email ?? null
}

/** In cents; 0 when nothing was refunded. */
export async function findRefund(db: Queryable, subscriptionId: string): Promise<number> {
  const [row] = await db<{ cents: number }[]>`
    select sum(refunded_cents)::integer as cents from embedded_payments where subscription_id = ${subscriptionId}`
  return row?.cents ?? 0
}

/** The refund of each subscription of an account, oldest first, in cents. */
export async function listRefunds(db: Queryable, email: string): Promise<number[]> {
  const rows = await db<{ cents: number }[]>`
    select (select coalesce(sum(refunded_cents), 0) from embedded_payments p where p.subscription_id = e.id)::integer as cents
    from embedded_subscriptions e join subscriptions s on s.id = e.id
      join users u on u.id = s.user_id
    where u.email = ${email} order by s.created_at, s.id`
  return rows.map(({ cents }) => cents)
}

/** Canceled subscriptions without a trial whose payment was kept. */
export async function countKeptPayments(db: Queryable, email: string): Promise<number> {
  const rows = await db`
    select 1 from embedded_subscriptions e join subscriptions s on s.id = e.id join users u on u.id = s.user_id
    where u.email = ${email} and e.status = 'canceled' and e.trial_end is null
      and not exists (select 1 from embedded_payments p where p.subscription_id = e.id and p.refunded_cents > 0)`
  return rows.length
}

/** The states of the checkouts for an address, oldest first; in any order those made at one moment. */
export async function listCheckoutStates(db: Queryable, email: string): Promise<string[]> {
  const rows = await db<{ status: string }[]>`
    select k.status from checkouts k join customers c on c.id = k.customer_id
    where c.email = ${email} order by k.created_at, k.id`
  return rows.map(({ status }) => status)
}

type StoredPayment = {
  id: string
  status: string
  amount: number
  tax: number
  refunded: number
  country: string | null
}

/** The payments of a subscription, newest first. */
export function listStoredPayments(db: Queryable, subscriptionId: string): Promise<StoredPayment[]> {
  return db<StoredPayment[]>`
    select id, status, amount_cents::float8 as amount, tax_cents::float8 as tax, refunded_cents::float8 as refunded, country
    from payments where subscription_id = ${subscriptionId} order by created_at desc, id`
}

type PaymentMonth = Record<'payments' | 'paid' | 'tax' | 'refunds' | 'refunded' | 'failedAttempts', number>

export function listPaymentMonths(db: Queryable): Promise<PaymentMonth[]> {
  return db<PaymentMonth[]>`
    select payments::float8, paid_cents::float8 as paid, tax_cents::float8 as tax, refunds::float8,
      refunded_cents::float8 as refunded, failed_attempts::float8 as "failedAttempts"
    from payment_months order by month`
}
