import type { EventEndpoint, EventKind } from '@kitewise/contract/outgoing-events'
import type { Queryable, Tx } from '../../database/connect.ts'

export type StoredEventEndpoint = {
  id: string
  organizationId: string
  type: 'webhook' | 'xapi'
  url: string
  sealedSecret: Buffer
  earlierSealedSecret: Buffer | null
  earlierUntil: Date | null
  failingSince: Date | null
  pausedBecause: EventEndpoint['pausedBecause']
}

/** Oldest first. */
export function listEventEndpoints(db: Queryable, organizationId: string): Promise<EventEndpoint[]> {
  return db<EventEndpoint[]>`
    select e.id, e.type, e.url, e.kinds, floor(extract(epoch from e.created_at))::float8 as "createdAt",
      floor(extract(epoch from e.failing_since))::float8 as "failingSince", e.paused_because as "pausedBecause",
      floor(extract(epoch from case when e.earlier_until > now() then e.earlier_until end))::float8 as "earlierSecretUntil",
      (select count(*)::int from event_deliveries d where d.endpoint_id = e.id and d.state = 'waiting') as waiting,
      (select count(*)::int from event_deliveries d where d.endpoint_id = e.id and d.state = 'dead') as dead
    from event_endpoints e where e.organization_id = ${organizationId} order by e.created_at, e.id`
}

export async function insertEventEndpoint(
  tx: Tx,
  endpoint: Pick<StoredEventEndpoint, 'id' | 'organizationId' | 'type' | 'url' | 'sealedSecret'> & {
    kinds: readonly EventKind[]
  },
): Promise<void> {
  const { id, organizationId, type, url, kinds, sealedSecret } = endpoint
  await tx`
    insert into event_endpoints (id, organization_id, type, url, kinds, sealed_secret)
    values (${id}, ${organizationId}, ${type}, ${url}, ${[...kinds]}, ${sealedSecret})`
}

export type EndpointPlace = { organizationId: string; endpointId: string }

export async function findEventEndpoint(
  db: Queryable,
  { organizationId, endpointId }: EndpointPlace,
): Promise<StoredEventEndpoint | null> {
  return first(
    await db<StoredEventEndpoint[]>`
      select id, organization_id as "organizationId", type, url, sealed_secret as "sealedSecret",
        earlier_sealed_secret as "earlierSealedSecret", earlier_until as "earlierUntil",
        failing_since as "failingSince", paused_because as "pausedBecause"
      from event_endpoints where id = ${endpointId} and organization_id = ${organizationId}`,
  )
}

/** For the job that sends. Null while it's paused. */
export async function findSendingEndpoint(db: Queryable, endpointId: string): Promise<StoredEventEndpoint | null> {
  return first(
    await db<StoredEventEndpoint[]>`
      select id, organization_id as "organizationId", type, url, sealed_secret as "sealedSecret",
        earlier_sealed_secret as "earlierSealedSecret", earlier_until as "earlierUntil",
        failing_since as "failingSince", paused_because as "pausedBecause"
      from event_endpoints where id = ${endpointId} and paused_at is null
        and exists (select 1 from organizations o where o.id = organization_id and o.closed_at is null)`,
  )
}

const first = <Row>(rows: Row[]): Row | null => rows[0] ?? null

/** @returns whether there is such an endpoint */
export async function saveEventEndpoint(
  tx: Tx,
  { organizationId, endpointId }: EndpointPlace,
  { kinds, isPaused }: { kinds: readonly EventKind[]; isPaused: boolean },
): Promise<boolean> {
  const { count } = await tx`
    update event_endpoints set kinds = ${[...kinds]},
      paused_at = case when ${isPaused} then coalesce(paused_at, now()) end,
      paused_because = case when ${isPaused} then coalesce(paused_because, 'owner') end,
      failing_since = case when ${isPaused} then failing_since end
    where id = ${endpointId} and organization_id = ${organizationId}`
  return count > 0
}

export async function deleteEventEndpoint(tx: Tx, { organizationId, endpointId }: EndpointPlace): Promise<boolean> {
  const { count } =
    await tx`delete from event_endpoints where id = ${endpointId} and organization_id = ${organizationId}`
  return count > 0
}

/** Receivers of organizations closed in the last 30 days, with everything that waits for them. */
export async function deleteEndpointsOfClosed(db: Queryable, now: Date): Promise<void> {
  await db`
    delete from event_endpoints where organization_id = any(array(
      select id from organizations where closed_at > ${now}::timestamptz - interval '30 days'))`
}

/** The present secret becomes the earlier one. */
export async function replaceSecret(
  tx: Tx,
  endpointId: string,
  sealedSecret: Buffer,
  earlierUntil: Date,
): Promise<void> {
  await tx`
    update event_endpoints set earlier_sealed_secret = sealed_secret, earlier_until = ${earlierUntil},
      sealed_secret = ${sealedSecret}
    where id = ${endpointId}`
}

/** `at` is null after a success. */
export async function noteFailing(tx: Tx, endpointId: string, at: Date | null): Promise<void> {
  await tx`
    update event_endpoints
    set failing_since = case when ${at}::timestamptz is not null then coalesce(failing_since, ${at}) end
    where id = ${endpointId}`
}

export async function pauseEventEndpoint(tx: Tx, endpointId: string, because: 'gone' | 'failing'): Promise<void> {
  await tx`update event_endpoints set paused_at = now(), paused_because = ${because} where id = ${endpointId}`
}
