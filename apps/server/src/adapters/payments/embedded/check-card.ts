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
  const number = cardNumber.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return { refused: 'number' }
  const endsAt = endOf(expiry)
  if (!endsAt || endsAt <= now) return { refused: 'expiry' }
  if (!/^\d{3,4}$/.test(cvc)) return { refused: 'cvc' }
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

/** A card is good to the end of its month. Takes MM/YY and MM/YYYY, with spaces around the slash. */
const endOf = (expiry: string): Date | null => {
  const [, month, year] = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(expiry) ?? []
  if (month === undefined || year === undefined || Number(month) < 1 || Number(month) > 12) return null
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year)
  return new Date(Date.UTC(fullYear, Number(month), 1))
}
