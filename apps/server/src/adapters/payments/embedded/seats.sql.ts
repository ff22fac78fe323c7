import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../seats/port.ts'

/** The same key returns the same company. */
export async function insertCompany(
  db: Queryable,
  { customerId, company, idempotencyKey }: { customerId: string; company: Company; idempotencyKey: string },
): Promise<string> {
  await db`
    insert into embedded_companies (customer_id, idempotency_key, details)
    values (${customerId}, ${idempotencyKey}, ${db.json(company)}) on conflict (idempotency_key) do nothing`
  const [row] = await db<{ id: string }[]>`
    select customer_id as id from embedded_companies where idempotency_key = ${idempotencyKey}`
  if (!row) throw new Error('a stored company was not found')
  return row.id
}

export async function saveCompany(db: Queryable, customerId: string, company: Company): Promise<void> {
  await db`update embedded_companies set details = ${db.json(company)} where customer_id = ${customerId}`
}

export type EmbeddedInvoiceRow = {
  id: string
  number: number
  subscriptionId: string
  status: 'paid' | 'failed' | 'open' | 'void'
  amount: number
  currency: string
  createdAt: Date
  dueAt: Date | null
}

/** Newest first. */
export function listInvoices(db: Queryable, subscriptionId: string): Promise<EmbeddedInvoiceRow[]> {
  return db<EmbeddedInvoiceRow[]>`
    select p.id, p.number::float8 as number, p.subscription_id as "subscriptionId", p.status, p.amount_cents as amount, s.currency,
      p.created_at as "createdAt", p.due_at as "dueAt"
    from embedded_payments p join embedded_subscriptions s on s.id = p.subscription_id
    where p.subscription_id = ${subscriptionId} order by p.number desc limit 100`
}

export async function insertInvoice(
  tx: Tx,
  invoice: { id: string; subscriptionId: string; amount: number; at: Date; dueAt: Date | null },
): Promise<void> {
  const { id, subscriptionId, amount, at, dueAt } = invoice
  await tx`
    insert into embedded_payments (id, subscription_id, status, amount_cents, created_at, paid_at, due_at)
    select ${id}::text, ${subscriptionId}::text, ${dueAt === null ? 'paid' : 'open'}::text, ${amount}::integer,
      ${at}::timestamptz, ${dueAt === null ? at : null}::timestamptz, ${dueAt}::timestamptz
    where ${amount}::integer > 0`
}

export type FoundInvoice = EmbeddedInvoiceRow & { seats: number; company: Company }

export async function findInvoice(db: Queryable, id: string): Promise<FoundInvoice | null> {
  const [row] = await db<FoundInvoice[]>`
    select p.id, p.number::float8 as number, p.subscription_id as "subscriptionId", p.status, p.amount_cents as amount, s.currency,
      p.created_at as "createdAt", p.due_at as "dueAt", s.quantity as seats, c.details as company
    from embedded_payments p join embedded_subscriptions s on s.id = p.subscription_id
      join embedded_companies c on c.customer_id = s.customer_id
    where p.id = ${id}`
  return row ?? null
}

/** False for an invoice that isn't open. */
export async function payInvoice(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx`
    update embedded_payments set status = 'paid', paid_at = ${now} where id = ${id} and status in ('open', 'failed')`
  return count > 0
}
