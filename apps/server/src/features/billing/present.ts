import type { Card, SalePlan } from '@kitewise/contract/billing-entities'
import type { Subscription } from '@kitewise/contract/entities'
import { priceText } from '@kitewise/rules/billing-text'
import { priceDue } from '@kitewise/rules/reduced-price'
import type { CardSummary, Plan, Price } from '../../adapters/payments/port.ts'
import type { ShownSubscription } from './subscriptions.sql.ts'

/** Our row in the provider's shape, which the app reads. */
export function presentSubscription(subscription: ShownSubscription): Subscription {
  const { nextPlan } = subscription
  return {
    id: subscription.id,
    status: subscription.status,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    current_period_end: subscription.currentPeriodEnd,
    ...(nextPlan && {
      next_price: {
        unit_amount: nextPlan.amount,
        currency: subscription.currency,
        recurring: { interval: nextPlan.interval, interval_count: nextPlan.intervalCount },
      },
    }),
    ...presentDiscount(subscription),
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
    ...(subscription.organization && { organization: subscription.organization }),
  }
}

const presentDiscount = (subscription: ShownSubscription): Pick<Subscription, 'discount'> => {
  const { nextPlan, priceCents, discounts, currentPeriodEnd: dueAt } = subscription
  const price = nextPlan?.amount ?? priceCents
  const reduced = priceDue(price, discounts, dueAt)
  if (reduced === price) return {}
  const ends = discounts.flatMap(({ until }) => (until !== null && dueAt < until ? [until] : []))
  return { discount: { unit_amount: reduced, until: ends.length === 0 ? null : Math.min(...ends) } }
}

const presentMethod = ({ paymentMethod }: ShownSubscription): Subscription['default_payment_method'] =>
  paymentMethod && { type: paymentMethod.type, card: paymentMethod.card && presentCard(paymentMethod.card) }

export function presentCard({ brand, last4, expMonth, expYear }: CardSummary): Card {
  return {
    brand,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
  }
}

/** A plan for sale: name and trial are ours, the price is the provider's. */
export function presentPlan(plan: Plan, price: Price, trialDays: number = plan.trialDays): SalePlan {
  return {
    productId: plan.productId,
    name: plan.name,
    unit_amount: price.amount,
    currency: price.currency,
    recurring: { interval: price.interval, interval_count: price.intervalCount },
    formattedPrice: priceText(price.amount, price.currency),
    isMostPopular: plan.isMostPopular,
    trialDays,
  }
}
