import { createHash, createHmac } from 'node:crypto'
import { deletionGraceDays } from '@kitewise/rules/account'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { mailWords } from '../../platform/messages/mail-texts.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { endAllSessions } from '../accounts/end-access.ts'
import { accountTraces } from '../accounts/sign-in-attempts.ts'
import { closeOwnerless, isLastOwner } from '../organizations/close-organization.ts'
import { freeSeatsOf } from '../organizations/seats.ts'
import {
  addErasedAccounts,
  claimAccount,
  deactivate,
  deleteByAddress,
  deleteCalendarFeed,
  deleteCounters,
  deleteOldProof,
  deleteRequestCounters,
  deleteTokens,
  deleteUser,
  keepConsentProof,
  listAddresses,
  listNames,
  listDueAccounts,
  listProviderErasures,
  requestBillingClosing,
  replaceNames,
  requestProviderErasure,
  settleProviderErasure,
} from './erasure.sql.ts'

/**
 * A sign-in restores the account until `restorableUntil`; then `purgeAccounts` erases it. The last owner of an organization must
 * make somebody else one before, or close it.
 */
export function deleteAccount(context: Context, userId: string): Promise<Result<{ restorableUntil: Date }>> {
  return inTransaction(context.db, async (tx) => {
    if (await isLastOwner(tx, userId)) return refuse('organization_needs_owner')
    const leaver = await deactivate(tx, userId, deletionGraceDays)
    if (!leaver) return refuse('unauthorized')
    const { email, language, restorableUntil } = leaver
    await endAllSessions(tx, userId)
    await deleteTokens(tx, userId)
    await deleteCalendarFeed(tx, userId)
    await requestBillingClosing(tx, userId)
    await freeSeatsOf(tx, context, userId)
    await queueMail(tx, {
      to: email,
      language,
      userId,
      template: 'account_deleted',
      values: { until: mailWords(context.config, language).date(restorableUntil.getTime() / 1000) },
    })
    await addJob(tx, 'close-billing', {}, { key: 'close-billing' })
    context.log.info({ userId }, 'account deactivated by its owner')
    return ok({ restorableUntil })
  })
}

/** The key in `erased_consents`; `email` in lower case. */
export function hashErasedEmail(pepper: string, email: string): Buffer {
  return createHmac('sha256', pepper).update(`erased:${email}`).digest()
}

/**
 * Only the hash of the id, and the consents under a keyed hash of the address remain. False when it isn't due anymore: the owner
 * signed in, or it is already erased.
 */
export function eraseAccount(context: Context, userId: string): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
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
    await closeOwnerless(tx, context, userId)
    await replaceNames(tx, userId, await listNames(tx, userId, addresses))
    await deleteByAddress(tx, userId, addresses)
    for (const address of addresses) await deleteCounters(tx, accountTraces(pepper, address))
    await deleteRequestCounters(tx, userId)
    await deleteUser(tx, userId)
    await addJob(tx, 'erase-at-provider', {}, { key: 'erase-at-provider' })
    return true
  })
}

/** Without the days of grace, for a request to support. If it's interrupted, the hourly job finishes it. */
export async function eraseNow(context: Context, userId: string): Promise<Result<null>> {
  if (await inTransaction(context.db, (tx) => isLastOwner(tx, userId))) return refuse('organization_needs_owner')
  const hash = createHash('sha256').update(userId).digest('hex')
  await addErasedAccounts(context.db, new Map([[hash, new Date().toISOString()]]))
  await eraseAccount(context, userId)
  return ok(null)
}

/** Legal claims expire at the end of the third year after the one they arose in; four years cover that. */
const proofDays = 4 * 366

/** Job. Safe on several instances at once and after a crash. */
export async function purgeAccounts(context: Context): Promise<void> {
  const erased = await eraseDueAccounts(context)
  await deleteOldProof(context.db, proofDays)
  if (erased > 0) context.log.info({ erased }, 'erased accounts')
}

/**
 * Erases the accounts that a restored backup has brought back, and those that became due since.
 * @param erasures account hash (hex) → time of the erasure, from after the backup
 * @returns how many accounts were erased
 */
export async function eraseAgain(context: Context, erasures: ReadonlyMap<string, string>): Promise<number> {
  await addErasedAccounts(context.db, erasures)
  let total = 0
  for (;;) {
    const erased = await eraseDueAccounts(context)
    if (erased === 0) return total
    total += erased
  }
}

/** At most 1,000 at a time. */
const eraseDueAccounts = async (context: Context): Promise<number> => {
  const { db } = context
  const failures: unknown[] = []
  let erased = 0
  for (const userId of await listDueAccounts(db, deletionGraceDays)) {
    try {
      if (await eraseAccount(context, userId)) erased += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be erased`)
  return erased
}

/** Job: each request stays queued until the provider has confirmed it. */
export async function eraseAtProvider({ db, payments }: Context): Promise<void> {
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
