import type { CardPageStatus, EmbeddedCardPage } from '@kitewise/contract/billing-entities'
import type { CardInput } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { deliverEmbeddedEvents } from './deliver-embedded-events.ts'
import { pathOf } from './path-of.ts'
import { presentCard } from './present.ts'

/** What the embedded provider's page for changing a card shows. */
export const getEmbeddedCardPage = async (context: Context, pageId: string): Promise<Result<EmbeddedCardPage>> => {
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

/** Changes the card to a test card. The provider's events are delivered at once; should that fail, the job delivers them. */
export const changeEmbeddedCard = async (
  context: Context,
  pageId: string,
  card: CardInput,
): Promise<Result<{ status: CardPageStatus }>> => {
  const outcome = (await context.payments.embedded?.changeCard(pageId, card)) ?? null
  if (!outcome) return refuse('checkout_not_found')
  if ('refused' in outcome) return refuse('payment_declined', { reason: outcome.refused })
  await deliverEmbeddedEvents(context)
  return ok({ status: outcome.status })
}
