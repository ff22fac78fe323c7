import type { ProviderDispute, ProviderPayment } from '../../adapters/payments/port.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import { saveDispute } from './disputes.sql.ts'

/** Whether the payment is stored and made, so that only an event can change it. */
export async function isPaymentSettled(db: Queryable, id: string): Promise<boolean> {
  const rows = await db`select 1 from payments where id = ${id} and status = 'paid'`
  return rows.length > 0
}

type Plan = Pick<PaymentOwner, 'userId' | 'subscriptionId'>

/** Whether a stored payment of the subscription was made and isn't refunded in full. */
export async function isAnythingPaid(db: Queryable, { userId, subscriptionId }: Plan): Promise<boolean> {
  const rows = await db`
    select 1 from payments
    where user_id = ${userId} and subscription_id = ${subscriptionId} and status = 'paid' and refunded_cents < amount_cents
    limit 1`
  return rows.length > 0
}

export type RefundDue = { paymentId: string; amount: number; currency: string }

/**
 * The payments that a withdrawal still has to pay back: made, and nothing of them was paid back, neither by us nor by the payer's
 * bank. Staff may have kept a share for the days of use, so a payment that was refunded in part isn't due.
 */
export function listRefundsDue(db: Queryable, { userId, subscriptionId }: Plan): Promise<RefundDue[]> {
  return db<RefundDue[]>`
    select p.id as "paymentId", p.amount_cents::float8 as amount, p.currency from payments p
    where p.user_id = ${userId} and p.subscription_id = ${subscriptionId} and p.status = 'paid' and p.amount_cents > 0
      and p.refunded_cents = 0
      and coalesce((
        select false from disputes d where d.user_id = ${userId} and d.payment_id = p.id and d.status <> 'won' limit 1), true)
    order by p.created_at, p.id`
}

export async function isAnythingRefunded(db: Queryable, { userId, subscriptionId }: Plan): Promise<boolean> {
  const rows = await db`
    select 1 from payments where user_id = ${userId} and subscription_id = ${subscriptionId} and refunded_cents > 0 limit 1`
  return rows.length > 0
}

/** The subscription that a refund or a dispute is about; null for a payment that was never stored. */
export async function findSubscriptionOfCharge(db: Queryable, chargeId: string): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    select subscription_id as id from payments where charge_id = ${chargeId} limit 1`
  return row?.id ?? null
}

/** What is stored as refunded of a charge; null for a payment that was never stored. */
export async function findRefundedOfCharge(
  db: Queryable,
  chargeId: string,
): Promise<{ subscriptionId: string; refunded: number } | null> {
  const [row] = await db<{ subscriptionId: string; refunded: number }[]>`
    select subscription_id as "subscriptionId", refunded_cents::float8 as refunded from payments
    where charge_id = ${chargeId} limit 1`
  return row ?? null
}

export type PaymentOwner = { userId: string; subscriptionId: string; productId: string | null }

/** What a payment adds to the sums of a month. */
type Sums = {
  payments: number
  paid: number
  tax: number
  discount: number
  refunds: number
  refunded: number
  failedAttempts: number
  disputes: number
  disputed: number
}

const noSums: Sums = {
  payments: 0,
  paid: 0,
  tax: 0,
  discount: 0,
  refunds: 0,
  refunded: 0,
  failedAttempts: 0,
  disputes: 0,
  disputed: 0,
}

/**
 * Stores payments as the provider has them now and adds what is new to the sums of their months. An older reading changes
 * nothing: refunds and failed attempts only rise, and a paid one stays paid. The caller holds the subscription's lock.
 * @param returned the charge of which a refund came back, as the only one whose refunds may fall; staff get to know
 * @returns what was refunded since the last reading of payments that were known
 */
export async function savePayments(
  tx: Tx,
  owner: PaymentOwner,
  { payments, returned, now }: { payments: readonly ProviderPayment[]; returned: string | null; now: Date },
): Promise<NewRefund[]> {
  const refunds: NewRefund[] = []
  const known = await listKnown(tx, owner)
  for (const payment of payments) {
    const before = known.get(payment.id) ?? { status: 'failed', refunded: 0, failedAttempts: 0 }
    if (before.status === 'paid' && payment.status === 'failed') continue
    const mayFall = payment.chargeId !== null && payment.chargeId === returned
    const refunded = mayFall ? payment.refunded - before.refunded : Math.max(0, payment.refunded - before.refunded)
    await upsertPayment(tx, owner, { ...payment, refunded: before.refunded + refunded })
    if (refunded < 0) await noteReturned(tx, payment.id, -refunded)
    const isNewlyPaid = payment.status === 'paid' && before.status !== 'paid'
    if (isNewlyPaid)
      await addToMonth(tx, owner, payment, new Date((payment.paidAt ?? payment.createdAt) * 1000), {
        ...noSums,
        payments: 1,
        paid: payment.amount,
        tax: payment.tax,
        discount: payment.discount,
      })
    const failedAttempts = Math.max(0, payment.failedAttempts - before.failedAttempts)
    if (refunded !== 0 || failedAttempts > 0)
      await addToMonth(tx, owner, payment, now, { ...noSums, refunds: Math.sign(refunded), refunded, failedAttempts })
    if (refunded > 0 && known.has(payment.id)) refunds.push({ payment, refunded })
  }
  return refunds
}

/** Of our own refunds of this sum, the newest counts as the one that came back: the provider doesn't know ours. */
const noteReturned = async (tx: Tx, id: string, amount: number): Promise<void> => {
  await tx`update payments set returned_cents = returned_cents + ${amount} where id = ${id}`
  await tx`
    update refunds set state = 'refused' where id = (
      select id from refunds where payment_id = ${id} and amount_cents = ${amount} and state = 'done'
      order by created_at desc limit 1)`
}

/** The provider won't refund what is left of these payments, although it must be paid back. */
export async function noteUnrefunded(tx: Tx, { userId, subscriptionId }: Plan): Promise<void> {
  await tx`
    update payments set returned_cents = amount_cents - refunded_cents
    where user_id = ${userId} and subscription_id = ${subscriptionId} and status = 'paid' and refunded_cents < amount_cents`
}

export type ReturnedRefund = { paymentId: string; userId: string; amount: number; currency: string }

/** Refunds that came back, or that the provider refused, since staff were told of them. The caller tells them in the same transaction. */
export function takeReturnedRefunds(tx: Tx): Promise<ReturnedRefund[]> {
  return tx<ReturnedRefund[]>`
    with returned as (
      select id, returned_cents from payments where returned_cents > 0 order by id limit 1000 for update skip locked)
    update payments p set returned_cents = 0 from returned where p.id = returned.id
    returning p.id as "paymentId", p.user_id as "userId", returned.returned_cents::float8 as amount, p.currency`
}

/** Stores disputes as the provider has them now; a lost one is added to the month of `now`, once. */
export async function saveDisputes(
  tx: Tx,
  owner: PaymentOwner,
  { disputes, now }: { disputes: readonly ProviderDispute[]; now: Date },
): Promise<void> {
  for (const dispute of disputes) {
    const saved = await saveDispute(tx, owner, dispute)
    if (saved === null || dispute.status !== 'lost' || saved.before === 'lost' || saved.before === 'won') continue
    const [payment] = await tx<{ country: string | null }[]>`
      select country from payments where charge_id = ${dispute.chargeId} limit 1`
    const place = { ...dispute, country: payment?.country ?? null }
    await addToMonth(tx, owner, place, now, { ...noSums, disputes: 1, disputed: dispute.amount })
  }
}

/** Minor units. */
export type NewRefund = { payment: ProviderPayment; refunded: number }

type Known = { id: string; status: string; refunded: number; failedAttempts: number }

const listKnown = async (tx: Tx, { userId, subscriptionId }: PaymentOwner): Promise<Map<string, Omit<Known, 'id'>>> => {
  const rows = await tx<Known[]>`
    select id, status, refunded_cents::float8 as refunded, failed_attempts as "failedAttempts" from payments
    where user_id = ${userId} and subscription_id = ${subscriptionId}`
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
}

const upsertPayment = async (tx: Tx, owner: PaymentOwner, payment: ProviderPayment): Promise<void> => {
  const { id, chargeId, status, amount, tax, discount, refunded, currency, country, failedAttempts } = payment
  await tx`
    insert into payments (user_id, id, subscription_id, charge_id, status, product_id, amount_cents, tax_cents,
      discount_cents, refunded_cents, currency, country, failed_attempts, is_live, created_at, paid_at)
    values (${owner.userId}, ${id}, ${owner.subscriptionId}, ${chargeId}, ${status}, ${owner.productId}, ${amount}, ${tax},
      ${discount}, ${refunded}, ${currency}, ${country}, ${failedAttempts}, ${payment.isLive},
      to_timestamp(${payment.createdAt}), to_timestamp(${payment.paidAt}))
    on conflict (id) do update set charge_id = excluded.charge_id, status = excluded.status,
      amount_cents = excluded.amount_cents, tax_cents = excluded.tax_cents, discount_cents = excluded.discount_cents,
      refunded_cents = excluded.refunded_cents, country = excluded.country,
      failed_attempts = greatest(payments.failed_attempts, excluded.failed_attempts), paid_at = excluded.paid_at`
  await tx`
    update subscriptions set first_paid_at = least(first_paid_at, to_timestamp(${payment.paidAt}))
    where user_id = ${owner.userId} and id = ${owner.subscriptionId}`
}

const addToMonth = async (
  tx: Tx,
  { productId }: PaymentOwner,
  { isLive, currency, country }: Pick<ProviderPayment, 'isLive' | 'currency' | 'country'>,
  at: Date,
  sums: Sums,
): Promise<void> => {
  await tx`
    insert into payment_months as known (is_live, month, currency, product_id, country, payments, paid_cents, tax_cents,
      discount_cents, refunds, refunded_cents, failed_attempts, disputes, disputed_cents)
    values (${isLive}, date_trunc('month', ${at}::timestamptz at time zone 'UTC')::date, ${currency}, ${productId ?? ''},
      ${country ?? ''}, ${sums.payments}, ${sums.paid}, ${sums.tax}, ${sums.discount}, ${sums.refunds}, ${sums.refunded},
      ${sums.failedAttempts}, ${sums.disputes}, ${sums.disputed})
    on conflict (is_live, month, currency, product_id, country) do update set
      payments = known.payments + excluded.payments, paid_cents = known.paid_cents + excluded.paid_cents,
      tax_cents = known.tax_cents + excluded.tax_cents, discount_cents = known.discount_cents + excluded.discount_cents,
      refunds = known.refunds + excluded.refunds, refunded_cents = known.refunded_cents + excluded.refunded_cents,
      failed_attempts = known.failed_attempts + excluded.failed_attempts,
      disputes = known.disputes + excluded.disputes, disputed_cents = known.disputed_cents + excluded.disputed_cents`
}

type PaymentRow = {
  id: string
  subscriptionId: string
  status: 'paid' | 'failed'
  plan: string
  amount: number
  tax: number
  refunded: number
  currency: string
  createdAt: Date
}

/** The newest 100 of a learner. */
export function listPaymentsOf(db: Queryable, userId: string): Promise<PaymentRow[]> {
  return db<PaymentRow[]>`
    select id, subscription_id as "subscriptionId", status, coalesce(product_id, '') as plan,
      amount_cents::float8 as amount, tax_cents::float8 as tax, refunded_cents::float8 as refunded, currency,
      created_at as "createdAt"
    from payments where user_id = ${userId} order by created_at desc, id limit 100`
}
