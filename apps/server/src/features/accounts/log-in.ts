import type { Answer } from '@kitewise/contract/calls'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, type Result } from '../../result.ts'
import { comparePin, turnKeys, type PinAttempt } from './compare-pin.ts'
import { deviceSeconds, hashDeviceToken, newDeviceToken } from './device-token.ts'
import { presentUser } from './present.ts'
import { deviceExists, insertSession, rememberDevice } from './queries.ts'
import { sessionSeconds } from './session-token.ts'
import type { LoginUser } from './user.ts'

/** What a sign-in gives: the answer, and the token by which the browser is known next time. */
export type LoggedIn = { answer: Answer<'login'>; deviceToken: string }

/**
 * Signs in with e-mail and PIN. Unknown address, wrong PIN, no PIN yet and deactivated give the same answer after the
 * same work; too many failures give 429 with the time to wait, also for addresses that nobody has.
 */
export const logIn = (context: Context, given: PinAttempt): Promise<Result<LoggedIn>> => {
  const attempt = { ...given, email: given.email.trim().toLowerCase() }
  return context.takeSignInTurn(turnKeys(attempt), async () => {
    const compared = await comparePin(context, attempt)
    if (!compared.ok) return compared
    return ok(await openSession(context, compared.value, attempt.deviceToken))
  })
}

const openSession = (context: Context, user: LoginUser, givenToken: string | null): Promise<LoggedIn> =>
  inTransaction(context.db, async (tx) => {
    const givenHash = hashDeviceToken(givenToken)
    const isOurs = givenHash !== null && (await deviceExists(tx, givenHash))
    const deviceToken = isOurs && givenToken !== null ? givenToken : newDeviceToken()
    const hash = hashDeviceToken(deviceToken)
    if (!hash) throw new Error('a device token of our own making was not recognised')
    await rememberDevice(tx, { userId: user.id, hash, seconds: deviceSeconds })
    const sessionId = context.newId()
    await insertSession(tx, { id: sessionId, userId: user.id, seconds: sessionSeconds })
    const jwt = context.sessionTokens.sign({ userId: user.id, sessionId })
    return { answer: { jwt, user: presentUser(user) }, deviceToken }
  })
