import type { Db } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { holdAddress } from './account-queries.ts'

type Wanted = { userId: string; email: string; purpose: 'pin-setup' | 'device'; minutes: number }

/**
 * A token for a mail to the address that the account has now; null when it has another one by now. The account keeps its address
 * until the token is stored, so that a change of address voids every token that the old mailbox got.
 */
export const issueMailedToken = (db: Db, { userId, email, purpose, minutes }: Wanted): Promise<string | null> =>
  inTransaction(db, async (tx) =>
    (await holdAddress(tx, userId, email)) ? issueToken(tx, { purpose, userId, minutes }) : null,
  )
