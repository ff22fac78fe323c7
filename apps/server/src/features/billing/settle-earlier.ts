import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { findAccess } from '../../platform/access.ts'
import { findPaidOf, listUnfinishedOf, listUnfinishedOfRegistration } from './checkout-queries.ts'
import type { StoredCheckout } from './checkout.ts'
import type { Buyer } from './customer.ts'
import { lockCustomer } from './open-checkout.ts'
import { listRunningSubscriptions } from './provider-queries.ts'
import { syncCheckout } from './sync-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

/** What there is nothing more to buy for: the checkout that a registration has paid, or the plan that a signed-in learner has. */
export type Settled = { paid: { checkoutId: string; sessionId: string } } | 'has_access' | 'may_buy'

/**
 * Asks the provider what has become of everything that this buyer began before, so that nobody buys twice. A registration is told of what
 * it has paid itself and of nothing else; what its address has is judged when it pays (`storeProviderSubscription`).
 */
export const settleEarlier = (context: Context, buyer: Buyer): Promise<Settled> =>
  buyer.registrationId === null ? settleOfLearner(context, buyer) : settleOfRegistration(context, buyer.registrationId)

const settleOfRegistration = async (context: Context, registrationId: string): Promise<Settled> => {
  const { db, payments } = context
  await settleUnfinished(context, await listUnfinishedOfRegistration(db, registrationId, payments.provider))
  const paid = await findPaidOf(db, registrationId)
  if (paid) await syncSubscription(context, paid.subscriptionId)
  return paid && (await findAccess(context, paid.userId)).granted ? { paid } : 'may_buy'
}

/** A subscription that gives no access any more (a renewal that failed for good) is ended before a new one is begun. */
const settleOfLearner = async (context: Context, buyer: Buyer & { userId: string }): Promise<Settled> => {
  const { db, payments } = context
  const { userId } = buyer
  const customer = await inTransaction(db, (tx) => lockCustomer(tx, context, buyer))
  await settleUnfinished(context, await listUnfinishedOf(db, customer.id, payments.provider))
  const running = await listRunningSubscriptions(db, payments.provider, userId)
  for (const id of running) await syncSubscription(context, id)
  if ((await findAccess(context, userId)).granted) return 'has_access'
  for (const id of running) {
    await payments.cancelNow(id)
    await syncSubscription(context, id)
  }
  return 'may_buy'
}

/** One that was paid gives its access now; one that was replaced can no longer be paid. */
const settleUnfinished = async (context: Context, unfinished: StoredCheckout[]): Promise<void> => {
  for (const { sessionId, status } of unfinished) {
    if (sessionId === null) continue
    if (status === 'replaced') await context.payments.expireCheckout(sessionId)
    await syncCheckout(context, sessionId)
  }
}
