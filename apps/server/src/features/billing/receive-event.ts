import type { PaymentEvent } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { note } from '../../telemetry/signals.ts'
import { findEvent, insertEvent, isEventKnown } from './payment-events.sql.ts'
import { findSubscriptionOfCharge } from './payments.sql.ts'
import { listSubscriptionsOfCustomer } from './subscriptions.sql.ts'
import { syncCheckout, syncSubscription } from './sync-with-provider.ts'

/**
 * Events may repeat and arrive in any order: we always store the provider's current object. Throws when it can't finish, so that
 * the provider sends the event again.
 */
export async function receiveEvent(
  context: Context,
  rawBytes: Buffer,
  signature: string | null,
): Promise<Result<{ data: { received: true } }>> {
  const event = context.payments.verifyEvent(rawBytes, signature)
  if (!event) {
    note('webhook', { type: null, outcome: 'rejected' })
    return refuse('invalid_request')
  }
  try {
    const isNew = await takeEvent(context, event)
    note('webhook', { type: event.type, outcome: isNew ? 'received' : 'repeated' })
  } catch (error) {
    note('webhook', { type: event.type, outcome: 'failed' })
    throw error
  }
  return ok({ data: { received: true } })
}

/** @returns false for an event that has had its effect */
const takeEvent = async (context: Context, event: PaymentEvent): Promise<boolean> => {
  if (await isEventKnown(context.db, event.id)) return false
  const subscriptionId = event.subscriptionId ?? (await findSubscription(context, event))
  if (subscriptionId !== null) await syncSubscription(context, subscriptionId, event)
  else if (event.sessionId !== null) await syncCheckout(context, event.sessionId, event)
  else {
    if (event.customerId !== null) await adoptCustomersCard(context, event.customerId)
    await insertEvent(context.db, event)
  }
  return true
}

/** Refunds and disputes name only the payment. */
const findSubscription = async ({ db }: Context, { chargeId }: PaymentEvent): Promise<string | null> =>
  chargeId === null ? null : findSubscriptionOfCharge(db, chargeId)

/**
 * Stores what the subscription or checkout of a received event is now. Safe to repeat.
 * @returns false for an unknown event, or one about neither
 */
export async function readProviderAgain(context: Context, eventId: string): Promise<boolean> {
  const event = await findEvent(context.db, eventId)
  if (!event) return false
  if (event.subscriptionId !== null) await syncSubscription(context, event.subscriptionId)
  else if (event.sessionId !== null) await syncCheckout(context, event.sessionId)
  else return false
  return true
}

/** Covers customers who never returned to us from the provider's page. Idempotent. */
const adoptCustomersCard = async (context: Context, customerId: string): Promise<void> => {
  const { db, payments } = context
  for (const id of await listSubscriptionsOfCustomer(db, payments.provider, customerId)) {
    await payments.adoptCard(id)
    await syncSubscription(context, id)
  }
}
