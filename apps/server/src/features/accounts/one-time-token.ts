import { createHash, randomBytes } from 'node:crypto'
import type { Queryable, Tx } from '../../database/connect.ts'
import { findLiveToken, insertToken, redeemLiveToken } from './token-queries.ts'

export type TokenPurpose = 'pin-setup' | 'registration' | 'email-change' | 'email-undo' | 'device'

/** Whom a token speaks for: a user or a registration; and about which change of address, where it is about one. */
export type TokenSubject = { userId: string | null; registrationId: string | null; emailChangeId: string | null }

type NewToken = { minutes: number } & (
  | { purpose: TokenPurpose; userId: string; registrationId?: undefined; emailChangeId?: undefined }
  | { purpose: TokenPurpose; registrationId: string; userId?: undefined; emailChangeId?: undefined }
  | { purpose: 'email-change' | 'email-undo'; userId: string; emailChangeId: string; registrationId?: undefined }
)

type GivenToken = { purpose: TokenPurpose; token: string }

/** A token of ours: 128 random bits. Anything else is not looked up. */
const pattern = /^[A-Za-z0-9_-]{22}$/

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Makes a token that works once within `minutes`. Only its hash is stored, so this is the one time it is known. */
export const issueToken = async (tx: Queryable, wanted: NewToken): Promise<string> => {
  const token = randomBytes(16).toString('base64url')
  await insertToken(tx, {
    hash: hashToken(token),
    purpose: wanted.purpose,
    userId: wanted.userId ?? null,
    registrationId: wanted.registrationId ?? null,
    emailChangeId: wanted.emailChangeId ?? null,
    minutes: wanted.minutes,
  })
  return token
}

/** Uses a token up. Of several at once one gets the subject; the others, and any later, get null. Undone with the transaction. */
export const redeemToken = async (tx: Tx, { purpose, token }: GivenToken): Promise<TokenSubject | null> =>
  pattern.test(token) ? redeemLiveToken(tx, purpose, hashToken(token)) : null

/** Whom a token speaks for, without using it up; null when it is unknown, used or too old. */
export const peekToken = async (db: Queryable, { purpose, token }: GivenToken): Promise<TokenSubject | null> =>
  pattern.test(token) ? findLiveToken(db, purpose, hashToken(token)) : null
