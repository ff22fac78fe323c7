import type { Payments, ProviderDispute } from '../../adapters/payments/port.ts'
import type { Queryable, Tx } from '../../database/connect.ts'
import type { RefundAccess } from './refunds.sql.ts'

/** The disputed payments of a subscription that may still change, as `ProviderPayment.chargeId`. */
export async function listDisputedCharges(db: Queryable, subscriptionId: string): Promise<string[]> {
  const rows = await db<{ chargeId: string | null }[]>`
    select (select charge_id from payments p where p.id = d.payment_id) as "chargeId" from disputes d
    where d.subscription_id = ${subscriptionId} and d.status not in ('won', 'lost')`
  return rows.flatMap(({ chargeId }) => chargeId ?? [])
}

/** The status before; null for a new dispute. Nothing for a payment that isn't stored. */
export async function saveDispute(
  tx: Tx,
  { userId, subscriptionId }: { userId: string; subscriptionId: string },
  dispute: ProviderDispute,
): Promise<{ before: ProviderDispute['status'] | null } | null> {
  const [known] = await tx<{ status: ProviderDispute['status'] }[]>`
    select status from disputes where id = ${dispute.id} for update`
  if (known?.status === 'won' || known?.status === 'lost') return { before: known.status }
  const rows = await tx`
    insert into disputes (user_id, id, subscription_id, payment_id, status, amount_cents, currency, reason, due_at,
      opened_at, is_live)
    select ${userId}::uuid, ${dispute.id}::text, ${subscriptionId}::text, id, ${dispute.status}::text,
      ${dispute.amount}::bigint, ${dispute.currency}::text, ${dispute.reason}::text,
      to_timestamp(${dispute.dueAt}::float8), to_timestamp(${dispute.openedAt}::float8), ${dispute.isLive}::boolean
    from payments where subscription_id = ${subscriptionId} and charge_id = ${dispute.chargeId}
    on conflict (id) do update set status = excluded.status, amount_cents = excluded.amount_cents,
      reason = excluded.reason, due_at = excluded.due_at
    returning id`
  return rows.length === 0 ? null : { before: known?.status ?? null }
}

type DisputeRow = {
  id: string
  userId: string
  subscriptionId: string
  paymentId: string
  status: ProviderDispute['status']
  amount: number
  currency: string
  reason: string
  /** Unix milliseconds. */
  dueAt: number | null
  openedAt: number
  access: RefundAccess | null
}

const columns = `id, user_id as "userId", subscription_id as "subscriptionId", payment_id as "paymentId", status,
  amount_cents::float8 as amount, currency, reason, floor(extract(epoch from due_at) * 1000)::float8 as "dueAt",
  floor(extract(epoch from opened_at) * 1000)::float8 as "openedAt", access`

const read = (db: Queryable, where: string, values: (string | boolean)[]): Promise<DisputeRow[]> =>
  // Columns and conditions are constants of this file; values are bound parameters.
  db.unsafe(`select ${columns} from disputes ${where}`, values) as unknown as Promise<DisputeRow[]>

/** Newest first. */
export function listDisputesOf(db: Queryable, userId: string): Promise<DisputeRow[]> {
  return read(db, 'where user_id = $1 order by opened_at desc, id', [userId])
}

/** Those that may still change, at most 1,000; those due first come first. */
export function listRunningDisputes(db: Queryable, isLive: boolean): Promise<DisputeRow[]> {
  return read(db, `where is_live = $1 and status in ('open', 'under_review') order by due_at, id limit 1000`, [isLive])
}

export async function isDisputeStored(db: Queryable, id: string): Promise<boolean> {
  const rows = await db`select 1 from disputes where id = ${id}`
  return rows.length > 0
}

/** Up to when the provider's new disputes have been read; null before the first time. */
export async function findDisputesReadUntil(db: Queryable, provider: Payments['provider']): Promise<Date | null> {
  const [row] = await db<{ readUntil: Date }[]>`
    select read_until as "readUntil" from dispute_readings where provider = ${provider}`
  return row?.readUntil ?? null
}

export async function saveDisputesReadUntil(
  db: Queryable,
  provider: Payments['provider'],
  readUntil: Date,
): Promise<void> {
  await db`
    insert into dispute_readings (provider, read_until) values (${provider}, ${readUntil})
    on conflict (provider) do update set read_until = greatest(dispute_readings.read_until, excluded.read_until)`
}

export async function saveDisputeAccess(db: Queryable, id: string, access: RefundAccess): Promise<void> {
  await db`update disputes set access = ${access} where id = ${id}`
}

export type DisputeNotice = {
  id: string
  userId: string
  amount: number
  currency: string
  reason: string
  dueAt: Date | null
  isTold: boolean
  isWarned: boolean
}

/** Open disputes that staff don't know of, or that are due before a moment without a last warning; locked. */
export function lockDisputesToTell(tx: Tx, before: Date): Promise<DisputeNotice[]> {
  return tx<DisputeNotice[]>`
    select id, user_id as "userId", amount_cents::float8 as amount, currency, reason, due_at as "dueAt",
      told_at is not null as "isTold", warned_early_at is not null as "isWarned"
    from disputes where status in ('open', 'under_review')
      and (told_at is null or (status = 'open' and due_at <= ${before} and warned_last_at is null))
    order by due_at, id limit 1000 for update skip locked`
}

export async function markDisputeTold(
  tx: Tx,
  id: string,
  { warning, now }: { warning: 'early' | 'last' | null; now: Date },
): Promise<void> {
  await tx`
    update disputes set told_at = coalesce(told_at, ${now}),
      warned_early_at = case when ${warning}::text is not null then coalesce(warned_early_at, ${now}) else warned_early_at end,
      warned_last_at = case ${warning}::text when 'last' then ${now}::timestamptz else warned_last_at end
    where id = ${id}`
}
