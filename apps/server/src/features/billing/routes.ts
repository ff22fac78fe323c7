import type { SalePlan } from '@kitewise/contract/billing-entities'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/handler.ts'
import { asData, ok, refuse, type Result } from '../../platform/result.ts'
import { changePlan, listPlanChanges } from './change-plan.ts'
import {
  cancelSubscription,
  findOwnSubscription,
  openCardPage,
  refreshSubscription,
  resumeSubscription,
} from './change-subscription.ts'
import { hasPaidForTrial } from './checkouts.sql.ts'
import { claimCheckout, findOwnCheckout, orderPayerMail } from './claim-checkout.ts'
import { checkCoupon } from './check-coupon.ts'
import { createCheckout, findBuyer } from './create-checkout.ts'
import { hasUsedTrial } from './customers.sql.ts'
import {
  changeEmbeddedCard,
  getEmbeddedCardPage,
  getEmbeddedCheckout,
  payEmbeddedCheckout,
} from './embedded-payments.ts'
import { beginGift, registerForGift } from './gift-for-newcomer.ts'
import { redeemGift } from './redeem-gift.ts'
import { presentPlan, presentSubscription } from './present.ts'
import { addressIsOf, findSubscriptions, type ShownSubscription } from './subscriptions.sql.ts'

type BillingEndpoint =
  | 'userSubscription'
  | 'listPlans'
  | 'checkCoupon'
  | 'createCheckout'
  | 'claimCheckout'
  | 'findOwnCheckout'
  | 'mailPayer'
  | 'getEmbeddedCheckout'
  | 'payEmbeddedCheckout'
  | 'redeemGift'
  | 'registerForGift'
  | 'beginGift'
  | 'cancelSubscription'
  | 'listPlanChanges'
  | 'changePlan'
  | 'resumeSubscription'
  | 'refreshSubscription'
  | 'changePaymentMethod'
  | 'getEmbeddedCardPage'
  | 'changeEmbeddedCard'

export const billingRoutes: Handlers<BillingEndpoint> = {
  userSubscription: async (context, { query, session }) => {
    const { email } = query
    const isOwn =
      email === undefined || (typeof email === 'string' && (await addressIsOf(context.db, session.userId, email)))
    if (!isOwn) return ok({ data: [] })
    const subscriptions = await findSubscriptions(context.db, session.userId)
    return ok({ data: subscriptions.map(presentSubscription) })
  },
  listPlans: async (context, { query, session }) => {
    const { registrationToken } = query
    return ok({ data: await listPlans(context, { registrationToken, userId: session?.userId ?? null }) })
  },
  createCheckout: async (context, { body, session }) => {
    const { productId, couponId = null, registrationToken } = body
    const userId = session?.userId ?? null
    return asData(await createCheckout(context, { productId, couponId, registrationToken, userId }))
  },
  checkCoupon: async (context, { body, session }) => {
    const { code, productId, registrationToken } = body
    const isTrialUsed = await hasHadTrial(context, { registrationToken, userId: session?.userId ?? null })
    return asData(await checkCoupon(context, { code, productId, isTrialUsed }))
  },
  claimCheckout: async (context, { params, body }) => {
    return asData(await claimCheckout(context, { sessionId: params.sessionId, nonce: body.nonce }))
  },
  findOwnCheckout: async (context, { query, session }) =>
    ok({ data: { status: session && (await findOwnCheckout(context, session.userId, query.sessionId ?? null)) } }),
  mailPayer: async (context, { params, client }) => {
    await orderPayerMail(context, params.sessionId, client.networkKey)
    return ok({ data: { sent: true } })
  },
  getEmbeddedCheckout: async (context, { params }) => {
    return asData(await getEmbeddedCheckout(context, params.sessionId))
  },
  payEmbeddedCheckout: async (context, { params, body }) => {
    return asData(await payEmbeddedCheckout(context, params.sessionId, body))
  },

  redeemGift: async (context, { body, session }) =>
    asData(await redeemGift(context, { userId: session.userId, code: body.code })),
  registerForGift: async (context, { body, language, client }) =>
    asData(await registerForGift(context, { ...body, language, networkKey: client.networkKey })),
  beginGift: async (context, { body }) => asData(await beginGift(context, body.token)),
  cancelSubscription: async (context, { params, session }) =>
    present(await cancelSubscription(context, { userId: session.userId, subscriptionId: params.id })),
  resumeSubscription: async (context, { params, session }) =>
    present(await resumeSubscription(context, { userId: session.userId, subscriptionId: params.id })),
  listPlanChanges: async (context, { params, session }) =>
    asData(await listPlanChanges(context, { userId: session.userId, subscriptionId: params.id })),
  changePlan: async (context, { params, body: { attempt, productId }, session }) => {
    const owned = { userId: session.userId, subscriptionId: params.id }
    const outcome = await changePlan(context, { ...owned, id: attempt, productId, staffId: null })
    if (!outcome.ok) return outcome
    const subscription = await findOwnSubscription(context, owned)
    if (!subscription) return refuse('subscription_not_found')
    return ok({ data: { state: outcome.value, subscription: presentSubscription(subscription) } })
  },
  refreshSubscription: async (context, { params, session }) =>
    present(await refreshSubscription(context, { userId: session.userId, subscriptionId: params.id })),
  changePaymentMethod: async (context, { params, session }) =>
    asData(await openCardPage(context, { userId: session.userId, subscriptionId: params.id })),
  getEmbeddedCardPage: async (context, { params }) => asData(await getEmbeddedCardPage(context, params.pageId)),
  changeEmbeddedCard: async (context, { params, body }) =>
    asData(await changeEmbeddedCard(context, params.pageId, body)),
}

const present = (result: Result<ShownSubscription>) =>
  result.ok ? ok({ data: presentSubscription(result.value) }) : result

type Asking = { registrationToken: string | undefined; userId: string | null }

/**
 * In config order, without plans that the provider has no price for, and without a trial for a learner who has used it.
 * A registration sees the public offer, unless it has paid for a trial itself.
 */
const listPlans = async (context: Context, asking: Asking): Promise<SalePlan[]> => {
  const { config, payments } = context
  const prices = new Map((await payments.listPrices()).map((price) => [price.productId, price]))
  const isTrialUsed = await hasHadTrial(context, asking)
  return config.plans.flatMap((plan) => {
    const price = prices.get(plan.productId)
    return price ? [presentPlan(isTrialUsed ? { ...plan, trialDays: 0 } : plan, price)] : []
  })
}

const hasHadTrial = async (context: Context, asking: Asking): Promise<boolean> => {
  if (asking.registrationToken === undefined && asking.userId === null) return false
  const buyer = await findBuyer(context, asking)
  if (!buyer.ok) return false
  const { userId, registrationId } = buyer.value
  return userId === null ? hasPaidForTrial(context.db, registrationId) : hasUsedTrial(context.db, userId)
}
