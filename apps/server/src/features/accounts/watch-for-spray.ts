import { accountsPerFailure, isSpray } from '@kitewise/rules/login-throttle'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { countActiveAccounts, isGuarded, lockGuard, markFailure, type Place, raiseGuard } from './guard-queries.ts'

type Compared = { isWrong: boolean; accountExists: boolean }

/**
 * Notes that an unknown device has failed at an account. Failures at many existing accounts raise the guard for an hour; invented
 * addresses do not count, but cost the same work, so that neither answer nor time tells which is which. The attempt that raises the
 * guard is answered as if it had not: a different answer would show that its address has an account.
 * @returns whether unknown devices need their mailbox already, for right PINs too: of the guesses under way when the guard goes up
 *   none is answered
 */
export const watchForSpray = (
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
