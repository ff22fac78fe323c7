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
  settleFailedPayments,
  type StoredCardPage,
} from './books.sql.ts'
import { newId, recordEvent } from './events.ts'
import type { EmbeddedSubscription } from './subscriptions.ts'

const openForMs = 3_600_000

export async function openCardPage(db: Db, request: CardPageRequest, now: Date): Promise<string> {
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

export function cardOf({ cardBrand, cardLast4, cardEndsAt }: EmbeddedSubscription): CardSummary {
  const lastMoment = new Date(cardEndsAt.getTime() - 1)
  return {
    brand: cardBrand,
    last4: cardLast4,
    expMonth: lastMoment.getUTCMonth() + 1,
    expYear: lastMoment.getUTCFullYear(),
  }
}

export async function readCardPage(db: Db, id: string, now: Date): Promise<EmbeddedCardPage | null> {
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

/** Changes the card. A payment that is due is charged to the new card at once, so the subscription is active again. */
export function changeCard(
  db: Db,
  change: { pageId: string; card: CardInput; now: Date; secret: string },
): Promise<{ status: 'changed' | 'expired' } | { refused: CardRefusal } | null> {
  return inTransaction(db, async (tx) => {
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
    if (isDue) await settleFailedPayments(tx, subscription.id, now)
    await markCardPageUsed(tx, pageId, now)
    await recordEvent(tx, 'subscription.updated', { subscriptionId: subscription.id })
    return { status: 'changed' }
  })
}

/** A valid card. Its number is not stored. It is valid before `endsAt`. */
export type Card = { number: string; brand: string; last4: string; endsAt: Date }

/** Each counts as one person's card. */
const ownCard = /^42424200\d{8}$/
const declined = '4000000000000002'

/** Few numbers work, to keep real cards out: 4242 4242 4242 4242, shared by all, and valid ones with 4242 4200 in front. */
export function checkCard(
  { cardNumber, expiry, cvc }: CardInput,
  now: Date,
): { card: Card } | { refused: CardRefusal } {
  const number = cardNumber.normalize('NFKC').replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return { refused: 'number' }
  const endsAt = endOf(expiry)
  if (!endsAt || endsAt <= now) return { refused: 'expiry' }
  if (!/^\d{3,4}$/.test(cvc.normalize('NFKC').trim())) return { refused: 'cvc' }
  if (number === declined) return { refused: 'declined' }
  if (number !== sharedCard && !ownCard.test(number)) return { refused: 'not_a_test_card' }
  return { card: { number, brand: 'visa', last4: number.slice(-4), endsAt } }
}

/** The Luhn algorithm of ISO/IEC 7812. */
const passesLuhn = (number: string): boolean => {
  const digits = Array.from(number, Number).reverse()
  const sum = digits.reduce((total, digit, index) => {
    const value = index % 2 === 1 ? digit * 2 : digit
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The end of the card's month. Accepts 12/30, 12-30, 12 30, 1230, 130 (January), each also with a four-digit year. */
const endOf = (expiry: string): Date | null => {
  const pattern = /^(?:(\d{1,2})\s*[\s/.-]\s*|(\d{2})(?=(?:\d\d)+$)|(\d)(?=\d\d$))(\d{2}|\d{4})$/
  const [, separated, pair, single, year] = pattern.exec(expiry.normalize('NFKC').trim()) ?? []
  const month = Number(separated ?? pair ?? single)
  if (year === undefined || !(month >= 1 && month <= 12)) return null
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  return new Date(Date.UTC(fullYear, month, 1))
}

/** Shared by all testers, so it identifies no person. */
const sharedCard = '4242424242424242'

/** Identifies a card without its number; null for the shared test card. */
export function cardFingerprint(secret: string, number: string): string | null {
  return number === sharedCard ? null : createHmac('sha256', secret).update(`card:${number}`).digest('base64url')
}
