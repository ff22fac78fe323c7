import type { Queryable, Tx } from '../../database/connect.ts'

export type RefundAccess = 'keep' | 'period_end' | 'now'
export type RefundState = 'begun' | 'refunded' | 'done' | 'refused'

export type StoredRefund = {
  id: string
  userId: string
  subscriptionId: string
  paymentId: string
  staffId: string
  /** Minor units. */
  amount: number
  access: RefundAccess
  state: RefundState
}

/** Of two refunds by one member of staff, the second sees the sum with the first. */
export async function lockRefunder(tx: Tx, staffId: string): Promise<void> {
  await tx`select 1 from desk_staff where id = ${staffId} for no key update`
}

/** What a member of staff has refunded in a currency on this day of UTC, by the database's clock. Amounts of two currencies can't be added. */
export async function findRefundedToday(db: Queryable, staffId: string, currency: string): Promise<number> {
  const [row] = await db<{ sum: number }[]>`
    select coalesce(sum(r.amount_cents), 0)::float8 as sum from refunds r
    where r.staff_id = ${staffId} and r.created_at >= date_trunc('day', now(), 'UTC') and r.state <> 'refused'
      and (select p.currency from payments p where p.id = r.payment_id) = ${currency}`
  return row?.sum ?? 0
}

type Refundable = { subscriptionId: string; isPaid: boolean; provider: string | null; currency: string; left: number }

/** A payment of the person, locked, and what is left of it without refunds under way. */
export async function lockRefundable(tx: Tx, userId: string, paymentId: string): Promise<Refundable | null> {
  await tx`select 1 from payments where user_id = ${userId} and id = ${paymentId} for no key update`
  const [row] = await tx<Refundable[]>`
    select p.subscription_id as "subscriptionId", p.status = 'paid' and p.charge_id is not null as "isPaid", s.provider,
      p.currency, p.amount_cents::float8 - p.refunded_cents::float8 - coalesce((
        select sum(r.amount_cents) from refunds r where r.payment_id = p.id and r.state in ('begun', 'refunded')
      ), 0)::float8 as left
    from payments p join subscriptions s on s.user_id = p.user_id and s.id = p.subscription_id
    where p.user_id = ${userId} and p.id = ${paymentId}`
  return row ?? null
}

export async function insertRefund(tx: Tx, refund: Omit<StoredRefund, 'state'>): Promise<void> {
  await tx`
    insert into refunds (user_id, id, subscription_id, payment_id, staff_id, amount_cents, access)
    values (${refund.userId}, ${refund.id}, ${refund.subscriptionId}, ${refund.paymentId}, ${refund.staffId},
      ${refund.amount}, ${refund.access})`
}

export async function findRefund(
  db: Queryable,
  id: string,
): Promise<(StoredRefund & { chargeId: string | null }) | null> {
  const [row] = await db<(StoredRefund & { chargeId: string | null })[]>`
    select r.id, r.user_id as "userId", r.subscription_id as "subscriptionId", r.payment_id as "paymentId",
      r.staff_id as "staffId", r.amount_cents as amount, r.access, r.state,
      (select charge_id from payments p where p.id = r.payment_id) as "chargeId"
    from refunds r where r.id = ${id}`
  return row ?? null
}

/** Does nothing when another process went on already. */
export async function saveRefundState(
  db: Queryable,
  id: string,
  { from, to }: { from: RefundState; to: RefundState },
): Promise<void> {
  await db`update refunds set state = ${to} where id = ${id} and state = ${from}`
}

/** Refunds of a subscription that the provider or the access still waits for. */
export async function listUnfinishedRefunds(
  db: Queryable,
  { userId, subscriptionId }: Pick<StoredRefund, 'userId' | 'subscriptionId'>,
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from refunds where user_id = ${userId} and subscription_id = ${subscriptionId}
      and state in ('begun', 'refunded') order by created_at, id`
  return rows.map(({ id }) => id)
}

export type RefundRow = Pick<StoredRefund, 'id' | 'paymentId' | 'amount' | 'access' | 'state'> & {
  currency: string
  staffName: string
  createdAt: Date
}

/** Newest first. */
export function listRefundsOf(db: Queryable, userId: string): Promise<RefundRow[]> {
  return db<RefundRow[]>`
    select r.id, r.payment_id as "paymentId", r.amount_cents as amount, r.access, r.state,
      (select currency from payments p where p.id = r.payment_id) as currency,
      (select name from desk_staff s where s.id = r.staff_id) as "staffName", r.created_at as "createdAt"
    from refunds r where r.user_id = ${userId} order by r.created_at desc, r.id`
}
