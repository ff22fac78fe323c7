import { z } from 'zod'
import { data, providerEndpoint } from './endpoint.ts'

/** Events of an organization for its own systems: webhooks, and statements for its record store. Times are Unix seconds. */

export const eventKinds = [
  'learner.joined',
  'lesson.finished',
  'course.completed',
  'certificate.issued',
  'subscription.changed',
] as const

export const eventEndpointTypes = ['webhook', 'xapi'] as const

export const eventEndpoint = z.object({
  id: z.uuid(),
  type: z.enum(eventEndpointTypes),
  url: z.string(),
  kinds: z.array(z.enum(eventKinds)),
  createdAt: z.int(),
  /** Since when every attempt has failed; null after a success. */
  failingSince: z.int().nullable(),
  /** Why nothing is sent; null while it is. gone: the receiver answered 410. failing: for five days. */
  pausedBecause: z.enum(['owner', 'gone', 'failing']).nullable(),
  /** Until when the secret before this one signs as well. */
  earlierSecretUntil: z.int().nullable(),
  waiting: z.int(),
  dead: z.int(),
})

export const deliveryStates = ['waiting', 'delivered', 'dead'] as const

export const eventDelivery = z.object({
  eventId: z.uuid(),
  kind: z.string(),
  at: z.int(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  lastAt: z.int().nullable(),
  /** The receiver's HTTP status; null without an answer. */
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  /** The next attempt; null unless it waits. */
  nextAt: z.int().nullable(),
})

const organizationId = z.object({ organizationId: z.uuid() })
const place = organizationId.extend({ endpointId: z.uuid() })
const base = '/api/organizations/{organizationId}/event-endpoints'
const usual = ['unauthorized', 'not_found', 'forbidden'] as const
const done = data(z.object({ done: z.literal(true) }))
const url = z.string().trim().max(500)
const kinds = z.array(z.enum(eventKinds)).min(1)

export const outgoingEventEndpoints = {
  listEventEndpoints: providerEndpoint({
    method: 'GET',
    path: base,
    params: organizationId,
    answer: data(z.array(eventEndpoint)),
    errors: usual,
    summary: 'Where events of the organization are sent. For owners, like everything about them.',
  }),
  createEventEndpoint: providerEndpoint({
    method: 'POST',
    path: base,
    fresh: true,
    params: organizationId,
    body: z.discriminatedUnion('type', [
      z.object({ type: z.literal('webhook'), url, kinds }),
      /** The record store's address without /statements, and the name and password of its client. */
      z.object({
        type: z.literal('xapi'),
        url,
        kinds,
        user: z.string().min(1).max(200),
        password: z.string().max(200),
      }),
    ]),
    /** The signing secret of a webhook, which can't be read again; null for a record store. */
    answer: data(z.object({ endpoint: eventEndpoint, secret: z.string().nullable() })),
    errors: [...usual, 'address_not_public', 'too_many_event_endpoints'],
    summary: 'Adds a webhook or a record store at a public https address. At most ten.',
  }),
  updateEventEndpoint: providerEndpoint({
    method: 'PUT',
    path: `${base}/{endpointId}`,
    fresh: true,
    params: place,
    body: z.object({ kinds, isPaused: z.boolean() }),
    answer: done,
    errors: usual,
    summary: 'Changes which events are sent, pauses it, or goes on. Going on sends what waits.',
  }),
  deleteEventEndpoint: providerEndpoint({
    method: 'DELETE',
    path: `${base}/{endpointId}`,
    params: place,
    answer: done,
    errors: usual,
    summary: 'Removes it with its deliveries.',
  }),
  rotateEventSecret: providerEndpoint({
    method: 'POST',
    path: `${base}/{endpointId}/secret`,
    fresh: true,
    params: place,
    answer: data(z.object({ secret: z.string(), earlierUntil: z.int() })),
    errors: usual,
    summary: 'A new signing secret for a webhook. For a day, both sign.',
  }),
  sendTestEvent: providerEndpoint({
    method: 'POST',
    path: `${base}/{endpointId}/test`,
    params: place,
    answer: data(z.object({ isDelivered: z.boolean(), status: z.int().nullable(), error: z.string().nullable() })),
    errors: usual,
    summary: 'Sends an event of the kind `test` at once, and says what the receiver answered.',
  }),
  listEventDeliveries: providerEndpoint({
    method: 'GET',
    path: `${base}/{endpointId}/deliveries`,
    params: place,
    query: z.object({
      state: z.enum(deliveryStates).optional(),
      page: z
        .string()
        .regex(/^[1-9]\d{0,4}$/)
        .default('1')
        .transform(Number),
    }),
    answer: data(z.object({ rows: z.array(eventDelivery), total: z.int() })),
    errors: usual,
    summary: 'The deliveries of the last 30 days, newest first.',
  }),
  replayDeliveries: providerEndpoint({
    method: 'POST',
    path: `${base}/{endpointId}/replay`,
    params: place,
    /** null for all that were given up. */
    body: z.object({ eventId: z.uuid().nullable() }),
    answer: data(z.object({ replayed: z.int() })),
    errors: usual,
    summary: 'Sends one delivery again, or all that were given up.',
  }),
}

export type EventKind = (typeof eventKinds)[number]
export type EventEndpoint = z.infer<typeof eventEndpoint>
export type EventDelivery = z.infer<typeof eventDelivery>
