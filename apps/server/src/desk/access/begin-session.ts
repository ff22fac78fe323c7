import type { ErrorCode } from '@kitewise/contract/errors'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { refuse, type Refusal } from '../../platform/result.ts'
import { note } from '../../telemetry/signals.ts'
import { appendAudit } from './audit.sql.ts'
import { newDeskToken } from './secrets.ts'
import { insertDeskSession, type SessionBeginning } from './sessions.sql.ts'
import { noteSignIn } from './staff.sql.ts'

/** Begins a session and logs it, in one transaction. @returns the token for the cookie */
export async function beginSession(
  context: Context,
  tx: Tx,
  { staffId, beganWith }: { staffId: string; beganWith: SessionBeginning },
): Promise<string> {
  const { token, tokenHash } = newDeskToken()
  await insertDeskSession(tx, { tokenHash, staffId, beganWith })
  await noteSignIn(tx, staffId)
  await appendAudit(context, tx, { staffId, action: `signIn:${beganWith}`, outcome: 'begun' })
  return token
}

/** Logs and counts a refused sign-in, step-up or link. `staffId` is null unless it is known who tried. */
export async function refuseSignIn(
  context: Context,
  { staffId, action, code }: { staffId: string | null; action: string; code: ErrorCode },
): Promise<Refusal> {
  note('signInRejected', { reason: code })
  await appendAudit(context, context.db, { staffId, action, outcome: code })
  return refuse(code)
}
