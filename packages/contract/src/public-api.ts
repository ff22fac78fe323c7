import { z } from 'zod'
import { id } from './entities.ts'
import type { ErrorCode } from './errors.ts'
import { type apiScopes, organizationRoles } from './choices.ts'
import { seatCounts, seatStates } from './organization-entities.ts'
import { typedText } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/**
 * The public API of organizations, version 1: a table of its own, because its callers are programs with a key instead of
 * people with a session. Fields and endpoints may be added; nothing is changed or removed (docs/integrations.md).
 */
/** Errors that each of them can return, and those of writes. */
export const errorsEverywhere = [
  'api_key_invalid',
  'scope_missing',
  'invalid_request',
  'too_many_requests',
  'internal_error',
  'unavailable',
] as const satisfies readonly ErrorCode[]
export const errorsOfWrites = [
  'idempotency_key_missing',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[]

export type ApiScope = (typeof apiScopes)[number]

export type PublicEndpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  scope: ApiScope
  params: z.ZodObject
  query: z.ZodObject
  body: z.ZodObject | null
  answer: z.ZodType
  errors: readonly ErrorCode[]
  summary: string
}

const base = '/api/v1/organization'
const nothing = z.object({})
const plain = { params: nothing, query: nothing, body: null, errors: [] } as const

const pageQuery = z.object({
  cursor: z
    .string()
    .max(300)
    .optional()
    .meta({ description: '`next` of the page before.', examples: ['bmV4dA'] }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(100)
    .meta({ description: 'Rows on a page.', examples: [100] }),
})
const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    next: z
      .string()
      .nullable()
      .meta({ description: 'To send as `cursor`; null at the end.', examples: ['bmV4dA'] }),
  })

const userId = z.uuid()

const publicPerson = z.object({
  userId,
  name: z
    .string()
    .nullable()
    .meta({ description: 'First name, if given.', examples: ['Ada'] }),
  email: z.string(),
  role: z.enum(organizationRoles),
  groupId: z.uuid().nullable(),
  seat: z.enum(seatStates).describe('`waiting`: gets the next free seat.'),
  joinedAt: z.iso.datetime(),
})

/** What managers see too: no prompts, answers or scores. */
const publicProgress = z.object({
  userId,
  daysLearned: z.int(),
  lastDay: z.iso.date().nullable().describe('The last day of learning; null before the first.'),
  lessons: z.int().describe('Finished ones.'),
  courses: z.int().describe('Finished ones.'),
  certificates: z.int(),
})

const publicCertificate = z.object({
  userId,
  courseId: id,
  course: z.string().meta({ description: 'The title on the certificate.', examples: ['AI from Zero'] }),
  issuedOn: z.iso.date(),
})

const publicOrganization = z.object({
  id: z.uuid(),
  name: z.string().meta({ examples: ['Paper Planes Ltd'] }),
  seats: seatCounts,
})

const publicGroup = z.object({ id: z.uuid(), name: z.string().meta({ examples: ['Sales'] }), members: z.int() })

export const publicEndpoints = {
  getOrganization: {
    ...plain,
    method: 'GET',
    path: base,
    scope: 'people:read',
    answer: z.object({ data: publicOrganization }),
    errors: ['not_found'],
    summary: "The key's organization, with its seats.",
  },
  listPeople: {
    ...plain,
    method: 'GET',
    path: `${base}/people`,
    scope: 'people:read',
    query: pageQuery,
    answer: pageOf(publicPerson),
    summary: 'Everybody in the organization, in the order of `userId`.',
  },
  listGroups: {
    ...plain,
    method: 'GET',
    path: `${base}/groups`,
    scope: 'people:read',
    answer: z.object({ data: z.array(publicGroup) }),
    summary: 'The groups by name.',
  },
  listProgress: {
    ...plain,
    method: 'GET',
    path: `${base}/progress`,
    scope: 'progress:read',
    query: pageQuery,
    answer: pageOf(publicProgress),
    summary: 'Finished lessons and courses, certificates and days of each person, in the order of `userId`.',
  },
  listCertificates: {
    ...plain,
    method: 'GET',
    path: `${base}/certificates`,
    scope: 'progress:read',
    query: pageQuery,
    answer: pageOf(publicCertificate),
    summary: 'The certificates of all people, in the order of `userId` and `courseId`.',
  },
  invitePerson: {
    ...plain,
    method: 'POST',
    path: `${base}/invitations`,
    scope: 'people:write',
    body: z.object({
      email: z.string().max(254),
      name: typedText(textLimits.teamName).trim().default(''),
      groupId: z.uuid().nullable().default(null),
    }),
    answer: z.object({ data: z.object({ id: z.uuid() }) }),
    errors: ['invalid_email', 'group_not_found', 'already_member', 'already_invited', 'too_many_invitations'],
    summary: 'Mails an invitation, which is good for 30 days.',
  },
  freeSeat: {
    ...plain,
    method: 'DELETE',
    path: `${base}/people/{userId}/seat`,
    scope: 'people:write',
    params: z.object({ userId }),
    answer: z.object({ data: z.object({ done: z.literal(true) }) }),
    errors: ['not_found'],
    summary: "Takes a person's seat back, or takes the person off the waiting list. The person stays a member.",
  },
} as const satisfies Record<string, PublicEndpoint>

export type PublicEndpoints = typeof publicEndpoints
export type PublicEndpointName = keyof PublicEndpoints
export type PublicPerson = z.infer<typeof publicPerson>
export type PublicProgress = z.infer<typeof publicProgress>
export type PublicCertificate = z.infer<typeof publicCertificate>
