import type { SessionEnd } from '@kitewise/contract/errors'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deleteOldTokens, voidTokens } from '../../platform/one-time-tokens.sql.ts'
import { deleteDeadSessions, revokeSessions } from '../../platform/sessions.sql.ts'
import { deleteOldDevices, forgetDevices } from './devices.sql.ts'
import { deleteOldEmailChanges, voidPendingChanges } from './email-changes.sql.ts'
import { deleteOldGuardCounts, deleteOldTallies } from './sign-in-attempts.sql.ts'
import { savePin } from './users.sql.ts'

type NewPin = {
  /** Null removes the PIN. */
  pinHash: string | null
  /** The session that sets the PIN; it and the known devices stay. Null ends all sessions and forgets all devices. */
  sessionId: string | null
  reason: Exclude<SessionEnd, 'expired'>
}

/**
 * Replaces a PIN and ends everything that the old PIN may have started: email changes, one-time tokens, other sessions. Every path
 * that sets or removes a PIN calls this in its own transaction, after `lockAccount`, which orders such transactions and those of
 * email changes and sign-ins (docs/decisions/0082).
 */
export async function replacePin(tx: Tx, userId: string, { pinHash, sessionId, reason }: NewPin): Promise<void> {
  await savePin(tx, userId, pinHash)
  await voidPendingChanges(tx, userId)
  await voidTokens(tx, userId)
  await revokeSessions(tx, userId, { keptSessionId: sessionId, reason })
  if (sessionId === null) await forgetDevices(tx, userId)
}

/** For a deleted account. */
export async function endAllSessions(tx: Tx, userId: string): Promise<void> {
  await revokeSessions(tx, userId, { keptSessionId: null, reason: 'account_deleted' })
  await forgetDevices(tx, userId)
}

/** Deletes data of sign-ins that no rule reads any more. */
export async function purgeSignIns({ db }: Context): Promise<void> {
  await deleteDeadSessions(db)
  await deleteOldDevices(db)
  await deleteOldTallies(db)
  await deleteOldGuardCounts(db)
  await deleteOldTokens(db)
  await deleteOldEmailChanges(db)
}
