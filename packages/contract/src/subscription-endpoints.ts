import { z } from 'zod'
import * as billing from './billing-entities.ts'
import { data, endpoint } from './endpoint.ts'
import * as entity from './entities.ts'

/** An id that is not the learner's own, whatever its form, is 404. */
const subscriptionId = z.object({ id: z.string().max(100) })
const pageId = z.object({ pageId: z.string().regex(/^[A-Za-z0-9_]{8,128}$/) })

/** What a subscriber may do with their subscription. None of it needs one that still gives access. */
export const subscriptionEndpoints = {
  cancelSubscription: endpoint({
    method: 'DELETE',
    path: '/api/subscriptions/{id}',
    params: subscriptionId,
    answer: data(entity.subscription),
    errors: ['unauthorized', 'subscription_not_found'],
    summary: 'Ends a subscription with its period; one that is canceled already stays as it is.',
  }),
  resumeSubscription: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/resume',
    params: subscriptionId,
    answer: data(entity.subscription),
    errors: ['unauthorized', 'subscription_not_found', 'subscription_ended'],
    summary: 'Takes a scheduled cancellation back.',
  }),
  refreshSubscription: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/refresh',
    params: subscriptionId,
    answer: data(entity.subscription),
    errors: ['unauthorized', 'subscription_not_found'],
    summary: 'Reads a subscription again from the payment provider, after a visit to its page.',
  }),
  changePaymentMethod: endpoint({
    method: 'POST',
    path: '/api/subscriptions/{id}/payment-method',
    params: subscriptionId,
    answer: data(z.object({ url: z.string() })),
    errors: ['unauthorized', 'subscription_not_found', 'subscription_ended', 'card_not_changeable'],
    summary:
      "Opens a page of the payment provider on which the card can be changed: the provider's own, or /checkout/card/{pageId}.",
  }),
  getEmbeddedCardPage: endpoint({
    method: 'GET',
    path: '/api/embedded-card-page/{pageId}',
    auth: 'public',
    params: pageId,
    answer: data(billing.embeddedCardPage),
    errors: ['checkout_not_found'],
    summary: "What the embedded provider's page for changing a card shows.",
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
