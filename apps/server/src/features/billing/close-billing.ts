import type { Context } from '../../context.ts'
import { cancelSubscription } from './change-renewal.ts'
import { listUnfinishedOf } from './checkout-queries.ts'
import {
  deleteClosing,
  listClosings,
  listClosingSubscriptions,
  listLeaversCustomers,
  type Closing,
} from './closing-queries.ts'
import { findOwnSubscription } from './find-own-subscription.ts'
import { hasEnded } from './subscription.ts'
import { syncCheckout } from './sync-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Ends the billing of everybody who deleted their account: what is paid for runs to its end and nothing is charged any more. A closing
 * stays until the provider has confirmed it, also when its owner has come back since.
 * @throws when the provider did not answer to some of them
 */
export const closeBilling = async (context: Context): Promise<void> => {
  const failures: unknown[] = []
  for (const closing of await listClosings(context.db))
    await closeBillingOf(context, closing).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} people are still billed`)
}

const closeBillingOf = async (context: Context, closing: Closing): Promise<void> => {
  const { db, payments } = context
  for (const customerId of await listLeaversCustomers(db, closing.userId))
    for (const { sessionId, registrationId } of await listUnfinishedOf(db, customerId, payments.provider)) {
      // One of a registration may be a stranger's, who must not see that the account has gone; paid, it is given back.
      if (sessionId === null || registrationId !== null) continue
      await payments.expireCheckout(sessionId)
      await syncCheckout(context, sessionId)
    }
  for (const subscriptionId of await listClosingSubscriptions(db, closing))
    await endBilling(context, { userId: closing.userId, subscriptionId })
  await deleteClosing(db, closing)
}

/** A payment that is overdue would be tried again until the period ends: such a subscription ends at once. */
const endBilling = async (context: Context, place: { userId: string; subscriptionId: string }): Promise<void> => {
  const own = await findOwnSubscription(context, place)
  if (!own || hasEnded(own)) return
  const isPaid = own.status === 'active' || own.status === 'trialing'
  if (isPaid || own.provider !== context.payments.provider) {
    await cancelSubscription(context, place)
    return
  }
  await context.payments.cancelNow(place.subscriptionId)
  await syncSubscription(context, place.subscriptionId)
}
