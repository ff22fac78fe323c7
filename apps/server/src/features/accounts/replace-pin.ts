import type { SessionEnd } from '@kitewise/contract/errors'
import type { Tx } from '../../database/connect.ts'
import { voidTokens } from '../../platform/one-time-tokens.sql.ts'
import { forgetDevices, revokeSessions, savePin } from './account-queries.ts'
import { voidPendingChanges } from './email-change-queries.ts'

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
