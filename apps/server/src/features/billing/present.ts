import type { Subscription } from '@kitewise/contract/entities'
import type { StoredSubscription } from './subscription.ts'

/** Our row in the payment provider's shape, which the app reads. */
export const presentSubscription = (subscription: StoredSubscription): Subscription => ({
  id: subscription.id,
  status: subscription.status,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  current_period_end: subscription.currentPeriodEnd,
  items: {
    data: [
      {
        current_period_end: subscription.currentPeriodEnd,
        price: {
          unit_amount: subscription.priceCents,
          currency: subscription.currency,
          recurring: { interval: subscription.intervalUnit, interval_count: subscription.intervalCount },
        },
      },
    ],
  },
})
