import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * One entry of the endpoint table: the one source of path, shapes, auth, limits and declared errors.
 * - auth `public`: nobody is asked; `optional`: a session is used when there is one; `session`: 401 without.
 * - auth `pin-setup`: a session, or a single-use pin-setup token as the bearer; the handler decides what it proves.
 * - subscription: 403 `subscription_required` unless the learner's subscription gives access now.
 * - fresh: 403 `reauthenticate` unless the learner signed in, or gave the PIN again, within the last ten minutes.
 * - limit: which rate limit guards it; `judge` counts by user, or by network where there is no session. bodyLimit: bytes.
 * `invalid_request`, `too_many_requests`, `internal_error` and `unavailable` are possible everywhere.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  auth: 'public' | 'optional' | 'session' | 'pin-setup'
  subscription: boolean
  fresh: boolean
  limit: 'general' | 'login' | 'judge' | 'register'
  bodyLimit: number
  params: z.ZodObject
  query: z.ZodType<Record<string, unknown>>
  body: z.ZodType | null
  answer: z.ZodType
  errors: readonly ErrorCode[]
  summary: string
}

const smallBody = 16 * 1024
export const largeBody = 64 * 1024
const nothing = z.object({})
/** The wrapper of every success but login's. */
export const data = <T extends z.ZodType>(shape: T) => z.object({ data: shape })

const defaults = {
  auth: 'session',
  subscription: false,
  fresh: false,
  limit: 'general',
  bodyLimit: smallBody,
  params: nothing,
  query: nothing,
  body: null,
  errors: [],
} as const

type Entry = Partial<Endpoint> & Pick<Endpoint, 'method' | 'path' | 'answer' | 'summary'>

/** A spread of a generic entry is typed as an intersection, in which `login & general` is never: the entry's own fields win. */
export const endpoint = <const T extends Entry>(entry: T) =>
  ({ ...defaults, ...entry }) as Omit<typeof defaults, keyof T> & T
