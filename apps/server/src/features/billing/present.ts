import type { Card } from '@kitewise/contract/billing-entities'
import type { Subscription } from '@kitewise/contract/entities'
import type { CardSummary } from '../../adapters/payments/port.ts'
import type { ShownSubscription } from './subscription.ts'

/** Our row in the payment provider's shape, which the app reads. */
export const presentSubscription = (subscription: ShownSubscription): Subscription => ({
  id: subscription.id,
  status: subscription.status,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  current_period_end: subscription.currentPeriodEnd,
  default_payment_method: presentMethod(subscription),
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

const presentMethod = ({ paymentMethod }: ShownSubscription): Subscription['default_payment_method'] =>
  paymentMethod && { type: paymentMethod.type, card: paymentMethod.card && presentCard(paymentMethod.card) }

/** What may be shown of a card, in the provider's words. */
export const presentCard = ({ brand, last4, expMonth, expYear }: CardSummary): Card => ({
  brand,
  last4,
  exp_month: expMonth,
  exp_year: expYear,
})
