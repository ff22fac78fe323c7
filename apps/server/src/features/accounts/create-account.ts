import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { findAccountByEmail, insertAccount, type NewLearner, saveUser } from './users.sql.ts'

/**
 * An existing account stays unchanged, because a typed address proves nothing. Null when nobody may have an account at this address
 * now: its former owner may still take it back. Safe to call concurrently.
 */
export async function findOrCreateAccount(
  tx: Tx,
  learner: NewLearner,
): Promise<{ userId: string; isNew: boolean } | null> {
  const [username = ''] = learner.email.split('@')
  const created = await insertAccount(tx, { ...learner, username })
  if (created === 'reserved') return null
  if (created !== 'taken') return { userId: created.id, isNew: true }
  const found = await findAccountByEmail(tx, learner.email)
  if (!found) throw new Error('an account was neither created nor found')
  return { userId: found.id, isNew: false }
}

type NewAccount = { email: string; username: string; pin: string | null; lang?: string }

/** For demo accounts and tests: creates an account, or updates name and PIN of the existing one. */
export async function storeAccount(context: Context, account: NewAccount): Promise<string> {
  return saveUser(context.db, {
    id: context.newId(),
    email: account.email.toLowerCase(),
    username: account.username,
    pinHash: account.pin === null ? null : await context.pinHasher.hash(account.pin),
    lang: account.lang ?? 'en',
  })
}
