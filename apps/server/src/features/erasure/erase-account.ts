import { createHmac } from 'node:crypto'
import { deletionGraceDays } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { accountTraces } from '../accounts/attempt-keys.ts'
import {
  claimAccount,
  deleteByAddress,
  deleteCounters,
  deleteRequestCounters,
  deleteUser,
  keepConsentProof,
  listAddresses,
  requestProviderErasure,
} from './erasure-queries.ts'

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
