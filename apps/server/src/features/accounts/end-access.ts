import type { SessionEnd } from '@kitewise/contract/errors'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deleteOldTokens, voidTokens } from '../../platform/one-time-tokens.sql.ts'
import { deleteOldEmailChanges, voidPendingChanges } from './email-changes.sql.ts'
import { deleteOldGuardCounts } from './sign-in-attempts.sql.ts'
import {
  deleteDeadSessions,
  deleteOldDevices,
  deleteOldTallies,
  forgetDevices,
  revokeSessions,
  savePin,
} from './users.sql.ts'

type NewPin = {
  /** Null leaves the account without a PIN until its owner sets one. */
  pinHash: string | null
  /** The session that sets the PIN. It stays alive, and known devices stay known; null ends every session and forgets every device. */
  sessionId: string | null
  /** Stored with the sessions that end. */
  reason: Exclude<SessionEnd, 'expired'>
}

/**
 * Replaces a PIN and ends all that somebody with the old PIN may have started: pending email changes, one-time tokens, other sessions.
 * Every path that sets or removes a PIN calls this, in its own transaction and after `lockAccount`: the lock decides between two such
 * transactions, and between one of them and an email change or a sign-in.
 */
export const replacePin = async (tx: Tx, userId: string, { pinHash, sessionId, reason }: NewPin): Promise<void> => {
  await savePin(tx, userId, pinHash)
  await voidPendingChanges(tx, userId)
  await voidTokens(tx, userId)
  await revokeSessions(tx, userId, { keptSessionId: sessionId, reason })
  if (sessionId === null) await forgetDevices(tx, userId)
}

/** Signs a user out everywhere because the account was deleted, and forgets the known devices. */
export const endAllSessions = async (tx: Tx, userId: string): Promise<void> => {
  await revokeSessions(tx, userId, { keptSessionId: null, reason: 'account_deleted' })
  await forgetDevices(tx, userId)
}

/**
 * Removes sessions that are over, browsers long not seen, forgotten failures, tokens that are used or too old, and
 * changes of address that nobody can undo any more.
 */
export const purgeSignIns = async ({ db }: Context): Promise<void> => {
  await deleteDeadSessions(db)
  await deleteOldDevices(db)
  await deleteOldTallies(db)
  await deleteOldGuardCounts(db)
  await deleteOldTokens(db)
  await deleteOldEmailChanges(db)
}
