import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
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
