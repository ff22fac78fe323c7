import { createHmac } from 'node:crypto'
import { deletionGraceDays } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { accountTraces } from '../accounts/sign-in-attempts.ts'
import {
  claimAccount,
  deleteByAddress,
  deleteCounters,
  deleteOldProof,
  deleteRequestCounters,
  deleteUser,
  keepConsentProof,
  listAddresses,
  listDueAccounts,
  listProviderErasures,
  requestProviderErasure,
  settleProviderErasure,
} from './erasure.sql.ts'

/** Under which an address stands in `erased_consents`. @param email in lower case */
export const hashErasedEmail = (pepper: string, email: string): Buffer =>
  createHmac('sha256', pepper).update(`erased:${email}`).digest()

/**
 * Erases an account whose grace is over, in one transaction: every row and every text of its own. Of what remains nothing names it:
 * the hash of its id, and its consents by a keyed hash of the address. The provider is told by a job.
 * @returns false when it is not due any more: somebody signed in, or it is erased already
 */
export const eraseAccount = (context: Context, userId: string): Promise<boolean> =>
  inTransaction(context.db, async (tx) => {
    const { pepper } = context.config.pinHashing
    const claimed = await claimAccount(tx, userId, deletionGraceDays)
    if (!claimed) return false
    const addresses = await listAddresses(tx, userId)
    for (const address of addresses)
      await keepConsentProof(tx, {
        address,
        hash: hashErasedEmail(pepper, address),
        userId: address === claimed.email ? userId : null,
      })
    await requestProviderErasure(tx, userId, addresses)
    await deleteByAddress(tx, userId, addresses)
    for (const address of addresses) await deleteCounters(tx, accountTraces(pepper, address))
    await deleteRequestCounters(tx, userId)
    await deleteUser(tx, userId)
    await addJob(tx, 'erase-at-provider', {})
    return true
  })

/** Claims end with the third year after the one they arose in; four years cover that. */
const proofDays = 4 * 366

/**
 * Erases every account whose grace is over. Several instances at once, or one that dies in the middle, erase each account once.
 * @throws when some could not be erased; the others are
 */
export const purgeAccounts = async (context: Context): Promise<void> => {
  const { db, log } = context
  const failures: unknown[] = []
  let erased = 0
  for (const userId of await listDueAccounts(db, deletionGraceDays)) {
    try {
      if (await eraseAccount(context, userId)) erased += 1
    } catch (error) {
      failures.push(error)
    }
  }
  await deleteOldProof(db, proofDays)
  if (erased > 0) log.info({ erased }, 'accounts erased')
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be erased`)
}

/**
 * Has the payment provider forget erased people; each wish stays until the provider has confirmed it.
 * @throws when the provider did not answer to some of them
 */
export const eraseAtProvider = async ({ db, payments }: Context): Promise<void> => {
  const failures: unknown[] = []
  for (const wish of await listProviderErasures(db, payments.provider)) {
    try {
      await (wish.kind === 'customer' ? payments.forgetCustomer(wish.objectId) : payments.forgetCheckout(wish.objectId))
      await settleProviderErasure(db, payments.provider, wish)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} erasures are not confirmed`)
}
