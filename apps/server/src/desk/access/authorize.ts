import {
  type AuditFacts,
  type DeskEndpoint,
  type DeskEndpointName,
  deskEndpoints,
  mayDo,
} from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { appendAudit, type AuditEntry } from './audit.sql.ts'
import { hashDeskToken } from './secrets.ts'
import { findDeskSession, type StaffSession } from './sessions.sql.ts'

/**
 * Who calls a desk endpoint, if they may: 401 `unauthorized`, 403 `not_permitted` (which is logged) or
 * `step_up_required`. Null without a session where the endpoint is public.
 */
export async function authorizeStaff(
  context: Context,
  name: DeskEndpointName,
  { token, params }: { token: string | null; params: unknown },
): Promise<Result<StaffSession | null>> {
  const { permission, stepUp }: DeskEndpoint = deskEndpoints[name]
  const staff = token === null ? null : await findDeskSession(context.db, hashDeskToken(token))
  if (permission === 'public') return ok(staff)
  if (!staff) return refuse('unauthorized')
  if (permission !== 'signed-in' && !mayDo(staff.role, permission)) {
    const checked = deskEndpoints[name].params.safeParse(params)
    const object = objectOf(name, staff, checked.success ? checked.data : null)
    await appendAudit(context, context.db, { staffId: staff.staffId, action: name, outcome: 'not_permitted', object })
    return refuse('not_permitted')
  }
  if (stepUp && staff.steppedUpUntil === null) return refuse('step_up_required')
  return ok(staff)
}

type Act = {
  name: DeskEndpointName
  staff: StaffSession | null
  /** As the contract has checked it. */
  input: { params: unknown; body: unknown }
}

const objectOf = (name: DeskEndpointName, staff: StaffSession | null, params: unknown): AuditEntry['object'] => {
  const { object }: DeskEndpoint = deskEndpoints[name]
  const kind = object?.kind ?? 'list'
  if (object?.self) return { kind, id: staff?.staffId ?? null }
  // A person is in the log as a keyed hash alone.
  return { kind, id: kind === 'person' || !object?.param ? null : textIn(params, object.param) }
}

const valueIn = (values: unknown, key: string | undefined): unknown =>
  typeof values === 'object' && values !== null ? Object.entries(values).find(([name]) => name === key)?.[1] : undefined

const textIn = (values: unknown, key: string | undefined): string | null => {
  const value = valueIn(values, key)
  return typeof value === 'string' ? value : null
}

const numberIn = (values: unknown, key: string | undefined): number | null => {
  const value = valueIn(values, key)
  return typeof value === 'number' ? value : null
}

/** What the request says of an act: on what, why, and what it should bring about. */
const describeAct = ({ name, staff, input: { params, body } }: Act) => {
  const { asks }: DeskEndpoint = deskEndpoints[name]
  const amount = numberIn(body, asks.amount)
  const day = textIn(body, asks.endsAt)
  return {
    staffId: staff?.staffId ?? null,
    action: name,
    object: objectOf(name, staff, params),
    userId: textIn(params, 'userId'),
    reason: textIn(body, 'reason'),
    becomes: textIn(body, asks.becomes),
    money: amount === null ? null : { amount, currency: null },
    endsAt: day === null ? null : Date.parse(`${day}T23:59:59Z`),
  }
}

/** Writes what a member of staff is about to do, on what and why. Throws when it can't; the act must then not happen. */
export function logBegun(context: Context, act: Act): Promise<number> {
  return appendAudit(context, context.db, { ...describeAct(act), outcome: 'begun' })
}

/** Writes how an act ended, with what its handler knows. The rest is in the row that was written before. */
export async function logResult(
  context: Context,
  act: Act,
  { begunId, outcome, facts }: { begunId: number; outcome: string; facts: Partial<AuditFacts> },
): Promise<void> {
  const { staffId, action, object, userId } = describeAct(act)
  const { id, userId: concerned, ...told } = facts
  const entry = { staffId, action, object: { kind: object.kind, id: id ?? object.id }, userId: concerned ?? userId }
  await appendAudit(context, context.db, { ...entry, ...told, begunId, outcome })
}
