import type { Context } from '../../context.ts'
import { listSubscriptionsOfCustomer } from './provider-queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Lets the card that a customer gave on the provider's page pay for what they have here, also when they never came back from there.
 * Doing it again changes nothing.
 * @param customerId the provider's
 * @throws PaymentsUnavailable when the provider does not answer
 */
export const adoptCustomersCard = async (context: Context, customerId: string): Promise<void> => {
  const { db, payments } = context
  for (const id of await listSubscriptionsOfCustomer(db, payments.provider, customerId)) {
    await payments.adoptCard(id)
    await syncSubscription(context, id)
  }
}
