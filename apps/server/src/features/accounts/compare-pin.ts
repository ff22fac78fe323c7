import { readEmailAddress } from '@kitewise/rules/account'
import { accountsPerFailure, deviceFailureLimit, isSpray } from '@kitewise/rules/login-throttle'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { HashingIsBusy } from '../../platform/pin-hasher.ts'
import { ok, type Refusal, refuse, refuseFor, type Result } from '../../platform/result.ts'
import { hashDeviceToken } from './known-devices.ts'
import {
  countActiveAccounts,
  isGuarded,
  lockGuard,
  markFailure,
  type Place,
  raiseGuard,
} from './sign-in-attempts.sql.ts'
import { accountKey, attemptKeys, countAttempt, type CountedAttempt, takeBackCounted } from './sign-in-attempts.ts'
import { findUserForLogin, forgetDevice, type LoginUser } from './users.sql.ts'

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

type Compared = { isWrong: boolean; accountExists: boolean }

/**
 * Notes that an unknown device has failed at an account. Failures at many existing accounts raise the guard for an hour; invented
 * addresses do not count, but cost the same work, so that neither answer nor time tells which is which. The attempt that raises the
 * guard is answered as if it had not: a different answer would show that its address has an account.
 * @returns whether unknown devices need their mailbox already, for right PINs too: of the guesses under way when the guard goes up
 *   none is answered
 */
const watchForSpray = (
  { db, log, config }: Context,
  place: Place,
  { isWrong, accountExists }: Compared,
): Promise<boolean> => {
  const limit = config.limits.wrongPinsPerDay
  if (!isWrong) return isGuarded(db)
  return inTransaction(db, async (tx) => {
    await lockGuard(tx)
    const failed = await markFailure(tx, place, accountExists)
    if (await isGuarded(tx)) return true
    const activeAccounts =
      failed.inDay >= limit ? await countActiveAccounts(tx, failed.inDay * accountsPerFailure + 1) : 0
    if (isSpray({ ...failed, activeAccounts }, limit)) {
      await raiseGuard(tx)
      log.warn(failed, 'wrong PINs at too many accounts: for an hour every unknown device needs a mailed link')
    }
    return false
  })
}

/**
 * Asks for the mail with the link that makes a browser known. Whether the address has an account is looked up by a job, so that this
 * takes the same time for everybody.
 */
const askForDeviceLink = async (
  { db, config }: Context,
  { email: given, networkKey }: { email: string; networkKey: string },
): Promise<void> => {
  const email = readEmailAddress(given)
  if (email === null) return
  const { pepper } = config.pinHashing
  const key = `mail-device-link:${accountKey(pepper, email).key}`
  await addJob(db, 'mail-device-link', { email, requestedFrom: hashNetwork(pepper, networkKey) }, { key })
}
