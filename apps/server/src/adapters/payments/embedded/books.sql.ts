import type { Queryable, Tx } from '../../../database/connect.ts'
import type { CheckoutRequest, EmbeddedCheckout, RefundedPayment } from '../port.ts'
import type { EmbeddedSubscription } from './subscriptions.ts'

/** Does nothing when the key exists. */
export async function insertCheckout(
  db: Queryable,
  checkout: CheckoutRequest & { sessionId: string; customerId: string; quantity: number; expiresAt: Date },
): Promise<void> {
  const { sessionId, idempotencyKey, reference, email, customerId, productId, trialDays, expiresAt } = checkout
  await db`
    insert into embedded_checkouts (id, idempotency_key, reference, email, customer_id, product_id, trial_days, quantity, coupon_id,
      success_url, failed_url, status, expires_at)
    values (${sessionId}, ${idempotencyKey}, ${reference}, ${email}, ${customerId}, ${productId}, ${trialDays},
      ${checkout.quantity}, ${checkout.couponId}, ${checkout.successUrl}, ${checkout.failedUrl}, 'open', ${expiresAt})
    on conflict (idempotency_key) do nothing`
}

type CheckoutRow = EmbeddedCheckout & { customerId: string; expiresAt: Date }

export async function findCheckoutByKey(
  db: Queryable,
  idempotencyKey: string,
): Promise<(CheckoutRequest & { sessionId: string; quantity: number }) | null> {
  const [row] = await db<(CheckoutRequest & { sessionId: string; quantity: number })[]>`
    select id as "sessionId", idempotency_key as "idempotencyKey", reference, email, customer_id as "customerId",
      product_id as "productId", trial_days as "trialDays", quantity, coupon_id as "couponId", success_url as "successUrl",
      failed_url as "failedUrl"
    from embedded_checkouts where idempotency_key = ${idempotencyKey}`
  return row ?? null
}

/** An open checkout is `expired` after its time. `forUpdate` locks the row. */
export async function findCheckout(
  db: Queryable,
  sessionId: string,
  now: Date,
  lock: 'none' | 'forUpdate' = 'none',
): Promise<CheckoutRow | null> {
  if (lock === 'forUpdate') await db`select 1 from embedded_checkouts where id = ${sessionId} for update`
  const [row] = await db<CheckoutRow[]>`
    select id as "sessionId", reference, email, customer_id as "customerId", product_id as "productId",
      trial_days as "trialDays", quantity, coupon_id as "couponId", success_url as "successUrl", failed_url as "failedUrl",
      case when status = 'open' and expires_at <= ${now} then 'expired' else status end as status,
      subscription_id as "subscriptionId", expires_at as "expiresAt"
    from embedded_checkouts where id = ${sessionId}`
  return row ?? null
}

export async function closeCheckout(
  db: Queryable,
  sessionId: string,
  status: 'complete' | 'expired',
  subscriptionId: string | null,
): Promise<void> {
  await db`
    update embedded_checkouts set status = ${status}, subscription_id = ${subscriptionId} where id = ${sessionId}`
}

const columns = `id, reference, customer_id as "customerId", product_id as "productId", status,
  cancel_at_period_end as "cancelAtPeriodEnd", billing_anchor as "billingAnchor", current_period_end as "currentPeriodEnd",
  trial_end as "trialEnd", past_due_since as "pastDueSince", price_cents as amount, currency, interval_unit as interval,
  interval_count as "intervalCount", card_brand as "cardBrand", card_last4 as "cardLast4", card_ends_at as "cardEndsAt",
  card_fingerprint as "cardFingerprint", next_plan as "nextPlan", country,
  tax_percent::float8 as "taxPercent", quantity, days_until_due as "daysUntilDue", discount`

const read = async (db: Queryable, where: string, values: (string | Date)[]): Promise<EmbeddedSubscription[]> =>
  // `columns` is a constant; every value is a parameter.
  (await db.unsafe(
    `select ${columns} from embedded_subscriptions ${where}`,
    values,
  )) as unknown as EmbeddedSubscription[]

export async function findSubscription(
  db: Queryable,
  subscriptionId: string,
  lock: 'none' | 'forUpdate' = 'none',
): Promise<EmbeddedSubscription | null> {
  const [row] = await read(db, `where id = $1 ${lock === 'forUpdate' ? 'for update' : ''}`, [subscriptionId])
  return row ?? null
}

/** Subscriptions with something due. Skips those that another instance works on. */
export function lockDueSubscriptions(db: Queryable, now: Date): Promise<EmbeddedSubscription[]> {
  return read(
    db,
    `where (status in ('trialing', 'active') and current_period_end <= $1) or status = 'past_due'
     order by current_period_end, id for update skip locked`,
    [now],
  )
}

export async function saveSubscription(db: Queryable, subscription: EmbeddedSubscription): Promise<void> {
  const { id, reference, customerId, productId, status, cancelAtPeriodEnd, billingAnchor } = subscription
  const { currentPeriodEnd, trialEnd, pastDueSince, amount, currency, interval, intervalCount } = subscription
  await db`
    insert into embedded_subscriptions (id, reference, customer_id, product_id, status, cancel_at_period_end, billing_anchor,
      current_period_end, trial_end, past_due_since, price_cents, currency, interval_unit, interval_count, card_brand,
      card_last4, card_ends_at, card_fingerprint, next_plan, country, tax_percent, quantity, days_until_due, discount)
    values (${id}, ${reference}, ${customerId}, ${productId}, ${status}, ${cancelAtPeriodEnd}, ${billingAnchor},
      ${currentPeriodEnd}, ${trialEnd}, ${pastDueSince}, ${amount}, ${currency}, ${interval}, ${intervalCount},
      ${subscription.cardBrand}, ${subscription.cardLast4}, ${subscription.cardEndsAt},
      ${subscription.cardFingerprint}, ${subscription.nextPlan && db.json(subscription.nextPlan)},
      ${subscription.country}, ${subscription.taxPercent}, ${subscription.quantity}, ${subscription.daysUntilDue},
      ${subscription.discount && db.json(subscription.discount)})
    on conflict (id) do update set status = excluded.status, product_id = excluded.product_id,
      price_cents = excluded.price_cents, interval_unit = excluded.interval_unit,
      interval_count = excluded.interval_count, next_plan = excluded.next_plan, cancel_at_period_end = excluded.cancel_at_period_end,
      billing_anchor = excluded.billing_anchor, current_period_end = excluded.current_period_end,
      past_due_since = excluded.past_due_since, card_brand = excluded.card_brand, card_last4 = excluded.card_last4,
      card_ends_at = excluded.card_ends_at, card_fingerprint = excluded.card_fingerprint, quantity = excluded.quantity,
      discount = excluded.discount`
}

export type EmbeddedPayment = {
  id: string
  status: 'paid' | 'failed'
  amount: number
  tax: number
  discount: number
  country: string | null
  refunded: number
  currency: string
  failedAttempts: number
  createdAt: Date
  paidAt: Date | null
}

/** Does nothing for an amount of zero. */
export async function insertPayment(
  db: Queryable,
  payment: Pick<EmbeddedPayment, 'id' | 'status' | 'amount' | 'tax' | 'discount' | 'country'> & {
    subscriptionId: string
    at: Date
  },
): Promise<void> {
  const { id, subscriptionId, status, amount, tax, country, at } = payment
  const isPaid = status === 'paid'
  await db`
    insert into embedded_payments (id, subscription_id, status, amount_cents, tax_cents, discount_cents, country, failed_attempts,
      created_at, paid_at)
    select ${id}::text, ${subscriptionId}::text, ${status}::text, ${amount}::integer, ${tax}::integer,
      ${payment.discount}::integer, ${country}::text,
      ${isPaid ? 0 : 1}::integer,
      ${at}::timestamptz, ${isPaid ? at : null}::timestamptz
    where ${amount}::integer > 0`
}

/** Newest first. */
export function listPayments(db: Queryable, subscriptionId: string): Promise<EmbeddedPayment[]> {
  return db<EmbeddedPayment[]>`
    select p.id, p.status, p.amount_cents as amount, p.tax_cents as tax, p.discount_cents as discount, p.country, p.refunded_cents as refunded, s.currency,
      p.failed_attempts as "failedAttempts", p.created_at as "createdAt", p.paid_at as "paidAt"
    from embedded_payments p join embedded_subscriptions s on s.id = p.subscription_id
    where p.subscription_id = ${subscriptionId} order by p.number desc limit 100`
}

/** Null before the first one. */
export async function findNewestPaymentId(db: Queryable, subscriptionId: string): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    select id from embedded_payments where subscription_id = ${subscriptionId} order by number desc limit 1`
  return row?.id ?? null
}

/** The payment that is due is made. */
export async function settleFailedPayments(tx: Tx, subscriptionId: string, now: Date): Promise<void> {
  await tx`
    update embedded_payments set status = 'paid', paid_at = ${now}
    where subscription_id = ${subscriptionId} and status = 'failed'`
}

/** Locks a payment and returns what can still be refunded of it; nothing for one that isn't made or is disputed. */
export async function lockRefundable(tx: Tx, id: string): Promise<number> {
  const [row] = await tx<{ left: number }[]>`
    select amount_cents - refunded_cents as left from embedded_payments where id = ${id} and status = 'paid'
      and not exists (select 1 from embedded_disputes d where d.payment_id = ${id}) for update`
  return row?.left ?? 0
}

export async function addRefund(tx: Tx, id: string, amount: number): Promise<void> {
  await tx`update embedded_payments set refunded_cents = refunded_cents + ${amount} where id = ${id}`
}

/** The newest 1,000 payments of which something was refunded. A payment's ID is also that of its charge. */
export function listRefunded(db: Queryable): Promise<RefundedPayment[]> {
  return db<RefundedPayment[]>`
    select id as "chargeId", refunded_cents::float8 as refunded from embedded_payments where refunded_cents > 0
    order by number desc limit 1000`
}

export type EmbeddedDispute = {
  id: string
  chargeId: string
  status: 'open' | 'lost'
  amount: number
  currency: string
  dueAt: Date
  openedAt: Date
}

/** Disputes a whole payment. */
export async function insertDispute(
  tx: Tx,
  dispute: { id: string; paymentId: string; dueAt: Date; at: Date },
): Promise<void> {
  await tx`
    insert into embedded_disputes (id, payment_id, status, due_at, opened_at)
    select ${dispute.id}::text, id, 'open', ${dispute.dueAt}::timestamptz, ${dispute.at}::timestamptz
    from embedded_payments where id = ${dispute.paymentId}`
}

export function listDisputes(db: Queryable, paymentId: string): Promise<EmbeddedDispute[]> {
  return db<EmbeddedDispute[]>`
    select d.id, d.payment_id as "chargeId", d.status, d.due_at as "dueAt", d.opened_at as "openedAt",
      (select amount_cents from embedded_payments p where p.id = d.payment_id) as amount,
      (select currency from embedded_subscriptions s
        where s.id = (select subscription_id from embedded_payments p where p.id = d.payment_id)) as currency
    from embedded_disputes d where d.payment_id = ${paymentId}`
}

export function listDisputesSince(db: Queryable, since: Date): Promise<EmbeddedDispute[]> {
  return db<EmbeddedDispute[]>`
    select d.id, d.payment_id as "chargeId", d.status, d.due_at as "dueAt", d.opened_at as "openedAt",
      (select amount_cents from embedded_payments p where p.id = d.payment_id) as amount,
      (select currency from embedded_subscriptions s
        where s.id = (select subscription_id from embedded_payments p where p.id = d.payment_id)) as currency
    from embedded_disputes d where d.opened_at >= ${since}`
}

/** Disputes whose deadline has passed are lost. Returns their payments. */
export async function loseDisputes(tx: Tx, now: Date): Promise<{ subscriptionId: string; chargeId: string }[]> {
  return tx<{ subscriptionId: string; chargeId: string }[]>`
    update embedded_disputes set status = 'lost' where status = 'open' and due_at <= ${now}
    returning payment_id as "chargeId",
      (select subscription_id from embedded_payments p where p.id = payment_id) as "subscriptionId"`
}

export async function insertEvent(db: Queryable, id: string, body: string): Promise<void> {
  await db`insert into embedded_events (id, body) values (${id}, ${body})`
}

export function listEvents(db: Queryable): Promise<{ id: string; body: string }[]> {
  return db<{ id: string; body: string }[]>`select id, body from embedded_events order by number limit 500`
}

export async function deleteEvent(db: Queryable, id: string): Promise<void> {
  await db`delete from embedded_events where id = ${id}`
}

/** Completed checkouts hold the customer's address. An open one keeps the address it began with. */
export async function changeCustomerEmail(db: Queryable, customerId: string, email: string): Promise<void> {
  await db`update embedded_checkouts set email = ${email} where customer_id = ${customerId} and status = 'complete'`
}

export async function deleteUnpaidCheckouts(db: Queryable, expiredBefore: Date): Promise<void> {
  await db`delete from embedded_checkouts where status <> 'complete' and expires_at < ${expiredBefore}`
}

export type StoredCardPage = {
  id: string
  subscriptionId: string
  returnUrl: string
  changedUrl: string
  changedAt: Date | null
  expiresAt: Date
}

export async function insertCardPage(db: Queryable, page: Omit<StoredCardPage, 'changedAt'>): Promise<void> {
  await db`
    insert into embedded_card_pages (id, subscription_id, return_url, changed_url, expires_at)
    values (${page.id}, ${page.subscriptionId}, ${page.returnUrl}, ${page.changedUrl}, ${page.expiresAt})`
}

export async function findCardPage(db: Queryable, id: string): Promise<StoredCardPage | null> {
  const [row] = await db<StoredCardPage[]>`
    select id, subscription_id as "subscriptionId", return_url as "returnUrl", changed_url as "changedUrl",
      changed_at as "changedAt", expires_at as "expiresAt"
    from embedded_card_pages where id = ${id}`
  return row ?? null
}

export async function markCardPageUsed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update embedded_card_pages set changed_at = ${now} where id = ${id}`
}

export async function deleteOldCardPages(db: Queryable, before: Date): Promise<void> {
  await db`delete from embedded_card_pages where expires_at < ${before}`
}

export async function isRequestKnown(tx: Tx, idempotencyKey: string): Promise<boolean> {
  const rows = await tx`select 1 from embedded_requests where idempotency_key = ${idempotencyKey}`
  return rows.length > 0
}

export async function insertRequest(tx: Tx, idempotencyKey: string, now: Date): Promise<boolean> {
  const rows = await tx`
    insert into embedded_requests (idempotency_key, made_at) values (${idempotencyKey}, ${now})
    on conflict do nothing returning idempotency_key`
  return rows.length > 0
}

export async function deleteOldRequests(db: Queryable, before: Date): Promise<void> {
  await db`delete from embedded_requests where made_at < ${before}`
}

export async function deleteCustomer(db: Queryable, customerId: string): Promise<void> {
  await db`delete from embedded_subscriptions where customer_id = ${customerId}`
  await db`delete from embedded_checkouts where customer_id = ${customerId}`
}

export async function deleteCheckout(db: Queryable, sessionId: string): Promise<void> {
  await db`delete from embedded_checkouts where id = ${sessionId}`
}
