import type { Tx } from '../../database/connect.ts'
import { revokeSessions } from './account-queries.ts'

/** Signs a user out everywhere. */
export const endAllSessions = (tx: Tx, userId: string): Promise<void> => revokeSessions(tx, userId, null)
