import { deviceFailureLimit } from '@kitewise/rules/login-throttle'
import type { Context } from '../../context.ts'
import { HashingIsBusy } from '../../platform/pin-hasher.ts'
import { ok, type Refusal, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { askForDeviceLink } from './ask-for-device-link.ts'
import { attemptKeys } from './attempt-keys.ts'
import { countAttempt, type CountedAttempt, takeBackCounted } from './count-attempt.ts'
import { hashDeviceToken } from './device-token.ts'
import { findUserForLogin, forgetDevice } from './queries.ts'
import type { LoginUser } from './user.ts'
import { watchForSpray } from './watch-for-spray.ts'

/** `email` in lower case; `networkKey` as `networkOf` gives it. */
export type PinAttempt = { email: string; pin: string; networkKey: string; deviceToken: string | null }

/**
 * Compares a PIN with that of the account of an address, under the one policy for guesses: counted before it is compared, forgiven
 * when it is right. Unknown address, wrong PIN, no PIN yet and deleted for good are all `invalid_credentials` after the same work.
 * Other refusals: too_many_requests, unavailable; and for an unknown device `check_mailbox`, whatever the PIN, when the account's
 * guesses are used up or nobody's PIN is compared from unknown devices (decision 0105).
 */
export const comparePin = async (context: Context, attempt: PinAttempt): Promise<Result<LoginUser>> => {
  const { db, config } = context
  const { email } = attempt
  const deviceHash = hashDeviceToken(attempt.deviceToken)
  const user = await findUserForLogin(db, email, deviceHash)
  const knownDeviceHash = user?.deviceIsKnown ? deviceHash : null

  const keys = attemptKeys(config.pinHashing.pepper, { email, networkKey: attempt.networkKey, knownDeviceHash })
  const count = await countAttempt(context, keys)
  if ('waitSeconds' in count) return refuseFor('too_many_requests', count.waitSeconds)
  if ('needsMailbox' in count) return sendToMailbox(context, attempt)

  const isRight = await verifyPin(context, user, attempt.pin)
  if (isRight === 'busy') {
    await takeBackCounted(context, count.counted)
    return refuseFor('unavailable', 2)
  }
  const isWrong = !isRight || !user?.maySignIn
  const compared = { isWrong, accountExists: user !== null }
  if (keys.stranger && (await watchForSpray(context, keys.stranger, compared))) return sendToMailbox(context, attempt)
  if (isWrong) {
    if (user && knownDeviceHash && hasFailedTooOften(count.counted)) await forgetDevice(db, user.id, knownDeviceHash)
    return refuse('invalid_credentials')
  }
  await takeBackCounted(context, count.counted)
  return ok(user)
}

/** The same work for an account without a PIN and for nobody's. */
const verifyPin = async ({ pinHasher }: Context, user: LoginUser | null, pin: string): Promise<boolean | 'busy'> => {
  try {
    return await pinHasher.verify(user?.pinHash ?? null, pin)
  } catch (error) {
    if (error instanceof HashingIsBusy) return 'busy'
    throw error
  }
}

const sendToMailbox = async (context: Context, attempt: PinAttempt): Promise<Refusal> => {
  await askForDeviceLink(context, attempt)
  return refuse('check_mailbox')
}

const hasFailedTooOften = ({ tallies }: CountedAttempt) =>
  tallies.some(({ failures }) => failures >= deviceFailureLimit)

/** Whoever brings a device token waits for that device alone, so that neither strangers nor neighbours keep the owner waiting. */
export const turnKeys = ({ email, deviceToken, networkKey }: PinAttempt): string[] =>
  deviceToken === null ? [`account:${email}`, `network:${networkKey}`] : [`device:${email}:${deviceToken}`]
