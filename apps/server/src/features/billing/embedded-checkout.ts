import type { EmbeddedCheckout } from '@kitewise/contract/billing-entities'
import type { CardInput, PayOutcome, ProviderCheckout } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { deliverEmbeddedEvents } from './deliver-embedded-events.ts'
import { pathOf } from './path-of.ts'
import { presentPlan } from './plan.ts'

/** What the embedded provider's page shows. */
export const getEmbeddedCheckout = async (context: Context, sessionId: string): Promise<Result<EmbeddedCheckout>> => {
  const checkout = await context.payments.embedded?.findCheckout(sessionId)
  const plan = context.config.plans.find(({ productId }) => productId === checkout?.productId)
  if (!checkout || !plan) return refuse('checkout_not_found')
  return ok({
    sessionId,
    status: statusOf(checkout.status),
    email: checkout.email,
    plan: presentPlan(plan, plan, checkout.trialDays),
    successPath: pathOf(checkout.successUrl),
    failedPath: pathOf(checkout.failedUrl),
  })
}

/** Pays with a test card. The provider's events are delivered at once; should that fail, the job delivers them. */
export const payEmbeddedCheckout = async (
  context: Context,
  sessionId: string,
  card: CardInput,
): Promise<Result<{ status: EmbeddedCheckout['status'] }>> => {
  const outcome: PayOutcome | null = (await context.payments.embedded?.pay(sessionId, card)) ?? null
  if (!outcome) return refuse('checkout_not_found')
  if ('refused' in outcome) return refuse('payment_declined', { reason: outcome.refused })
  await deliverEmbeddedEvents(context)
  return ok({ status: statusOf(outcome.status) })
}

const statusOf = (status: ProviderCheckout['status']): EmbeddedCheckout['status'] =>
  status === 'complete' ? 'paid' : status === 'expired' ? 'failed' : 'open'
