import type { Db } from '../../database/connect.ts'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { findEmailChange } from './email-change-queries.ts'

type Wanted = { changeId: string; purpose: 'email-change' | 'email-undo'; minutes: number }

/** A token to confirm a change of address that waits for it, or to undo one that is done; null where that is not so. */
export const issueEmailChangeToken = async (db: Db, { changeId, purpose, minutes }: Wanted): Promise<string | null> => {
  const change = await findEmailChange(db, changeId)
  if (change?.state !== (purpose === 'email-undo' ? 'confirmed' : 'pending')) return null
  return issueToken(db, { purpose, userId: change.userId, emailChangeId: change.id, minutes })
}
