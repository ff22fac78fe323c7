import type { CardPageStatus, EmbeddedCardPage, EmbeddedCheckout } from '@kitewise/contract/billing-entities'
import type { CardInput, PaymentInput, PayOutcome, ProviderCheckout } from '../../adapters/payments/port.ts'
import { seatPlans } from '../../adapters/payments/seats/port.ts'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { offerOf } from './check-coupon.ts'
import { presentCard, presentPlan } from './present.ts'
import { receiveEvent } from './receive-event.ts'

export async function getEmbeddedCheckout(context: Context, sessionId: string): Promise<Result<EmbeddedCheckout>> {
  const checkout = await context.payments.embedded?.findCheckout(sessionId)
  const { plans, seatPrices } = context.config
  const plan = [...plans, ...seatPlans(seatPrices)].find(({ productId }) => productId === checkout?.productId)
  if (!checkout || !plan) return refuse('checkout_not_found')
  const rates = Object.entries(context.payments.embedded?.taxRates ?? {})
  const taxRates = rates.map(([country, percent]) => ({ country, percent }))
  const coupon = checkout.couponId === null ? null : await context.payments.coupons.find(checkout.couponId)
  return ok({
    ...(coupon && { coupon: offerOf(coupon, plan, context.clock()) }),
    ...(taxRates.length > 0 && { taxRates }),
    sessionId,
    status: statusOf(checkout.status),
    email: checkout.email,
    plan: presentPlan(
      checkout.quantity === 1 ? plan : { ...plan, name: `${checkout.quantity} × ${plan.name}` },
      { ...plan, amount: plan.amount * checkout.quantity },
      checkout.trialDays,
    ),
    successPath: pathOf(checkout.successUrl),
    failedPath: pathOf(checkout.failedUrl),
  })
}

/** If delivering the provider's events fails, the job retries it. */
export async function payEmbeddedCheckout(
  context: Context,
  sessionId: string,
  payment: PaymentInput,
): Promise<Result<{ status: EmbeddedCheckout['status'] }>> {
  const outcome: PayOutcome | null = (await context.payments.embedded?.pay(sessionId, payment)) ?? null
  if (!outcome) return refuse('checkout_not_found')
  if ('refused' in outcome) return refuse('payment_declined', { reason: outcome.refused })
  await deliverEmbeddedEvents(context)
  return ok({ status: statusOf(outcome.status) })
}

const statusOf = (status: ProviderCheckout['status']): EmbeddedCheckout['status'] =>
  status === 'complete' ? 'paid' : status === 'expired' ? 'failed' : 'open'

export async function getEmbeddedCardPage(context: Context, pageId: string): Promise<Result<EmbeddedCardPage>> {
  const page = await context.payments.embedded?.findCardPage(pageId)
  if (!page) return refuse('checkout_not_found')
  const { status, card, changedUrl, returnUrl } = page
  return ok({
    pageId,
    status,
    card: presentCard(card),
    changedPath: pathOf(changedUrl),
    returnPath: pathOf(returnUrl),
  })
}

export async function changeEmbeddedCard(
  context: Context,
  pageId: string,
  card: CardInput,
): Promise<Result<{ status: CardPageStatus }>> {
  const outcome = (await context.payments.embedded?.changeCard(pageId, card)) ?? null
  if (!outcome) return refuse('checkout_not_found')
  if ('refused' in outcome) return refuse('payment_declined', { reason: outcome.refused })
  await deliverEmbeddedEvents(context)
  return ok({ status: outcome.status })
}

/** For pages that stay on the origin where they were opened. */
const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** Runs the command that handles a real provider's webhook. A failed event stays queued. */
const deliverEmbeddedEvents = async (context: Context): Promise<void> => {
  await context.payments.embedded?.deliverEvents(async (rawBytes, signature) => {
    try {
      return (await receiveEvent(context, rawBytes, signature)).ok
    } catch (error) {
      context.log.warn({ err: error }, 'could not deliver an event of the embedded payment provider; retrying later')
      return false
    }
  })
}

/** Job: trials end, and renewals are charged or fail. */
export async function advanceEmbeddedPayments(context: Context): Promise<void> {
  const { embedded } = context.payments
  if (!embedded) return
  await embedded.advance(context.clock())
  await deliverEmbeddedEvents(context)
}
