import { z } from 'zod'
import { data, endpoint } from './endpoint.ts'
import * as refund from './refund-entities.ts'

/** Getting money back. None of it needs a subscription that still gives access. */
export const refundEndpoints = {
  moneyBack: endpoint({
    method: 'GET',
    path: '/api/user-subscription/money-back',
    answer: data(refund.moneyBack),
    errors: ['unauthorized'],
    summary: 'Whether the learner qualifies for a refund by their use, and until when they may withdraw.',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/user-subscription/withdraw',
    body: z.object({
      subscriptionId: z.string().max(100),
      /** As the learner signs the statement. */
      name: z.string().trim().min(1).max(100),
    }),
    answer: data(refund.withdrawal),
    errors: ['unauthorized', 'subscription_not_found', 'withdrawal_over'],
    summary: 'Withdraws from a contract within 14 days: it ends at once, and a receipt is mailed. May be repeated.',
  }),
}
