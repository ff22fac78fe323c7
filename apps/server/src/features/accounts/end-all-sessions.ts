import type { Tx } from '../../database/connect.ts'
import { forgetDevices, revokeSessions } from './account-queries.ts'

/** Signs a user out everywhere because the account was deleted, and forgets the known devices. */
export const endAllSessions = async (tx: Tx, userId: string): Promise<void> => {
  await revokeSessions(tx, userId, { keptSessionId: null, reason: 'account_deleted' })
  await forgetDevices(tx, userId)
}
