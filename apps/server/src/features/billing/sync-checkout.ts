import type { PaymentEvent } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { closeSession } from './checkout-queries.ts'
import { insertEvent } from './event-queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Asks the provider what has become of a checkout. Paid: its subscription is stored, with account and access. Expired or unknown: it
 * has failed. Open: nothing.
 */
export const syncCheckout = async (
  context: Context,
  sessionId: string,
  event: PaymentEvent | null = null,
): Promise<void> => {
  const checkout = await context.payments.getCheckout(sessionId)
  if (checkout?.status === 'complete' && checkout.subscriptionId !== null)
    return syncSubscription(context, checkout.subscriptionId, event)
  await inTransaction(context.db, async (tx) => {
    if (event && !(await insertEvent(tx, event))) return
    if (checkout?.status !== 'open') await closeSession(tx, sessionId)
  })
}
