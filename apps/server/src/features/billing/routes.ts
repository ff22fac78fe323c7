import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { claimCheckout } from './claim-checkout.ts'
import { createCheckout } from './create-checkout.ts'
import { getEmbeddedCheckout, payEmbeddedCheckout } from './embedded-checkout.ts'
import { findOwnCheckout } from './find-own-checkout.ts'
import { listPlans } from './list-plans.ts'
import { orderPayerMail } from './mail-payer.ts'
import { presentSubscription } from './present.ts'
import { addressIsOf, findSubscriptions } from './queries.ts'

type Names =
  | 'userSubscription'
  | 'listPlans'
  | 'createCheckout'
  | 'claimCheckout'
  | 'findOwnCheckout'
  | 'mailPayer'
  | 'getEmbeddedCheckout'
  | 'payEmbeddedCheckout'

export const billingRoutes: Handlers<Names> = {
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
    const { productId, registrationToken } = body
    const begun = await createCheckout(context, { productId, registrationToken, userId: session?.userId ?? null })
    return begun.ok ? ok({ data: begun.value }) : begun
  },
  claimCheckout: async (context, { params, body }) => {
    const claim = await claimCheckout(context, { sessionId: params.sessionId, nonce: body.nonce })
    return claim.ok ? ok({ data: claim.value }) : claim
  },
  findOwnCheckout: async (context, { query, session }) =>
    ok({ data: { status: session && (await findOwnCheckout(context, session.userId, query.sessionId ?? null)) } }),
  mailPayer: async (context, { params, client }) => {
    await orderPayerMail(context, params.sessionId, client.networkKey)
    return ok({ data: { sent: true } })
  },
  getEmbeddedCheckout: async (context, { params }) => {
    const checkout = await getEmbeddedCheckout(context, params.sessionId)
    return checkout.ok ? ok({ data: checkout.value }) : checkout
  },
  payEmbeddedCheckout: async (context, { params, body }) => {
    const outcome = await payEmbeddedCheckout(context, params.sessionId, body)
    return outcome.ok ? ok({ data: outcome.value }) : outcome
  },
}
