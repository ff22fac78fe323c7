// Statements that only read: what organizations have bought.

import type { Queryable } from '../../database/connect.ts'
import type { RunningGroup } from './money.sql.ts'

export type OrganizationRow = {
  id: string
  name: string
  /** An owner; null for a closed organization. */
  userId: string | null
  email: string | null
  seats: number
  taken: number
  state: 'active' | 'past_due' | 'ended' | 'none' | 'closed'
  /** Minor units of one period; null without a contract. */
  amount: number | null
  currency: string | null
  interval: string | null
  /** Unix milliseconds. */
  periodEnd: number | null
  accessUntil: number | null
  createdAt: number
}

export type OrganizationFilters = { state: string | null; text: string | null }

export type OrganizationSort =
  | 'createdAt'
  | 'name'
  | 'seats'
  | 'taken'
  | 'state'
  | 'amount'
  | 'periodEnd'
  | 'accessUntil'

const orders: Record<OrganizationSort, string> = {
  createdAt: '"createdAt"',
  name: 'lower(name)',
  seats: 'seats',
  taken: 'taken',
  state: 'state',
  amount: 'amount',
  periodEnd: '"periodEnd"',
  accessUntil: '"accessUntil"',
}

/** `text`: part of a name, of the legal name or of an owner's address. */
const rows = `
  select o.id, o.name, w.user_id as "userId", w.email,
    (select count(*)::int from organization_seats s where s.organization_id = o.id) as seats,
    (select count(*)::int from organization_seats s where s.organization_id = o.id and s.user_id is not null) as taken,
    case when o.closed_at is not null then 'closed' else coalesce(c.state, 'none') end as state,
    c.amount_cents::float8 * c.seats as amount, c.currency, c.interval,
    floor(extract(epoch from c.period_end) * 1000)::float8 as "periodEnd",
    floor(extract(epoch from c.access_until) * 1000)::float8 as "accessUntil",
    floor(extract(epoch from o.created_at) * 1000)::float8 as "createdAt"
  from organizations o
    left join lateral (select * from organization_contracts
      where organization_id = o.id and state in ('active', 'past_due', 'ended')
      order by created_at desc, id limit 1) as c on true
    left join lateral (select m.user_id, u.email from organization_members m join users u on u.id = m.user_id
      where m.organization_id = o.id and m.role = 'owner' order by m.joined_at, m.user_id limit 1) as w on true
  where ($1::text is null or case when o.closed_at is not null then 'closed' else coalesce(c.state, 'none') end = $1)
    and ($2::text is null or o.name ilike $2 or o.legal_name ilike $2 or w.email ilike $2)`

const valuesOf = ({ state, text }: OrganizationFilters): (string | null)[] => [
  state,
  text === null ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
]

export function listOrganizationRows(
  db: Queryable,
  filters: OrganizationFilters,
  { sort, direction, skip, limit }: { sort: OrganizationSort; direction: 'asc' | 'desc'; skip: number; limit: number },
): Promise<OrganizationRow[]> {
  // Order and conditions are constants of this file; values are bound parameters.
  return db.unsafe(
    `select * from (${rows}) as listed order by ${orders[sort]} ${direction} nulls last, "createdAt" desc, id limit $3 offset $4`,
    [...valuesOf(filters), limit, skip],
  ) as unknown as Promise<OrganizationRow[]>
}

/** Counts to 10,000. */
export async function countOrganizationRows(db: Queryable, filters: OrganizationFilters): Promise<number> {
  const [row] = (await db.unsafe(
    `select count(*)::float8 as count from (select 1 from (${rows}) as listed limit 10000) as counted`,
    valuesOf(filters),
  )) as unknown as { count: number }[]
  return row?.count ?? 0
}

/** Running contracts of the provider in use, by price; each counts once. */
export function sumContracts(db: Queryable, provider: string): Promise<RunningGroup[]> {
  return db<RunningGroup[]>`
    select c.currency, 'seats' as plan, c.interval, 1 as "intervalCount", count(*)::float8 as subscriptions,
      sum(c.amount_cents::float8 * c.seats)::float8 as amount
    from organization_contracts c join organizations o on o.id = c.organization_id and o.closed_at is null
    where c.provider = ${provider} and c.state in ('active', 'past_due')
    group by c.currency, c.interval order by c.currency, c.interval`
}
