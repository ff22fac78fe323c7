import type { ErrorCode } from '@kitewise/contract/errors'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { refuse, type Refusal } from '../../platform/result.ts'
import { note } from '../../telemetry/signals.ts'
import { appendAudit } from './audit.sql.ts'
import { newDeskToken } from './secrets.ts'
import { endOverdueSessions, endSessionsOf, insertDeskSession, type SessionBeginning } from './sessions.sql.ts'
import { noteSignIn } from './staff.sql.ts'

/** For the log: a member of staff who acts on their own sessions and keys. Null: nobody knows who tried. */
export const staffObject = (staffId: string | null) => ({ kind: 'staff' as const, id: staffId })

/** Begins a session and logs it, in one transaction. @returns the token for the cookie */
export async function beginSession(
  context: Context,
  tx: Tx,
  { staffId, beganWith }: { staffId: string; beganWith: SessionBeginning },
): Promise<string> {
  const { token, tokenHash } = newDeskToken()
  await insertDeskSession(tx, { tokenHash, staffId, beganWith })
  await noteSignIn(tx, staffId)
  await appendAudit(context, tx, {
    staffId,
    action: `signIn:${beganWith}`,
    outcome: 'succeeded',
    object: staffObject(staffId),
  })
  return token
}

/** Ends all sessions of a member of staff and logs the end of each, in the transaction of what ends them. */
export async function endSessions(
  context: Pick<Context, 'config'>,
  tx: Tx,
  { staffId, why }: { staffId: string; why: 'role' | 'removed' | 'enrolment' },
): Promise<void> {
  const ended = await endSessionsOf(tx, staffId)
  for (let number = 0; number < ended; number += 1)
    await appendAudit(context, tx, {
      staffId,
      action: `signOut:${why}`,
      outcome: 'succeeded',
      object: staffObject(staffId),
    })
}

/** Part of a nightly job: nobody is there when a session's time is up, so its end is logged afterwards, with the moment. */
export async function logOverdueSessions(context: Context): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    for (const { staffId, endsAt } of await endOverdueSessions(tx)) {
      const reason = `ended at ${endsAt.toISOString()}`
      await appendAudit(context, tx, {
        staffId,
        action: 'signOut:time',
        outcome: 'succeeded',
        object: staffObject(staffId),
        reason,
      })
    }
  })
}

/** Logs and counts a refused sign-in, step-up or link. `staffId` is null unless it is known who tried. */
export async function refuseSignIn(
  context: Context,
  { staffId, action, code }: { staffId: string | null; action: string; code: ErrorCode },
): Promise<Refusal> {
  note('signInRejected', { reason: code })
  await appendAudit(context, context.db, { staffId, action, outcome: code, object: staffObject(staffId) })
  return refuse(code)
}
