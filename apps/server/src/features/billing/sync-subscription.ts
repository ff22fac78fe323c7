import { PaymentsUnavailable, type PaymentEvent } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { insertEvent } from './event-queries.ts'
import { findRevision } from './provider-queries.ts'
import { storeProviderSubscription, type StoreOutcome } from './store-provider-subscription.ts'

/** Somebody else storing the same subscription between our question and our answer is rare; this often it is a defect. */
const mostReadings = 8

/**
 * Asks the provider for the subscription as it is now and stores that. The provider is asked outside the transaction; when
 * somebody has stored it since, it is asked again, so that an older word never replaces a newer one.
 * @param event what told of it; it has its effect once, in the same transaction
 * @throws PaymentsUnavailable when the provider does not answer; nothing is stored then
 */
export const syncSubscription = async (
  context: Context,
  subscriptionId: string,
  event: PaymentEvent | null = null,
): Promise<void> => {
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const outcome = await readAndStore(context, subscriptionId, event)
    if (outcome === 'outdated') continue
    if (outcome === 'foreign') context.log.warn({ subscriptionId }, 'a subscription that was not begun here')
    if (outcome === 'second') await endSecond(context, subscriptionId, event)
    if (outcome === 'trial_again') await endNow(context, subscriptionId, event)
    return
  }
  throw new PaymentsUnavailable('a subscription was changed again and again while it was read')
}

const readAndStore = async (
  context: Context,
  subscriptionId: string,
  event: PaymentEvent | null,
): Promise<StoreOutcome> => {
  const revisionBefore = await findRevision(context.db, subscriptionId)
  const current = await context.payments.getSubscription(subscriptionId)
  return inTransaction(context.db, async (tx) => {
    if (current) return storeProviderSubscription(tx, context, { current, revisionBefore, event })
    if (event) await insertEvent(tx, event)
    return 'foreign'
  })
}

/** Nobody pays twice: the later of two is ended at once. The payment, if there was one, has to be given back by a person. */
const endSecond = async (context: Context, subscriptionId: string, event: PaymentEvent | null): Promise<void> => {
  context.log.error({ subscriptionId }, 'a second subscription of one person is ended; refund its payment')
  await endNow(context, subscriptionId, event)
}

const endNow = async (context: Context, subscriptionId: string, event: PaymentEvent | null): Promise<void> => {
  await context.payments.cancelNow(subscriptionId)
  await syncSubscription(context, subscriptionId, event)
}
