import type { Context } from '../../context.ts'
import { saveUser } from './queries.ts'

export type NewAccount = { email: string; username: string; pin: string | null; lang?: string }

/**
 * Stores an account, or renews name and PIN of the one that has this address.
 * @returns the user's id
 */
export const storeAccount = async (context: Context, account: NewAccount): Promise<string> =>
  saveUser(context.db, {
    id: context.newId(),
    email: account.email.toLowerCase(),
    username: account.username,
    pinHash: account.pin === null ? null : await context.pinHasher.hash(account.pin),
    lang: account.lang ?? 'en',
  })
