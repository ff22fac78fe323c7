import { accountsPerSlip, isSpray } from '@kitewise/rules/spray-guard'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { countActiveAccounts, countWrongPin, isGuarded, lockGuard, raiseGuard } from './guard-queries.ts'

/**
 * Counts the wrong PIN of an unknown device among those of everybody; too many of them raise the guard for an hour. Asked after a
 * right PIN too, so that of many guesses on their way at once none is answered after the guard is up.
 * @returns whether unknown devices need their mailbox now
 */
export const watchForSpray = ({ db, log, config }: Context, isWrong: boolean): Promise<boolean> => {
  const slips = config.limits.wrongPinsPerDay
  if (!isWrong) return isGuarded(db)
  return inTransaction(db, async (tx) => {
    await lockGuard(tx)
    const wrongPins = await countWrongPin(tx)
    if (await isGuarded(tx)) return true
    const activeAccounts =
      wrongPins.inDay > slips ? await countActiveAccounts(tx, wrongPins.inDay * accountsPerSlip) : 0
    if (!isSpray({ ...wrongPins, activeAccounts }, slips)) return false
    await raiseGuard(tx)
    log.warn(wrongPins, 'too many wrong PINs: for an hour every unknown device needs a mailed link')
    return true
  })
}
