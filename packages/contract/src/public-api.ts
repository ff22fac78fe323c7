import { z } from 'zod'
import { id } from './entities.ts'
import type { ErrorCode } from './errors.ts'
import { organizationRoles } from './choices.ts'
import { seatCounts, seatStates } from './organization-entities.ts'

/**
 * The public API of organizations, version 1: a table of its own, because its callers are programs with a key instead of
 * people with a session. Fields and endpoints may be added; nothing is changed or removed (docs/integrations.md).
 */
export const apiScopes = ['people:read', 'progress:read', 'people:write'] as const

/**
 * `unauthorized`, `scope_missing`, `invalid_request`, `too_many_requests`, `internal_error` and `unavailable` are possible
 * everywhere; on writes `idempotency_key_missing` and `idempotency_key_reused` too.
 */
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

/** `next` of the page before as `cursor`. */
const pageQuery = z.object({
  cursor: z.string().max(300).optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/)
    .default('100')
    .transform(Number),
})
const pageOf = <T extends z.ZodType>(row: T) => z.object({ data: z.array(row), next: z.string().nullable() })

const publicPerson = z.object({
  userId: z.uuid(),
  /** First name, if given. */
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(organizationRoles),
  groupId: z.uuid().nullable(),
  seat: z.enum(seatStates),
  joinedAt: z.iso.datetime(),
})

/** What managers see too: no prompts, answers or scores. */
const publicProgress = z.object({
  userId: z.uuid(),
  daysLearned: z.int(),
  /** Null before the first. */
  lastDay: z.iso.date().nullable(),
  lessons: z.int(),
  courses: z.int(),
  certificates: z.int(),
})

const publicCertificate = z.object({ userId: z.uuid(), courseId: id, course: z.string(), issuedOn: z.iso.date() })

export const publicEndpoints = {
  getOrganization: {
    ...plain,
    method: 'GET',
    path: base,
    scope: 'people:read',
    answer: z.object({ data: z.object({ id: z.uuid(), name: z.string(), seats: seatCounts }) }),
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
    answer: z.object({ data: z.array(z.object({ id: z.uuid(), name: z.string(), members: z.int() })) }),
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
      name: z.string().trim().max(80).default(''),
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
    params: z.object({ userId: z.uuid() }),
    answer: z.object({ data: z.object({ done: z.literal(true) }) }),
    errors: ['not_found'],
    summary: "Takes a person's seat back, or takes the person off the waiting list. The person stays a member.",
  },
} as const satisfies Record<string, PublicEndpoint>

export type ApiScope = (typeof apiScopes)[number]
export type PublicEndpoints = typeof publicEndpoints
export type PublicEndpointName = keyof PublicEndpoints
export type PublicPerson = z.infer<typeof publicPerson>
export type PublicProgress = z.infer<typeof publicProgress>
export type PublicCertificate = z.infer<typeof publicCertificate>
