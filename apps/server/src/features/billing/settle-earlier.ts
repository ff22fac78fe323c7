import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { listUnfinishedOf } from './checkout-queries.ts'
import { findUserIdByEmail } from './customer-queries.ts'
import type { Buyer } from './customer.ts'
import { findAccess } from './find-access.ts'
import { lockCustomer } from './open-checkout.ts'
import { listRunningSubscriptions } from './provider-queries.ts'
import { syncCheckout } from './sync-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Asks the provider what has become of everything this person began before, so that nobody buys twice: a checkout that was paid gives
 * its access now, one that was replaced can no longer be paid, and a subscription that gives no access any more (a renewal that
 * failed for good) is ended before a new one is begun.
 * @returns whether the person has access, and so has nothing to buy
 */
export const settleEarlier = async (context: Context, buyer: Buyer): Promise<{ hasAccess: boolean }> => {
  const { db, payments } = context
  const customer = await inTransaction(db, (tx) => lockCustomer(tx, context, buyer))
  for (const { sessionId, status } of await listUnfinishedOf(db, customer.id, payments.provider)) {
    if (sessionId === null) continue
    if (status === 'replaced') await payments.expireCheckout(sessionId)
    await syncCheckout(context, sessionId)
  }
  const userId = buyer.userId ?? (await findUserIdByEmail(db, buyer.email))
  if (userId === null) return { hasAccess: false }
  const running = await listRunningSubscriptions(db, payments.provider, userId)
  for (const id of running) await syncSubscription(context, id)
  if ((await findAccess(context, userId)).granted) return { hasAccess: true }
  for (const id of running) {
    await payments.cancelNow(id)
    await syncSubscription(context, id)
  }
  return { hasAccess: false }
}
