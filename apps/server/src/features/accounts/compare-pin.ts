import { readEmailAddress } from '@kitewise/rules/account'
import { accountsPerFailure, deviceFailureLimit, isSpray } from '@kitewise/rules/login-throttle'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { hashNetwork } from '../../platform/messages/queue-mail.ts'
import { hasBounced } from '../../platform/messages/returned-mail.ts'
import { HashingIsBusy } from '../../platform/pin-hasher.ts'
import { ok, refuse, refuseFor, type Refusal, type Result } from '../../platform/result.ts'
import { note } from '../../telemetry/signals.ts'
import { forgetDevice, hashDeviceToken } from './devices.sql.ts'
import { isGuarded, lockGuard, markFailure, type Place, raiseGuard } from './sign-in-attempts.sql.ts'
import { accountKey, attemptKeys, countAttempt, refundAttempt } from './sign-in-attempts.ts'
import { countActiveAccounts, findUserForLogin, type LoginUser } from './users.sql.ts'

export type PinAttempt = { email: string; pin: string; networkKey: string; deviceToken: string | null }

/**
 * Counts the attempt as failed before comparing and refunds it when the PIN is right. Unknown address, wrong PIN and no PIN get
 * the same `invalid_credentials` after the same work. `check_mailbox`, whatever the PIN: guesses are used up (docs/decisions/0105).
 */
export async function comparePin(context: Context, attempt: PinAttempt): Promise<Result<LoginUser>> {
  const compared = await context.takeSignInTurn(turnKeys(attempt), () => compareInTurn(context, attempt))
  if (!compared.ok) note('signInRejected', { reason: compared.code })
  return compared
}

/** A browser with a device token waits only for that device, so that neither strangers nor neighbors delay the owner. */
const turnKeys = ({ email, deviceToken, networkKey }: PinAttempt): string[] =>
  deviceToken === null ? [`account:${email}`, `network:${networkKey}`] : [`device:${email}:${deviceToken}`]

const compareInTurn = async (context: Context, attempt: PinAttempt): Promise<Result<LoginUser>> => {
  const { db, config } = context
  const { email, networkKey } = attempt
  const deviceHash = hashDeviceToken(attempt.deviceToken)
  const user = await findUserForLogin(db, email, deviceHash)
  const knownDeviceHash = user?.deviceIsKnown ? deviceHash : null

  const keys = attemptKeys(config.pinHashing.pepper, { email, networkKey, knownDeviceHash })
  const count = await countAttempt(context, keys)
  if ('waitSeconds' in count) return refuseFor('too_many_requests', count.waitSeconds)
  if ('needsMailbox' in count) return sendToMailbox(context, attempt)

  const isRight = await verifyPin(context, user, attempt.pin)
  if (isRight === 'busy') {
    await refundAttempt(context, count.counted)
    return refuseFor('unavailable', 2)
  }
  const isWrong = !isRight || !user?.maySignIn
  const compared = { isWrong, accountExists: user !== null }
  if (keys.stranger && (await watchForSpray(context, keys.stranger, compared))) return sendToMailbox(context, attempt)
  if (isWrong) {
    const hasFailedTooOften = count.counted.tallies.some(({ failures }) => failures >= deviceFailureLimit)
    if (user && knownDeviceHash && hasFailedTooOften) await forgetDevice(db, user.id, knownDeviceHash)
    return refuse('invalid_credentials')
  }
  await refundAttempt(context, count.counted)
  // Only after the right PIN: strangers don't learn it.
  return user.isBlocked ? refuse('account_blocked') : ok(user)
}

const verifyPin = async ({ pinHasher }: Context, user: LoginUser | null, pin: string): Promise<boolean | 'busy'> => {
  try {
    return await pinHasher.verify(user?.pinHash ?? null, pin)
  } catch (error) {
    if (error instanceof HashingIsBusy) return 'busy'
    throw error
  }
}

/**
 * Raises the guard for an hour when wrong PINs hit too many existing accounts (password spraying). Other addresses don't count
 * but cost the same work. The raising attempt is answered as usual: another answer would reveal that its account exists.
 * @returns whether the guard was up already; then a right PIN needs the mailbox too, so that no guess under way is answered
 */
const watchForSpray = (
  { db, log, config }: Context,
  place: Place,
  { isWrong, accountExists }: { isWrong: boolean; accountExists: boolean },
): Promise<boolean> => {
  const limit = config.limits.wrongPinsPerDay
  if (!isWrong) return isGuarded(db)
  return inTransaction(db, async (tx) => {
    await lockGuard(tx)
    const failed = await markFailure(tx, place, accountExists)
    if (await isGuarded(tx)) return true
    const most = failed.inDay * accountsPerFailure + 1
    const activeAccounts = failed.inDay >= limit ? await countActiveAccounts(tx, most) : 0
    if (isSpray({ ...failed, activeAccounts }, limit)) {
      await raiseGuard(tx)
      log.warn(failed, 'wrong PINs on too many accounts: for an hour, unknown devices need an emailed link')
    }
    return false
  })
}

/** A job looks up the account, so that this takes the same time for every address. */
const sendToMailbox = async ({ db, config }: Context, { email: given, networkKey }: PinAttempt): Promise<Refusal> => {
  const email = readEmailAddress(given)
  if (email !== null) {
    if (await hasBounced(db, { config }, email)) return refuse('address_bounces')
    const { pepper } = config.pinHashing
    const key = `mail-device-link:${accountKey(pepper, email).key}`
    await addJob(db, 'mail-device-link', { email, requestedFrom: hashNetwork(pepper, networkKey) }, { key })
  }
  return refuse('check_mailbox')
}
