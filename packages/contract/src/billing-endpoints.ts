import { z } from 'zod'
import * as billing from './billing-entities.ts'
import { data, endpoint, providerEndpoint } from './endpoint.ts'
import * as entity from './entities.ts'
import { typedDigits, typedLine } from './typed/typed-text.ts'
import * as textLimits from './typed/text-limits.ts'

/** Plans and checkout. The webhook, POST /api/payments/webhook, reads raw bytes and so isn't in this table. */
const sessionId = z.object({ sessionId: z.string().regex(/^[A-Za-z0-9_]{8,128}$/) })

const couponErrors = [
  'coupon_unknown',
  'coupon_expired',
  'coupon_used_up',
  'coupon_other_plan',
  'coupon_no_trial',
] as const

export const billingEndpoints = {
  listPlans: providerEndpoint({
    method: 'GET',
    path: '/api/plans',
    auth: 'optional',
    query: z.object({ registrationToken: z.string().max(200).optional() }),
    answer: data(z.array(billing.salePlan)),
    summary:
      "The plans, with the prices of the payment provider. Without trials for a signed-in learner who has used theirs, and for a registration that has paid for one. Nothing else about a registration's address changes the response.",
  }),
  createCheckout: endpoint({
    method: 'POST',
    path: '/api/checkout',
    auth: 'optional',
    body: z.object({
      productId: z.string().max(100),
      /** From `checkCoupon`. */
      couponId: z
        .string()
        .regex(/^[A-Za-z0-9_]{8,128}$/)
        .optional(),
      /** From `register`. A signed-in learner sends none. */
      registrationToken: z.string().max(200).optional(),
    }),
    answer: data(
      z.object({
        sessionId: z.string(),
        /** The payment page: the provider's, or /checkout/{sessionId} of the embedded one. */
        url: z.string(),
        /** Proves to `claimCheckout` that this browser started the checkout. */
        nonce: z.string(),
      }),
    ),
    errors: ['unauthorized', 'plan_not_found', 'already_subscribed', 'invalid_token', ...couponErrors],
    summary:
      "Starts a checkout for a signed-in learner or a registered address. The response doesn't reveal whether the address has an account.",
  }),
  checkCoupon: providerEndpoint({
    method: 'POST',
    path: '/api/coupons/check',
    auth: 'optional',
    limit: 'login',
    body: z.object({
      code: typedDigits(60).min(1),
      productId: z.string().max(100),
      registrationToken: z.string().max(200).optional(),
    }),
    answer: data(billing.couponOffer.extend({ couponId: z.string() })),
    errors: ['plan_not_found', ...couponErrors],
    summary: "What a plan costs with a code. Case and spaces don't matter. The ID is for `createCheckout`.",
  }),
  claimCheckout: endpoint({
    method: 'POST',
    path: '/api/checkout/{sessionId}/claim',
    auth: 'public',
    params: sessionId,
    body: z.object({ nonce: z.string().max(200) }),
    answer: data(
      z.object({
        status: z.enum(billing.checkoutStatuses),
        /** As typed in the checkout; null until it's paid. */
        email: z.string().nullable(),
        /** Set once if this payment created the account: a bearer for set-pin for an hour. Otherwise a link is mailed. */
        pinSetupToken: z.string().nullable(),
      }),
    ),
    errors: ['checkout_not_found'],
    summary: 'The outcome of a checkout that this browser started, as the provider reports it.',
  }),
  findOwnCheckout: endpoint({
    method: 'GET',
    path: '/api/checkout/own',
    auth: 'optional',
    /** Without it: the learner's checkout that was paid last, otherwise the one started last. */
    query: z.object({ sessionId: sessionId.shape.sessionId.optional() }),
    answer: data(
      /** Null if the learner has no such checkout, or isn't signed in. */
      z.object({ status: z.enum(billing.checkoutStatuses).nullable() }),
    ),
    summary: "The outcome of a signed-in learner's own checkout, for a browser without its nonce.",
  }),
  mailPayer: endpoint({
    method: 'POST',
    path: '/api/checkout/{sessionId}/mail',
    auth: 'public',
    limit: 'login',
    params: sessionId,
    answer: data(z.object({ sent: z.literal(true) })),
    summary: "Mails a sign-in link to the payer of a checkout once it's paid. The response is always the same.",
  }),
  getEmbeddedCheckout: endpoint({
    method: 'GET',
    path: '/api/embedded-checkout/{sessionId}',
    auth: 'public',
    params: sessionId,
    answer: data(billing.embeddedCheckout),
    errors: ['checkout_not_found'],
    summary: "The contents of the embedded provider's test checkout.",
  }),
  payEmbeddedCheckout: endpoint({
    method: 'POST',
    path: '/api/embedded-checkout/{sessionId}/pay',
    auth: 'public',
    params: sessionId,
    body: billing.testPayment,
    answer: data(z.object({ status: z.enum(billing.checkoutStatuses) })),
    errors: ['checkout_not_found', 'payment_declined'],
    summary: 'Pays at the embedded provider with a test card.',
  }),
}

/** Works without access: it's a way to get it. */
export const giftEndpoints = {
  redeemGift: endpoint({
    method: 'POST',
    path: '/api/gift-codes/redeem',
    limit: 'login',
    body: z.object({ code: typedDigits(60).min(1) }),
    /** Unix seconds. */
    answer: data(z.object({ days: z.int(), until: z.number() })),
    errors: [
      'unauthorized',
      'gift_code_unknown',
      'gift_code_used',
      'gift_code_expired',
      'gift_code_void',
      'gift_plan_running',
    ],
    summary: "Redeems a gift code. The learner's own code again has no effect. Case, spaces and hyphens don't matter.",
  }),
  registerForGift: endpoint({
    method: 'POST',
    path: '/api/gift-codes/register',
    auth: 'public',
    limit: 'register',
    body: z.object({
      code: typedDigits(60).min(1),
      email: z.string().max(254),
      termsAccepted: z.boolean(),
      marketingConsent: z.boolean(),
      firstName: entity.firstName.optional(),
    }),
    answer: data(z.object({ email: z.string() })),
    errors: [
      'terms_required',
      'address_bounces',
      'gift_code_unknown',
      'gift_code_used',
      'gift_code_expired',
      'gift_code_void',
    ],
    summary:
      'Saves email and consents, and emails a link that redeems the code. The response is the same whether or not the address has an account.',
  }),
  beginGift: endpoint({
    method: 'POST',
    path: '/api/gift-codes/begin',
    auth: 'public',
    limit: 'login',
    body: z.object({ token: z.string().max(200) }),
    /** `until` in Unix seconds. Without a token, the account has a PIN already. */
    answer: data(z.object({ email: z.string(), until: z.number(), pinSetupToken: z.string().nullable() })),
    errors: [
      'invalid_token',
      'account_blocked',
      'email_taken',
      'gift_code_used',
      'gift_code_expired',
      'gift_code_void',
      'gift_plan_running',
    ],
    summary:
      'Redeems the gift code of the emailed link. Repeatable; returns a token that sets the PIN if there is none.',
  }),
}

/** Any ID that isn't the learner's own is 404. */
const subscriptionId = z.object({ id: z.string().max(100) })
const pageId = z.object({ pageId: z.string().regex(/^[A-Za-z0-9_]{8,128}$/) })

/** These calls work without access (docs/product.md R7). */
export const subscriptionEndpoints = {
  cancelSubscription: endpoint({
    method: 'DELETE',
    path: '/api/subscriptions/{id}',
    params: subscriptionId,
    answer: data(entity.subscription),
    errors: ['unauthorized', 'subscription_not_found'],
    summary: "Cancels a subscription at the end of its period. Does nothing if it's already canceled.",
  }),
  listPlanChanges: endpoint({
    method: 'GET',
    path: '/api/subscriptions/{id}/plans',
    params: subscriptionId,
    answer: data(billing.planChanges),
    errors: ['unauthorized', 'subscription_not_found', 'subscription_ended', 'plan_not_changeable'],
    summary: 'The plans that a subscription can go on with from its next payment on, and what that payment would be.',
  }),
  changePlan: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/plan',
    params: subscriptionId,
    /** `attempt`: the same one again changes and mails nothing more. */
    body: z.object({ attempt: z.uuid(), productId: z.string().max(100) }),
    /** begun: the provider hasn't answered yet, and is asked again until it does. */
    answer: data(z.object({ state: z.enum(['begun', 'done']), subscription: entity.subscription })),
    errors: [
      'unauthorized',
      'plan_not_found',
      'subscription_not_found',
      'subscription_ended',
      'plan_not_changeable',
      'plan_change_refused',
      'attempt_reused',
    ],
    summary:
      'Changes the plan from the next payment on. Nothing is charged or credited before; the current plan undoes a change.',
  }),
  resumeSubscription: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/resume',
    params: subscriptionId,
    answer: data(entity.subscription),
    errors: ['unauthorized', 'subscription_not_found', 'subscription_ended', 'already_subscribed'],
    summary: 'Undoes a scheduled cancellation while the period runs, unless another plan is paid for.',
  }),
  refreshSubscription: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/refresh',
    params: subscriptionId,
    answer: data(entity.subscription),
    errors: ['unauthorized', 'subscription_not_found'],
    summary: 'Reloads a subscription from the payment provider after a visit to its page.',
  }),
  changePaymentMethod: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/payment-method',
    params: subscriptionId,
    answer: data(z.object({ url: z.string() })),
    errors: ['unauthorized', 'subscription_not_found', 'subscription_ended', 'card_not_changeable'],
    summary: "Opens a page to change the card: the payment provider's own, or /checkout/card/{pageId}.",
  }),
  getEmbeddedCardPage: endpoint({
    method: 'GET',
    path: '/api/embedded-card-page/{pageId}',
    auth: 'public',
    params: pageId,
    answer: data(billing.embeddedCardPage),
    errors: ['checkout_not_found'],
    summary: "The contents of the embedded provider's page to change the card.",
  }),
  changeEmbeddedCard: endpoint({
    method: 'POST',
    path: '/api/embedded-card-page/{pageId}/change',
    auth: 'public',
    params: pageId,
    body: billing.testCard,
    answer: data(z.object({ status: z.enum(billing.cardPageStatuses) })),
    errors: ['checkout_not_found', 'payment_declined'],
    summary: 'Changes the card at the embedded provider to a test card.',
  }),
}

/** These calls work without access (docs/product.md R7). */
export const refundEndpoints = {
  moneyBack: endpoint({
    method: 'GET',
    path: '/api/user-subscription/money-back',
    answer: data(billing.moneyBack),
    errors: ['unauthorized'],
    summary: "Whether the learner's use qualifies for a refund, and the deadline for withdrawal.",
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/user-subscription/withdraw',
    body: z.object({
      subscriptionId: z.string().max(100),
      /** The learner's signature on the statement. */
      name: typedLine(textLimits.withdrawalName),
    }),
    answer: data(billing.withdrawal),
    errors: ['unauthorized', 'subscription_not_found', 'withdrawal_over'],
    summary: 'Withdraws from a contract within 14 days. It ends immediately, and a receipt is mailed. Idempotent.',
  }),
}
