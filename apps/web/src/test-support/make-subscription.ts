import type { Subscription } from '@kitewise/contract/entities'

/** 12 May 2040, 12:00 UTC. */
const periodEnd = Date.UTC(2040, 4, 12, 12) / 1000

/** An active monthly subscription paid with a card by default. */
export function makeSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    id: 'sub_00000001',
    status: 'active',
    cancel_at_period_end: false,
    current_period_end: periodEnd,
    default_payment_method: { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2041 } },
    items: {
      data: [
        {
          current_period_end: periodEnd,
          price: { unit_amount: 2999, currency: 'usd', recurring: { interval: 'month', interval_count: 1 } },
        },
      ],
    },
    ...changes,
  }
}
