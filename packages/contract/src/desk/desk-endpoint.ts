import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import type { Permission } from './roles.ts'
import { mayBeWithin, unitsPerSign } from '../typed/signs.ts'
import * as textLimits from '../typed/text-limits.ts'

/**
 * One entry of the desk's endpoint table.
 * - permission: what the role must allow, else 403 `not_permitted`; `signed-in`: any staff; `public`: without a session.
 * - stepUp: 403 `step_up_required` unless the passkey was used in the last ten minutes. For money, access without a payment,
 *   blocking, erasure, staff, and every file that leaves the desk.
 * - audited: writes a row to the audit log before the handler runs; false only for what shows no person and changes
 *   nothing. The row's person is `params.userId`, its reason `body.reason`.
 */
export type DeskEndpoint = Pick<
  Endpoint,
  'method' | 'path' | 'bodyLimit' | 'params' | 'query' | 'body' | 'answer' | 'errors' | 'summary'
> & {
  permission: Permission | 'signed-in' | 'public'
  stepUp: boolean
  audited: boolean
}

const nothing = z.object({})

const defaults = {
  stepUp: false,
  audited: true,
  bodyLimit: 16 * 1024,
  params: nothing,
  query: nothing,
  body: null,
  errors: [],
} as const

type Entry = Partial<DeskEndpoint> & Pick<DeskEndpoint, 'method' | 'path' | 'permission' | 'answer' | 'summary'>

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
