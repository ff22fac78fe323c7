import type { Handlers } from '../../platform/handler.ts'
import { ok, type Result } from '../../platform/result.ts'
import { openCardPage, refreshSubscription } from './change-card.ts'
import { cancelSubscription, resumeSubscription } from './change-renewal.ts'
import { changeEmbeddedCard, getEmbeddedCardPage } from './embedded-card-page.ts'
import { presentSubscription } from './present.ts'
import type { ShownSubscription } from './subscription.ts'

type Names =
  | 'cancelSubscription'
  | 'resumeSubscription'
  | 'refreshSubscription'
  | 'changePaymentMethod'
  | 'getEmbeddedCardPage'
  | 'changeEmbeddedCard'

export const subscriptionRoutes: Handlers<Names> = {
  cancelSubscription: async (context, { params, session }) =>
    present(await cancelSubscription(context, { userId: session.userId, subscriptionId: params.id })),
  resumeSubscription: async (context, { params, session }) =>
    present(await resumeSubscription(context, { userId: session.userId, subscriptionId: params.id })),
  refreshSubscription: async (context, { params, session }) =>
    present(await refreshSubscription(context, { userId: session.userId, subscriptionId: params.id })),
  changePaymentMethod: async (context, { params, session }) =>
    wrap(await openCardPage(context, { userId: session.userId, subscriptionId: params.id })),
  getEmbeddedCardPage: async (context, { params }) => wrap(await getEmbeddedCardPage(context, params.pageId)),
  changeEmbeddedCard: async (context, { params, body }) => wrap(await changeEmbeddedCard(context, params.pageId, body)),
}

const wrap = <T>(result: Result<T>) => (result.ok ? ok({ data: result.value }) : result)

const present = (result: Result<ShownSubscription>) =>
  result.ok ? ok({ data: presentSubscription(result.value) }) : result
