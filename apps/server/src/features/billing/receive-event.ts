import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { insertEvent, isEventKnown } from './payment-events.sql.ts'
import { listSubscriptionsOfCustomer } from './subscriptions.sql.ts'
import { syncCheckout, syncSubscription } from './sync-with-provider.ts'

/**
 * Takes an event of the payment provider: however often and in whatever order events come, what is stored is the provider's current
 * object. Resolves after the commit; what cannot be done now is thrown, and the provider sends the event again.
 * @param rawBytes the body as it came; nothing in it is looked at before the signature is found right
 */
export const receiveEvent = async (
  context: Context,
  rawBytes: Buffer,
  signature: string | null,
): Promise<Result<{ data: { received: true } }>> => {
  const event = context.payments.verifyEvent(rawBytes, signature)
  if (!event) return refuse('invalid_request')
  const received = ok({ data: { received: true } as const })
  if (await isEventKnown(context.db, event.id)) return received
  if (event.subscriptionId !== null) await syncSubscription(context, event.subscriptionId, event)
  else if (event.sessionId !== null) await syncCheckout(context, event.sessionId, event)
  else {
    if (event.customerId !== null) await adoptCustomersCard(context, event.customerId)
    await insertEvent(context.db, event)
  }
  return received
}

/**
 * Lets the card that a customer gave on the provider's page pay for what they have here, also when they never came back from there.
 * Doing it again changes nothing.
 * @param customerId the provider's
 * @throws PaymentsUnavailable when the provider does not answer
 */
const adoptCustomersCard = async (context: Context, customerId: string): Promise<void> => {
  const { db, payments } = context
  for (const id of await listSubscriptionsOfCustomer(db, payments.provider, customerId)) {
    await payments.adoptCard(id)
    await syncSubscription(context, id)
  }
}
