import type { PaymentWay, SeatInterval } from '@kitewise/contract/organization-entities'
import type { Queryable } from '../../database/connect.ts'

export type ContractState = 'pending' | 'active' | 'past_due' | 'ended' | 'refused'

export type StoredContract = {
  id: string
  organizationId: string
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
  revision: number
}

const columns = `id, organization_id as "organizationId", provider, provider_id as "providerId", session_id as "sessionId", url,
  way, interval, terms, seats, amount_cents as amount, currency, state, ends_with_period as "endsWithPeriod",
  period_end as "periodEnd", access_until as "accessUntil", revision`

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
