import type { Answer } from '@kitewise/contract/calls'
import { deviceFailureLimit } from '@kitewise/rules/login-throttle'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, refuseFor, type Result } from '../../result.ts'
import { attemptKeys } from './attempt-keys.ts'
import { countAttempt, takeBackCounted, type CountedAttempt } from './count-attempt.ts'
import { deviceSeconds, hashDeviceToken, newDeviceToken } from './device-token.ts'
import { HashingIsBusy } from './hash-pin.ts'
import { presentUser } from './present.ts'
import { deviceExists, findUserForLogin, forgetDevice, insertSession, rememberDevice } from './queries.ts'
import { sessionSeconds } from './session-token.ts'
import type { LoginUser } from './user.ts'

export type LoginAttempt = { email: string; pin: string; networkKey: string; deviceToken: string | null }

/** What a sign-in gives: the answer, and the token by which the browser is known next time. */
export type LoggedIn = { answer: Answer<'login'>; deviceToken: string }

/**
 * Signs in with e-mail and PIN. Unknown address, wrong PIN, no PIN yet and deactivated give the same answer after the
 * same work; too many failures give 429 with the time to wait, also for addresses that nobody has.
 */
export const logIn = (context: Context, attempt: LoginAttempt): Promise<Result<LoggedIn>> => {
  const email = attempt.email.trim().toLowerCase()
  return context.takeSignInTurn(turnKeys(email, attempt), () => logInNow(context, { ...attempt, email }))
}

/** Whoever brings a device token waits for that device alone, so that neither strangers nor neighbours keep the owner waiting. */
const turnKeys = (email: string, { deviceToken, networkKey }: LoginAttempt): string[] =>
  deviceToken === null ? [`account:${email}`, `network:${networkKey}`] : [`device:${email}:${deviceToken}`]

const logInNow = async (context: Context, attempt: LoginAttempt): Promise<Result<LoggedIn>> => {
  const { db, config, pinHasher } = context
  const { email } = attempt
  const deviceHash = hashDeviceToken(attempt.deviceToken)
  const user = await findUserForLogin(db, email, deviceHash)
  const knownDeviceHash = user?.deviceIsKnown ? deviceHash : null

  const keys = attemptKeys(config.pinHashing.pepper, { email, networkKey: attempt.networkKey, knownDeviceHash })
  const count = await countAttempt(context, keys)
  if ('waitSeconds' in count) return refuseFor('too_many_requests', count.waitSeconds)

  let isRight: boolean
  try {
    isRight = await pinHasher.verify(user?.pinHash ?? null, attempt.pin)
  } catch (error) {
    if (!(error instanceof HashingIsBusy)) throw error
    await takeBackCounted(context, count.counted)
    return refuseFor('unavailable', 2)
  }
  if (!isRight || !user?.isActive) {
    if (user && knownDeviceHash && hasFailedTooOften(count.counted)) await forgetDevice(db, user.id, knownDeviceHash)
    return refuse('invalid_credentials')
  }
  await takeBackCounted(context, count.counted)
  return ok(await openSession(context, user, attempt.deviceToken, deviceHash))
}

const hasFailedTooOften = (counted: CountedAttempt) => counted.some(({ failures }) => failures >= deviceFailureLimit)

const openSession = (
  context: Context,
  user: LoginUser,
  givenToken: string | null,
  givenHash: Buffer | null,
): Promise<LoggedIn> =>
  inTransaction(context.db, async (tx) => {
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
