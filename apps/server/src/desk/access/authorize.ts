import { type DeskEndpoint, type DeskEndpointName, deskEndpoints, mayDo } from '@kitewise/contract/desk'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { appendAudit } from './audit.sql.ts'
import { hashDeskToken } from './secrets.ts'
import { findDeskSession, type StaffSession } from './sessions.sql.ts'

/**
 * Who calls a desk endpoint, if they may: 401 `unauthorized`, 403 `not_permitted` (which is logged) or
 * `step_up_required`. Null without a session where the endpoint is public.
 */
export async function authorizeStaff(
  context: Context,
  name: DeskEndpointName,
  token: string | null,
): Promise<Result<StaffSession | null>> {
  const { permission, stepUp }: DeskEndpoint = deskEndpoints[name]
  const staff = token === null ? null : await findDeskSession(context.db, hashDeskToken(token))
  if (permission === 'public') return ok(staff)
  if (!staff) return refuse('unauthorized')
  if (permission !== 'signed-in' && !mayDo(staff.role, permission)) {
    await appendAudit(context, context.db, { staffId: staff.staffId, action: name, outcome: 'not_permitted' })
    return refuse('not_permitted')
  }
  if (stepUp && staff.steppedUpUntil === null) return refuse('step_up_required')
  return ok(staff)
}

type Action = {
  name: DeskEndpointName
  staff: StaffSession | null
  /** As the contract has checked it. */
  input: { params: unknown; body: unknown }
  outcome: string
}

const textIn = (values: unknown, key: string): string | null => {
  const value =
    typeof values === 'object' && values !== null ? Object.entries(values).find(([name]) => name === key) : null
  return typeof value?.[1] === 'string' ? value[1] : null
}

/** Writes who does what to whom, and why. Throws when it can't; the action must then not happen. */
export function logStaffAction(context: Context, { name, staff, input, outcome }: Action): Promise<void> {
  return appendAudit(context, context.db, {
    staffId: staff?.staffId ?? null,
    action: name,
    outcome,
    userId: textIn(input.params, 'userId'),
    reason: textIn(input.body, 'reason'),
  })
}
