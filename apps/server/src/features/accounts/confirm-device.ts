import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { peekToken, redeemToken } from '../../platform/one-time-tokens.sql.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { holdAccount } from './account-queries.ts'
import { accountKeys } from './attempt-keys.ts'
import { deleteTally } from './attempt-queries.ts'
import { rememberBrowser } from './remember-browser.ts'

/**
 * Uses the link of a mail up: the browser that asks is a known device of the account from now on, and strangers' failures at the
 * account are forgiven, since whoever reads its mailbox owns it. It signs nobody in: the PIN is still asked for.
 * Refusal: invalid_token.
 */
export const confirmDevice = (
  { db, config }: Context,
  given: { token: string; deviceToken: string | null },
): Promise<Result<{ email: string; deviceToken: string }>> =>
  inTransaction(db, async (tx) => {
    const link = { purpose: 'device', token: given.token } as const
    const subject = await peekToken(tx, link)
    // The account before the token, in the order in which a new PIN locks them.
    const account = subject?.userId ? await holdAccount(tx, subject.userId) : null
    if (!account || !(await redeemToken(tx, link))) return refuse('invalid_token')
    for (const { key } of accountKeys(config.pinHashing.pepper, account.email)) await deleteTally(tx, key)
    return ok({ email: account.email, deviceToken: await rememberBrowser(tx, account.id, given.deviceToken) })
  })
