import type { PaymentWay, SeatInterval } from '@kitewise/contract/seat-entities'
import type { Context } from '../../context.ts'
import type { Queryable, Tx } from '../../database/connect.ts'

export type ContractState = 'pending' | 'active' | 'past_due' | 'ended' | 'refused'

export type StoredContract = {
  id: string
  organizationId: string
  /** The payment provider of its time. */
  provider: string
  providerId: string | null
  sessionId: string | null
  url: string | null
  way: PaymentWay
  interval: SeatInterval
  terms: 14 | 30 | null
  seats: number
  /** Minor units, for one seat and period. */
  amount: number
  currency: string
  state: ContractState
  endsWithPeriod: boolean
  periodEnd: Date | null
  accessUntil: Date | null
  /** Seats that were paid for when nothing was open last, and those that may be used unpaid. */
  paidSeats: number
  creditSeats: number
  /** Whether everything was paid at the last reading. */
  isSettled: boolean
  createdAt: Date
  revision: number
}

/** Whether it runs: paid, or late with a payment. One of another provider than the configured one isn't renewed: it ends with its access. */
export const isLive = (
  contract: Pick<StoredContract, 'state' | 'provider' | 'accessUntil'> | null,
  { payments, clock }: Pick<Context, 'payments' | 'clock'>,
): boolean =>
  contract !== null &&
  (contract.state === 'active' || contract.state === 'past_due') &&
  (contract.provider === payments.provider || (contract.accessUntil !== null && contract.accessUntil > clock()))

/** Contracts of other providers, which nobody can read anymore, end with their access. */
export async function endForeign(db: Queryable, provider: string, now: Date): Promise<void> {
  await db`
    update organization_contracts set state = 'ended', revision = revision + 1
    where provider <> ${provider} and state in ('active', 'past_due') and access_until <= ${now}`
}

const columns = `id, organization_id as "organizationId", provider, provider_id as "providerId", session_id as "sessionId", url, way, interval,
  terms, seats, amount_cents as amount, currency, state, ends_with_period as "endsWithPeriod", period_end as "periodEnd",
  access_until as "accessUntil", paid_seats as "paidSeats", credit_seats as "creditSeats", is_settled as "isSettled",
  created_at as "createdAt", revision`

const read = async (db: Queryable, where: string, values: string[]): Promise<StoredContract | null> => {
  // `columns` is a constant; every value is a parameter.
  const rows = (await db.unsafe(
    `select ${columns} from organization_contracts ${where}`,
    values,
  )) as unknown as StoredContract[]
  return rows[0] ?? null
}

/** The newest that has begun: the running one, or else the one that ended last. */
export function findContract(db: Queryable, organizationId: string): Promise<StoredContract | null> {
  return read(
    db,
    `where organization_id = $1 and state in ('active', 'past_due', 'ended') order by created_at desc, id limit 1`,
    [organizationId],
  )
}

export function findContractById(db: Queryable, id: string): Promise<StoredContract | null> {
  return read(db, 'where id = $1', [id])
}

export function findContractByProviderId(db: Queryable, providerId: string): Promise<StoredContract | null> {
  return read(db, 'where provider_id = $1', [providerId])
}

/** At the provider, newest first; at most 20, which covers many years. */
export async function listContractIds(db: Queryable, organizationId: string, provider: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select provider_id as id from organization_contracts
    where organization_id = ${organizationId} and provider = ${provider} and provider_id is not null
    order by created_at desc, id limit 20`
  return rows.map(({ id }) => id)
}

export function lockContract(tx: Tx, id: string): Promise<StoredContract | null> {
  return read(tx, 'where id = $1 for update', [id])
}

/** A page where a card can still be entered, or that was just paid. */
export function findPendingContract(db: Queryable, organizationId: string): Promise<StoredContract | null> {
  return read(
    db,
    `where organization_id = $1 and state = 'pending' and session_id is not null order by created_at desc, id limit 1`,
    [organizationId],
  )
}

type NewContract = Pick<
  StoredContract,
  'id' | 'organizationId' | 'way' | 'interval' | 'terms' | 'seats' | 'amount' | 'currency'
> & { provider: string; at: Date }

/** Does nothing for an ID that is known. */
export async function insertContract(tx: Tx, contract: NewContract): Promise<void> {
  const { id, organizationId, provider, way, interval, terms, seats, amount, currency, at } = contract
  await tx`
    insert into organization_contracts (id, organization_id, provider, way, interval, terms, seats, amount_cents, currency, state,
      created_at)
    values (${id}, ${organizationId}, ${provider}, ${way}, ${interval}, ${terms}, ${seats}, ${amount}, ${currency}, 'pending',
      ${at})
    on conflict (id) do nothing`
}

export async function saveSession(db: Queryable, id: string, sessionId: string, url: string): Promise<void> {
  await db`update organization_contracts set session_id = ${sessionId}, url = ${url} where id = ${id}`
}

type Reading = {
  providerId: string
  seats: number
  amount: number
  currency: string
  interval: SeatInterval
  state: ContractState
  endsWithPeriod: boolean
  periodEnd: Date
  accessUntil: Date
  isSettled: boolean
}

export async function saveReading(tx: Tx, id: string, reading: Reading): Promise<void> {
  const { providerId, seats, amount, currency, interval, state, endsWithPeriod, periodEnd, accessUntil, isSettled } =
    reading
  await tx`
    update organization_contracts set provider_id = ${providerId}, seats = ${seats}, amount_cents = ${amount},
      currency = ${currency}, interval = ${interval}, state = ${state}, ends_with_period = ${endsWithPeriod},
      period_end = ${periodEnd}, access_until = ${accessUntil}, revision = revision + 1,
      is_settled = ${isSettled}, paid_seats = case when ${isSettled} then ${seats} else paid_seats end,
      people_told_at = case when ${accessUntil}::timestamptz <= people_told_at then people_told_at end
    where id = ${id}`
}

type RunningContract = Pick<StoredContract, 'id' | 'providerId' | 'sessionId' | 'state' | 'accessUntil'> & {
  createdAt: Date
  /** Of an organization that is closed. */
  isClosed: boolean
}

/** Those that may still change at the provider: of one organization, or of all. */
export function listRunning(
  db: Queryable,
  provider: string,
  organizationId: string | null = null,
): Promise<RunningContract[]> {
  return db<RunningContract[]>`
    select c.id, c.provider_id as "providerId", c.session_id as "sessionId", c.created_at as "createdAt", c.state,
      c.access_until as "accessUntil", o.closed_at is not null as "isClosed"
    from organization_contracts c join organizations o on o.id = c.organization_id
    where c.provider = ${provider} and c.state in ('pending', 'active', 'past_due')
      and (${organizationId}::uuid is null or c.organization_id = ${organizationId}) order by c.id`
}

/** A pending one that nobody has paid. */
export async function deletePending(db: Queryable, id: string): Promise<void> {
  await db`delete from organization_contracts where id = ${id} and state = 'pending'`
}

export type EndingContract = {
  id: string
  organizationId: string
  name: string
  billingEmail: string
  language: string
  seats: number
  accessUntil: Date
}

/** Of several concurrent calls, one succeeds, until access lasts longer again. */
export async function claimTelling(tx: Tx, id: string, at: Date): Promise<boolean> {
  const { count } = await tx`
    update organization_contracts set people_told_at = ${at} where id = ${id} and people_told_at is null`
  return count > 0
}

/** Contracts whose access ends in this time and isn't renewed: the newest of each organization. */
export function listEnding(db: Queryable, from: Date, until: Date): Promise<EndingContract[]> {
  return db<EndingContract[]>`
    select c.id, c.organization_id as "organizationId", o.name, o.billing_email as "billingEmail", o.language, c.seats,
      c.access_until as "accessUntil"
    from organization_contracts c join organizations o on o.id = c.organization_id
    where c.access_until > ${from} and c.access_until <= ${until} and c.state in ('active', 'past_due', 'ended')
      and o.closed_at is null and (c.state <> 'active' or c.ends_with_period)
      and not exists (select 1 from organization_contracts n
        where n.organization_id = c.organization_id and n.created_at > c.created_at
          and n.state in ('active', 'past_due', 'ended'))
    order by c.access_until, c.id`
}
