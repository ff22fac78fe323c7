import type { SessionEnd } from '@kitewise/contract/errors'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deleteOldTokens, voidTokens } from '../../platform/one-time-tokens.sql.ts'
import { deleteDeadSessions, revokeSessions } from '../../platform/sessions.sql.ts'
import { deleteOldDevices, endOtherWays, forgetDevices } from './devices.sql.ts'
import { deleteOldEmailChanges, voidPendingChanges } from './email-changes.sql.ts'
import { deleteOldChallenges, deletePasskeys } from './passkeys.sql.ts'
import { deleteOldGuardCounts, deleteOldTallies } from './sign-in-attempts.sql.ts'
import { saveBlock, savePin } from './users.sql.ts'

type NewPin = {
  /** Null removes the PIN. */
  pinHash: string | null
  /** It, the known devices and the passkeys stay. Null ends all sessions, forgets all devices, and removes all passkeys and the calendar's address. */
  sessionId: string | null
  reason: Exclude<SessionEnd, 'expired'>
}

/**
 * Ends everything that the old PIN may have started. Every path that sets or removes a PIN calls this after `lockAccount`,
 * which orders it with email changes and sign-ins (docs/decisions/0082).
 */
export async function replacePin(tx: Tx, userId: string, { pinHash, sessionId, reason }: NewPin): Promise<void> {
  await savePin(tx, userId, pinHash)
  await voidPendingChanges(tx, userId)
  await voidTokens(tx, userId)
  await revokeSessions(tx, userId, { keptSessionId: sessionId, reason })
  if (sessionId !== null) return
  await forgetDevices(tx, userId)
  await deletePasskeys(tx, userId)
  await endOtherWays(tx, userId, { withProviders: reason === 'email_change_undone' })
}

/** Also forgets known devices. */
export async function endAllSessions(
  tx: Tx,
  userId: string,
  reason: 'account_deleted' | 'account_blocked' | 'signed_out' = 'account_deleted',
): Promise<void> {
  await revokeSessions(tx, userId, { keptSessionId: null, reason })
  await forgetDevices(tx, userId)
}

/** False if there is no such account, or it is blocked already. */
export async function beginBlock(tx: Tx, userId: string): Promise<boolean> {
  if (!(await saveBlock(tx, userId, true))) return false
  await endAllSessions(tx, userId, 'account_blocked')
  return true
}

export async function endBlock(tx: Tx, userId: string): Promise<void> {
  await saveBlock(tx, userId, false)
}

export async function purgeSignIns({ db }: Context): Promise<void> {
  await deleteDeadSessions(db)
  await deleteOldDevices(db)
  await deleteOldTallies(db)
  await deleteOldGuardCounts(db)
  await deleteOldTokens(db)
  await deleteOldEmailChanges(db)
  await deleteOldChallenges(db)
}
