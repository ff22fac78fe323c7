import type { Context } from '../../context.ts'
import { peekToken } from '../../platform/one-time-tokens.sql.ts'
import { findAccount } from './account-queries.ts'

/** Whose PIN a link may set, without using it up; null when the link is no longer good. */
export const findPinToken = async ({ db }: Context, token: string): Promise<{ email: string } | null> => {
  const subject = await peekToken(db, { purpose: 'pin-setup', token })
  const account = subject?.userId ? await findAccount(db, subject.userId) : null
  return account && { email: account.email }
}
