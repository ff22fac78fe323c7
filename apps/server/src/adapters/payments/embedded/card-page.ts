import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { CardInput, CardPageRequest, CardRefusal, CardSummary, EmbeddedCardPage } from '../port.ts'
import type { EmbeddedSubscription } from './advance-subscription.ts'
import { findCardPage, insertCardPage, markCardPageUsed, type StoredCardPage } from './card-page-queries.ts'
import { cardFingerprint } from './card-fingerprint.ts'
import { checkCard } from './check-card.ts'
import { newId } from './new-id.ts'
import { findSubscription, saveSubscription } from './queries.ts'
import { recordEvent } from './record-event.ts'

const openForMs = 3_600_000

/** Opens a page for changing the card of a subscription, good for an hour. Gives its id. */
export const openCardPage = async (db: Db, request: CardPageRequest, now: Date): Promise<string> => {
  const { subscriptionId, returnUrl, changedUrl } = request
  const id = newId('bps')
  await insertCardPage(db, {
    id,
    subscriptionId,
    returnUrl,
    changedUrl,
    expiresAt: new Date(now.getTime() + openForMs),
  })
  return id
}

/** What may be shown of a subscription's card. */
export const cardOf = ({ cardBrand, cardLast4, cardEndsAt }: EmbeddedSubscription): CardSummary => {
  const lastMoment = new Date(cardEndsAt.getTime() - 1)
  return {
    brand: cardBrand,
    last4: cardLast4,
    expMonth: lastMoment.getUTCMonth() + 1,
    expYear: lastMoment.getUTCFullYear(),
  }
}

export const readCardPage = async (db: Db, id: string, now: Date): Promise<EmbeddedCardPage | null> => {
  const page = await findCardPage(db, id)
  const subscription = page && (await findSubscription(db, page.subscriptionId))
  if (!page || !subscription) return null
  const { changedUrl, returnUrl } = page
  return { status: statusOf(page, subscription, now), card: cardOf(subscription), changedUrl, returnUrl }
}

const statusOf = (
  { changedAt, expiresAt }: StoredCardPage,
  { status }: EmbeddedSubscription,
  now: Date,
): EmbeddedCardPage['status'] => {
  if (changedAt !== null) return 'changed'
  return now >= expiresAt || status === 'canceled' ? 'expired' : 'open'
}

/** Changes the card. A payment that was due is taken from the new one at once, so that the subscription is active again. */
export const changeCard = (
  db: Db,
  change: { pageId: string; card: CardInput; now: Date; secret: string },
): Promise<{ status: 'changed' | 'expired' } | { refused: CardRefusal } | null> =>
  inTransaction(db, async (tx) => {
    const { pageId, now } = change
    const page = await findCardPage(tx, pageId)
    const subscription = page && (await findSubscription(tx, page.subscriptionId, 'forUpdate'))
    if (!page || !subscription) return null
    const status = statusOf(page, subscription, now)
    if (status !== 'open') return { status }
    const checked = checkCard(change.card, now)
    if ('refused' in checked) return checked
    const { number, brand, last4, endsAt } = checked.card
    const isDue = subscription.status === 'past_due'
    await saveSubscription(tx, {
      ...subscription,
      ...(isDue ? { status: 'active', pastDueSince: null } : {}),
      cardBrand: brand,
      cardLast4: last4,
      cardEndsAt: endsAt,
      cardFingerprint: cardFingerprint(change.secret, number),
    })
    await markCardPageUsed(tx, pageId, now)
    await recordEvent(tx, 'subscription.updated', { subscriptionId: subscription.id })
    return { status: 'changed' }
  })
