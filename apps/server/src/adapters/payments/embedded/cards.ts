import { createHmac } from 'node:crypto'
import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { CardInput, CardPageRequest, CardRefusal, CardSummary, EmbeddedCardPage } from '../port.ts'
import {
  findCardPage,
  findSubscription,
  insertCardPage,
  markCardPageUsed,
  saveSubscription,
  type StoredCardPage,
} from './books.sql.ts'
import { newId, recordEvent } from './events.ts'
import type { EmbeddedSubscription } from './subscriptions.ts'

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

/** A card that pays. Its number is not kept. `endsAt` is the first moment at which it is no longer good. */
export type Card = { number: string; brand: string; last4: string; endsAt: Date }

/** Test cards of one person each. */
const ownCard = /^42424200\d{8}$/
const declined = '4000000000000002'

/**
 * Checks a card of the test checkout. Few numbers mean anything, so that nobody's real card can be used by mistake: 4242 4242 4242 4242
 * pays and is everybody's; one that begins with 4242 4200 and has the right check digit pays and is one person's.
 */
export const checkCard = (
  { cardNumber, expiry, cvc }: CardInput,
  now: Date,
): { card: Card } | { refused: CardRefusal } => {
  const number = cardNumber.normalize('NFKC').replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return { refused: 'number' }
  const endsAt = endOf(expiry)
  if (!endsAt || endsAt <= now) return { refused: 'expiry' }
  if (!/^\d{3,4}$/.test(cvc.normalize('NFKC').trim())) return { refused: 'cvc' }
  if (number === declined) return { refused: 'declined' }
  if (number !== sharedCard && !ownCard.test(number)) return { refused: 'not_a_test_card' }
  return { card: { number, brand: 'visa', last4: number.slice(-4), endsAt } }
}

/** ISO/IEC 7812: from the right, every second digit doubled, digits added up, a multiple of ten. */
const passesLuhn = (number: string): boolean => {
  const digits = Array.from(number, Number).reverse()
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 1 ? digit * 2 : digit
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The end of the card's month. Takes 12/30, 12-30, 12 30, 1230, 130 (January), each also with a year of four digits. */
const endOf = (expiry: string): Date | null => {
  const pattern = /^(?:(\d{1,2})\s*[\s/.-]\s*|(\d{2})(?=(?:\d\d)+$)|(\d)(?=\d\d$))(\d{2}|\d{4})$/
  const [, separated, pair, single, year] = pattern.exec(expiry.normalize('NFKC').trim()) ?? []
  const month = Number(separated ?? pair ?? single)
  if (year === undefined || !(month >= 1 && month <= 12)) return null
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  return new Date(Date.UTC(fullYear, month, 1))
}

/** The card that everybody tests with: no mark of a person. */
const sharedCard = '4242424242424242'

/** What tells one card from another without its number; null for the card that everybody tests with. */
export const cardFingerprint = (secret: string, number: string): string | null =>
  number === sharedCard ? null : createHmac('sha256', secret).update(`card:${number}`).digest('base64url')
