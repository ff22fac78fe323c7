import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { Permission } from './roles.ts'
import { mayBeWithin, unitsPerSign } from '../typed/signs.ts'
import * as textLimits from '../typed/text-limits.ts'

/** What an act of staff is about, as the audit log names it. */
export const auditKinds = [
  'person',
  'payment',
  'subscription',
  'dispute',
  'inbox_item',
  'mail',
  'job',
  'provider_event',
  'coupon',
  'gift_batch',
  'organization',
  'staff',
  'model',
  'list',
] as const
export type AuditKind = (typeof auditKinds)[number]

/**
 * `param`: the parameter of the path that has the ID. Absent for what needs none, and for what the act creates: its handler then
 * tells the `id`. `self`: the member of staff who acts.
 */
export type AuditObject = { kind: AuditKind; param?: string; self?: true }

/** What a handler knows of its act. The log outlives accounts, so none of it may be a name, an address or somebody's text. */
export type AuditFacts = {
  id: string
  /** The person concerned, if the request doesn't name one; only a keyed hash is stored. */
  userId: string | null
  was: string | null
  becomes: string | null
  /** Minor units. */
  money: { amount: number; currency: string } | null
  /** Unix milliseconds. */
  endsAt: number | null
}

/**
 * One entry of the desk's endpoint table.
 * - permission: what the role must allow, else 403 `not_permitted`; `signed-in`: any staff; `public`: without a session.
 * - stepUp: 403 `step_up_required` unless the passkey was used in the last ten minutes. For money, access without a payment,
 *   blocking, erasure, staff, and every file that leaves the desk.
 * - audited: writes a row to the audit log before the handler runs, and its result afterwards; false only for what shows no person
 *   and changes nothing. The row's person is `params.userId`, its reason `body.reason`.
 * - object: what the act is about. Without it, only `audited: false` compiles.
 * - asks: the fields of the body with what the act should bring about, known before it and also when it's refused.
 * - tells: what the handler adds when it succeeds. A handler that doesn't tell it doesn't compile.
 */
export type DeskEndpoint = Pick<
  Endpoint,
  'method' | 'path' | 'bodyLimit' | 'params' | 'query' | 'body' | 'answer' | 'errors' | 'summary'
> & {
  permission: Permission | 'signed-in' | 'public'
  stepUp: boolean
  audited: boolean
  object: AuditObject | null
  asks: { readonly becomes?: string; readonly amount?: string; readonly endsAt?: string }
  tells: readonly (keyof AuditFacts)[]
}

const nothing = z.object({})

const defaults = {
  stepUp: false,
  audited: true,
  object: null,
  asks: {},
  tells: [],
  bodyLimit: 16 * 1024,
  params: nothing,
  query: nothing,
  body: null,
  errors: [],
} as const

type Entry = Partial<Omit<DeskEndpoint, 'audited' | 'object'>> &
  Pick<DeskEndpoint, 'method' | 'path' | 'permission' | 'answer' | 'summary'> &
  ({ audited: false; object?: null } | { audited?: true; object: AuditObject })

/** The same as `endpoint` for learners: the entry's fields win over the defaults. */
export function deskEndpoint<const T extends Entry>(entry: T) {
  return { ...defaults, ...entry } as Omit<typeof defaults, keyof T> & T
}

/** Why a member of staff does something to a person. The log outlives the account, so it takes no email addresses. */
export const reason = z
  .string()
  .trim()
  .min(5, 'must have at least 5 characters')
  .max(textLimits.deskReason * unitsPerSign)
  .refine((text) => mayBeWithin(text, textLimits.deskReason), 'must have at most 300 characters')
  .refine((text) => !text.includes('@'), 'must not contain an email address')

/** The answer of an action that has nothing else to say. */
export const done = z.object({ data: z.object({ done: z.literal(true) }) })

/** The answer of an endpoint that sends a file: CSV or NDJSON, not JSON. */
export const file = z.never()
