import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { isPublicUrl } from '../../platform/fetch-public.ts'
import { isLoopback } from '../../adapters/private-address.ts'
import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { sealSecret } from '../../platform/sealed-secret.ts'
import { logAct } from '../organizations/organization.ts'
import { asMember, doAsMember } from '../organizations/routes.ts'
import { lockOrganization } from '../organizations/organizations.sql.ts'
import { deliver } from './deliver.ts'
import { listEventDeliveries, replay } from './deliveries.sql.ts'
import {
  deleteEventEndpoint,
  type EndpointPlace,
  findEventEndpoint,
  insertEventEndpoint,
  listEventEndpoints,
  replaceSecret,
  saveEventEndpoint,
  type StoredEventEndpoint,
} from './event-endpoints.sql.ts'
import { newSigningSecret } from './signature.ts'

type OutgoingEventEndpoint =
  | 'listEventEndpoints'
  | 'createEventEndpoint'
  | 'updateEventEndpoint'
  | 'deleteEventEndpoint'
  | 'rotateEventSecret'
  | 'sendTestEvent'
  | 'listEventDeliveries'
  | 'replayDeliveries'

const mostEndpoints = 10
/** For how long the earlier secret signs too. */
const overlapMs = 86_400_000

const seal = ({ config }: Context, secret: string): Buffer =>
  sealSecret(config.sessionSecret, 'event endpoint secret', Buffer.from(secret))

/** Of an endpoint that belongs to the organization. */
const withEndpoint = async <T>(
  { db }: Context,
  place: EndpointPlace,
  work: (endpoint: StoredEventEndpoint) => Promise<Result<T>>,
): Promise<Result<T>> => {
  const endpoint = await findEventEndpoint(db, place)
  return endpoint ? work(endpoint) : refuse('not_found')
}

export const outgoingEventRoutes: Handlers<OutgoingEventEndpoint> = {
  listEventEndpoints: (context, request) =>
    asMember(context, request, 'settings', async ({ organizationId }) =>
      ok(await listEventEndpoints(context.db, organizationId)),
    ),
  createEventEndpoint: (context, request) =>
    asMember(context, request, 'settings', (member) => {
      const { organizationId } = member
      const { body } = request
      const mayBeLocal = context.config.localProviders && isLoopback(body.url)
      if (!isPublicUrl(body.url) && !mayBeLocal) return Promise.resolve(refuse('address_not_public'))
      const secret = body.type === 'webhook' ? newSigningSecret() : null
      const sealedSecret = seal(context, body.type === 'xapi' ? `${body.user}:${body.password}` : (secret ?? ''))
      const id = context.newId()
      return inTransaction(context.db, async (tx) => {
        await lockOrganization(tx, organizationId)
        if ((await listEventEndpoints(tx, organizationId)).length >= mostEndpoints)
          return refuse('too_many_event_endpoints')
        await insertEventEndpoint(tx, {
          id,
          organizationId,
          type: body.type,
          url: body.url,
          kinds: body.kinds,
          sealedSecret,
        })
        await logAct(tx, context, member, { kind: 'events.added', detail: new URL(body.url).host })
        const made = (await listEventEndpoints(tx, organizationId)).find((one) => one.id === id)
        if (!made) throw new Error('the endpoint that was just stored is missing')
        return ok({ endpoint: made, secret })
      })
    }),
  updateEventEndpoint: (context, request) =>
    doAsMember(context, request, 'settings', ({ organizationId }) =>
      inTransaction(context.db, async (tx) => {
        const { endpointId } = request.params
        const isSaved = await saveEventEndpoint(tx, { organizationId, endpointId }, request.body)
        return isSaved ? ok(null) : refuse('not_found')
      }),
    ),
  deleteEventEndpoint: (context, request) =>
    doAsMember(context, request, 'settings', (member) =>
      inTransaction(context.db, async (tx) => {
        const place = { organizationId: member.organizationId, endpointId: request.params.endpointId }
        if (!(await deleteEventEndpoint(tx, place))) return refuse('not_found')
        await logAct(tx, context, member, { kind: 'events.removed' })
        return ok(null)
      }),
    ),
  rotateEventSecret: (context, request) =>
    asMember(context, request, 'settings', (member) => {
      const place = { organizationId: member.organizationId, endpointId: request.params.endpointId }
      return withEndpoint(context, place, ({ id, type }) => {
        if (type !== 'webhook') return Promise.resolve(refuse('not_found'))
        const secret = newSigningSecret()
        const earlierUntil = new Date(context.clock().getTime() + overlapMs)
        return inTransaction(context.db, async (tx) => {
          await replaceSecret(tx, id, seal(context, secret), earlierUntil)
          await logAct(tx, context, member, { kind: 'events.secret' })
          return ok({ secret, earlierUntil: Math.floor(earlierUntil.getTime() / 1000) })
        })
      })
    }),
  sendTestEvent: (context, request) =>
    asMember(context, request, 'settings', ({ organizationId }) =>
      withEndpoint(context, { organizationId, endpointId: request.params.endpointId }, async (endpoint) => {
        const event = {
          id: context.newId(),
          organizationId,
          kind: 'test',
          userId: null,
          subject: {},
          at: context.clock(),
        }
        const { isDelivered, status, error } = await deliver(context, endpoint, [event])
        return ok({ isDelivered, status, error })
      }),
    ),
  listEventDeliveries: (context, request) =>
    asMember(context, request, 'settings', ({ organizationId }) =>
      withEndpoint(context, { organizationId, endpointId: request.params.endpointId }, async ({ id }) => {
        const { state = null, page } = request.query
        return ok(await listEventDeliveries(context.db, id, { state, page }))
      }),
    ),
  replayDeliveries: (context, request) =>
    asMember(context, request, 'settings', ({ organizationId }) =>
      withEndpoint(context, { organizationId, endpointId: request.params.endpointId }, ({ id }) =>
        inTransaction(context.db, async (tx) => {
          const replayed = await replay(tx, id, request.body.eventId, context.clock())
          if (replayed > 0)
            await addJob(tx, 'dispatch-events', {}, { key: 'dispatch-events', queue: 'dispatch-events' })
          return ok({ replayed })
        }),
      ),
    ),
}
