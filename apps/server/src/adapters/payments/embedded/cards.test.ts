import { expect, it } from 'vitest'
import { checkCard } from './cards.ts'

const now = new Date('2026-05-31T23:59:59Z')
const good = { cardNumber: '4242 4242 4242 4242', expiry: '05/26', cvc: '123' }

it.each([
  ['of one person', { cardNumber: '4242 4200 0000 0000' }, 'visa'],
  ['as it is', {}, 'visa'],
  ['with a year of four digits and spaces', { expiry: ' 12 / 2030 ' }, 'visa'],
  ['with a date without a separator', { expiry: '1230' }, 'visa'],
  ['with a date and a space', { expiry: '12 30' }, 'visa'],
  ['with a date and a hyphen', { expiry: '12-30' }, 'visa'],
  ['with a date and a year of four digits', { expiry: '12/2030' }, 'visa'],
  ['with a year of four digits and no separator', { expiry: '122030' }, 'visa'],
  ['with a month of one digit', { expiry: '1/30' }, 'visa'],
  ['with a month of one digit and no separator', { expiry: '130' }, 'visa'],
  ['with full-width digits', { expiry: '１２／３０', cvc: '１２３' }, 'visa'],
  ['with a date of five digits', { expiry: '12030' }, 'expiry'],
  ['with a date of month 13 without a separator', { expiry: '1330' }, 'expiry'],
  ['with letters in the date', { expiry: '12/3O' }, 'expiry'],
  ['with four digits of CVC', { cvc: '1234' }, 'visa'],
  ['without spaces', { cardNumber: '4242424242424242' }, 'visa'],
  ['of the month before', { expiry: '04/26' }, 'expiry'],
  ['of month 13', { expiry: '13/30' }, 'expiry'],
  ['of month 0', { expiry: '00/30' }, 'expiry'],
  ['without an expiry', { expiry: '' }, 'expiry'],
  ['with two digits of CVC', { cvc: '12' }, 'cvc'],
  ['with letters in the CVC', { cvc: '12a' }, 'cvc'],
  ['with a wrong check digit', { cardNumber: '4242 4242 4242 4241' }, 'number'],
  ['with letters', { cardNumber: '4242 4242 4242 424x' }, 'number'],
  ['that is short', { cardNumber: '42' }, 'number'],
  ['that is to be declined', { cardNumber: '4000 0000 0000 0002' }, 'declined'],
  ['that might be real', { cardNumber: '5555 5555 5555 4444' }, 'not_a_test_card'],
])('a card %s: %o is %s', (_name, changes, outcome) => {
  const checked = checkCard({ ...good, ...changes }, now)
  expect('card' in checked ? checked.card.brand : checked.refused).toBe(outcome)
})

it('has a brand, the last four digits and the end of its expiry month', () => {
  const checked = checkCard(good, now)
  expect(checked).toEqual({
    card: { number: '4242424242424242', brand: 'visa', last4: '4242', endsAt: new Date('2026-06-01T00:00:00Z') },
  })
})
