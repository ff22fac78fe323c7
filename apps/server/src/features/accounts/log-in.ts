import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { needsPlan } from '../../platform/access.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { sessionSeconds } from '../../platform/sessions.ts'
import { comparePin, type PinAttempt, turnKeys } from './compare-pin.ts'
import { presentUser } from './present.ts'
import { insertSession } from './queries.ts'
import { rememberBrowser } from './remember-browser.ts'
import { returnToAccount } from './return-to-account.ts'
import type { LoginUser } from './user.ts'

/** What a sign-in gives: the answer, and the token by which the browser is known next time. */
export type LoggedIn = { answer: Answer<'login'>; deviceToken: string }

/**
 * Signs in with e-mail and PIN. Unknown address, wrong PIN, no PIN yet and deleted for good give the same answer after the
 * same work; too many failures give 429 with the time to wait, also for addresses that nobody has. A browser that is not known may
 * have to show the account's mailbox first: `check_mailbox`, for every address and PIN alike. A deletion of less than 28 days is undone.
 */
export const logIn = (context: Context, given: PinAttempt): Promise<Result<LoggedIn>> => {
  const attempt = { ...given, email: given.email.trim().toLowerCase() }
  return context.takeSignInTurn(turnKeys(attempt), async () => {
    const compared = await comparePin(context, attempt)
    if (!compared.ok) return compared
    return openSession(context, compared.value, attempt.deviceToken)
  })
}

const openSession = (context: Context, user: LoginUser, givenToken: string | null): Promise<Result<LoggedIn>> =>
  inTransaction(context.db, async (tx) => {
    const standing = await returnToAccount(tx, context, user)
    if (standing === 'gone') return refuse('invalid_credentials')
    const deviceToken = await rememberBrowser(tx, user.id, givenToken)
    const sessionId = context.newId()
    await insertSession(tx, { id: sessionId, userId: user.id, seconds: sessionSeconds })
    const jwt = context.sessionTokens.sign({ userId: user.id, sessionId })
    const answer = {
      jwt,
      user: presentUser(user),
      ...(standing === 'restored' && { restored: true as const }),
      ...((await needsPlan(tx, user.id, context.clock())) && { needsPlan: true as const }),
    }
    return ok({ answer, deviceToken })
  })
