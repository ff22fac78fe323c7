import type { CardInput, CardRefusal } from '../port.ts'

/** What is kept of a card. `endsAt` is the first moment at which it is no longer good. */
export type Card = { brand: string; last4: string; endsAt: Date }

const paying = '4242424242424242'
const declined = '4000000000000002'

/** Checks a card of the test checkout: only two numbers mean anything, so that nobody's real card can be used by mistake. */
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
  if (number !== paying) return { refused: 'not_a_test_card' }
  return { card: { brand: 'visa', last4: number.slice(-4), endsAt } }
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
