import { z } from 'zod'
import { data } from '../endpoint.ts'
import { deskEndpoint, done, reason } from './desk-endpoint.ts'

const params = z.object({ userId: z.uuid() })
/** Unix milliseconds. */
const time = z.number()
/** Minor units of the payment's currency. */
const amount = z.int()

/** What happens to access after a refund: nothing, it ends with its period, or at once. */
const access = z.enum(['keep', 'period_end', 'now'])

/** begun: the provider hasn't answered yet, and is asked again until it does. refunded: access isn't settled yet. */
const refundState = z.enum(['begun', 'refunded', 'done', 'refused'])

const payment = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  status: z.enum(['paid', 'failed']),
  plan: z.string(),
  amount,
  tax: amount,
  refunded: amount,
  /** What can still be refunded, without refunds under way. */
  left: amount,
  /** What the member of staff may still refund at once, in this currency; null without a limit. */
  mayRefund: amount.nullable(),
  currency: z.string(),
  createdAt: time,
})

const refund = z.object({
  id: z.uuid(),
  paymentId: z.string(),
  amount,
  currency: z.string(),
  access,
  state: refundState,
  staffName: z.string(),
  createdAt: time,
})

const dispute = z.object({
  id: z.string(),
  paymentId: z.string(),
  status: z.enum(['open', 'under_review', 'won', 'lost']),
  amount,
  currency: z.string(),
  /** The provider's word. */
  reason: z.string(),
  dueAt: time.nullable(),
  openedAt: time,
  /** What staff decided; null until then. */
  access: access.nullable(),
})

export const personMoneyEndpoints = {
  listPersonsPayments: deskEndpoint({
    method: 'GET',
    path: '/api/desk/people/{userId}/payments',
    permission: 'people.read',
    params,
    answer: data(
      z.object({
        payments: z.array(payment),
        /** Those that staff made here; `refunded` of a payment counts all. */
        refunds: z.array(refund),
        disputes: z.array(dispute),
        /** What the member of staff may refund with one action now; null is no limit. */
      }),
    ),
    errors: ['not_found'],
    object: { kind: 'person', param: 'userId' },
    summary: 'The newest 100 payments of a person and the refunds that staff made.',
  }),
  refundPayment: deskEndpoint({
    method: 'POST',
    path: '/api/desk/people/{userId}/payments/{paymentId}/refund',
    permission: 'money.refund',
    stepUp: true,
    params: z.object({ userId: z.uuid(), paymentId: z.string().max(80) }),
    body: z.object({ attempt: z.uuid(), amount: amount.positive(), access, reason }),
    answer: data(z.object({ state: refundState })),
    errors: [
      'not_found',
      'payment_not_refundable',
      'refund_too_large',
      'refund_over_limit',
      'refund_refused',
      'attempt_reused',
    ],
    object: { kind: 'payment', param: 'paymentId' },
    asks: { becomes: 'access', amount: 'amount' },
    tells: ['money'],
    summary: 'Refunds a payment or a part of it, once for each attempt, and settles access afterwards.',
  }),
  listPlansToChange: deskEndpoint({
    method: 'GET',
    path: '/api/desk/plans',
    permission: 'plans.change',
    answer: data(
      z.array(
        z.object({ plan: z.string(), amount, currency: z.string(), interval: z.string(), intervalCount: z.int() }),
      ),
    ),
    object: { kind: 'list' },
    summary: 'The plans on sale, with the prices of the payment provider.',
  }),
  changePersonsPlan: deskEndpoint({
    method: 'POST',
    path: '/api/desk/people/{userId}/subscriptions/{subscriptionId}/plan',
    permission: 'plans.change',
    stepUp: true,
    params: z.object({ userId: z.uuid(), subscriptionId: z.string().max(80) }),
    body: z.object({ attempt: z.uuid(), productId: z.string().max(80), reason }),
    /** begun: the provider hasn't answered yet, and is asked again until it does. */
    answer: data(z.object({ state: z.enum(['begun', 'done']) })),
    errors: [
      'plan_not_found',
      'subscription_not_found',
      'subscription_ended',
      'plan_not_changeable',
      'plan_change_refused',
      'attempt_reused',
    ],
    object: { kind: 'subscription', param: 'subscriptionId' },
    asks: { becomes: 'productId' },
    tells: ['was', 'endsAt'],
    summary:
      'Changes the plan from the next payment on, once for each attempt. Nothing is charged or credited before; the current plan undoes a change.',
  }),
  decideDisputeAccess: deskEndpoint({
    method: 'POST',
    path: '/api/desk/people/{userId}/disputes/{disputeId}/access',
    permission: 'money.refund',
    stepUp: true,
    params: z.object({ userId: z.uuid(), disputeId: z.string().max(80) }),
    body: z.object({ access, reason }),
    answer: done,
    errors: ['not_found'],
    object: { kind: 'dispute', param: 'disputeId' },
    asks: { becomes: 'access' },
    tells: ['was', 'money'],
    summary: 'Says what a dispute does to access: nothing, it ends with its period, or at once.',
  }),
}
