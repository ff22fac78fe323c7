import { sharedCard } from './card-fingerprint.ts'
import type { CardInput, CardRefusal } from '../port.ts'

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
