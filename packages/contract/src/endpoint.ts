import { z } from 'zod'
import { isCountry } from './countries.ts'
import type { ErrorCode } from './errors.ts'

/**
 * One entry of the endpoint table: the only source of path, shapes, auth, limits and declared errors.
 * - auth `public`: no session; `optional`: a session is used if present; `session`: 401 without one.
 * - auth `pin-setup`: a session, or a single-use pin-setup token as the bearer; the handler decides what it proves.
 * - subscription: 403 `subscription_required` without access.
 * - fresh: 403 `reauthenticate` unless the learner entered the PIN in the last ten minutes.
 * - proof: whose word that this is the learner is enough in a session that an organization's identity provider began. `owner`: 403
 *   `owner_proof_needed` until the learner's own PIN or passkey was used in it, if there is one. `provider` (`providerEndpoint`): the
 *   provider's; fields of its answers registered in owners-fields.ts stay hidden until then.
 * - limit: the rate limit; `judge` counts by user, or by network without a session. bodyLimit: bytes.
 * `invalid_request`, `too_many_requests`, `internal_error` and `unavailable` are possible everywhere.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  auth: 'public' | 'optional' | 'session' | 'pin-setup'
  subscription: boolean
  fresh: boolean
  proof: 'owner' | 'provider'
  limit: 'general' | 'login' | 'judge' | 'register' | 'support'
  bodyLimit: number
  params: z.ZodObject
  query: z.ZodType<Record<string, unknown>>
  body: z.ZodType | null
  answer: z.ZodType
  errors: readonly ErrorCode[]
  summary: string
}

/** Two capital letters. */
export const country = z.string().refine(isCountry, 'must be an ISO 3166-1 code of two capital letters')

export const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)

const smallBody = 16 * 1024
/** A list of two thousand people. */
export const listBody = 1024 * 1024
/** A prompt of emoji, each of several code points. */
export const promptBody = 256 * 1024
const nothing = z.object({})
/** Wraps every success except login's (docs/product.md R119). */
export function data<T extends z.ZodType>(shape: T) {
  return z.object({ data: shape })
}

const defaults = {
  auth: 'session',
  subscription: false,
  fresh: false,
  proof: 'owner',
  limit: 'general',
  bodyLimit: smallBody,
  params: nothing,
  query: nothing,
  body: null,
  errors: [],
} as const

type Entry = Partial<Endpoint> & Pick<Endpoint, 'method' | 'path' | 'answer' | 'summary'>

/** A spread of a generic entry is an intersection, in which `login & general` is never: the entry's fields win. */
export function endpoint<const T extends Entry>(entry: T) {
  return { ...defaults, ...entry } as Omit<typeof defaults, keyof T> & T
}

/** An endpoint for which the word of an organization's identity provider is enough: learning, and what belongs to organizations. */
export function providerEndpoint<const T extends Omit<Entry, 'proof'>>(entry: T) {
  return endpoint({ ...entry, proof: 'provider' })
}
