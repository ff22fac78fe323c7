import { describe, expect, it } from 'vitest'
import { formatEdit, formatWhole, type CardField } from './card-format.ts'

/** A field as text with `|` for the caret, or `[…]` for a selection. */
const press = (field: CardField, state: string, key: string): string => {
  const before = state.replaceAll(/[|[\]]/g, '')
  const start = Math.max(state.indexOf('|'), state.indexOf('['))
  const end = state.includes('[') ? state.indexOf(']') - 1 : start
  const isDelete = key === 'Delete' || key === 'Backspace'
  const from = key === 'Backspace' && start === end ? Math.max(0, start - 1) : start
  const to = key === 'Delete' && start === end ? end + 1 : end
  const inserted = isDelete ? '' : key
  const after = before.slice(0, from) + inserted + before.slice(to)
  const { value, caret } = formatEdit(field, {
    before,
    after,
    caret: from + inserted.length,
    isForwardDelete: key === 'Delete',
  })
  return `${value.slice(0, caret)}|${value.slice(caret)}`
}

const type = (field: CardField, keys: string): string =>
  Array.from(keys).reduce((state, key) => press(field, state, key), '|')

describe('an expiry date', () => {
  it.each(['1230', '12/30', '12 30', '12-30', '12/2030', '12 / 30', '122030', '１２３０', '١٢٣٠', '१२३०', '𝟏𝟐𝟑𝟎'])(
    'typed as %s becomes 12 / 30',
    (keys) => expect(type('expiry', keys)).toBe('12 / 30|'),
  )
  it.each(['1230', '12/30', '12 30', '12-30', '12/2030', '12 / 30', '12.30', '122030', '１２／３０', '۱۲/۳۰'])(
    'pasted as %s becomes 12 / 30',
    (text) => expect(press('expiry', '|', text)).toBe('12 / 30|'),
  )
  it.each(['1/30', '130', '01/30', '1 30', '1-2030'])('typed or pasted as %s becomes 01 / 30', (text) => {
    expect(type('expiry', text)).toBe('01 / 30|')
    expect(press('expiry', '|', text)).toBe('01 / 30|')
    expect(formatWhole('expiry', text)).toBe('01 / 30')
  })
  it.each([
    ['1', '1|'],
    ['3', '03 / |'],
    ['12', '12 / |'],
    ['12/20', '12 / 20|'],
    ['12/203', '12 / 203|'],
    ['12/304', '12 / 30|'],
    ['ab', '|'],
  ])('typed up to %s shows %s', (keys, shown) => expect(type('expiry', keys)).toBe(shown))

  it.each([
    ['12 / 3|', 'Backspace', '12|'],
    ['12 / |', 'Backspace', '1|'],
    ['12 / |30', 'Backspace', '1| / 30'],
    ['12| / 30', 'Delete', '12| / 0'],
    ['1|2 / 30', 'Backspace', '|2 / 30'],
    ['1|2 / 30', 'Delete', '1| / 30'],
    ['1| / 30', '1', '11 / |30'],
    ['| / 30', '0', '0| / 30'],
    ['1|2 / 30', '0', '10 / |30'],
    ['12 / 3|0', '1', '12 / 31|'],
    ['12 / |30', '4', '12 / 4|3'],
    ['12 / 30|', '/', '12 / 30|'],
    ['12| / 30', '/', '12| / 30'],
    ['[12 / 30]', '1/31', '01 / 31|'],
    ['12 / [30]', '31', '12 / 31|'],
    ['[12 / 30]', 'Backspace', '|'],
  ])('%s and %s gives %s', (state, key, result) => expect(press('expiry', state, key)).toBe(result))
})

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['30569309025904', '3056 930902 5904|'],
    ['6304000000000000000', '6304 0000 0000 0000 000|'],
    ['42424', '4242 4|'],
    ['4242-4242x4242.4242', '4242 4242 4242 4242|'],
  ])('%s is grouped as %s, typed or pasted', (text, shown) => {
    expect(type('cardNumber', text)).toBe(shown)
    expect(press('cardNumber', '|', ` ${text} `)).toBe(shown)
  })
  it.each([
    ['4242 |4242', 'Backspace', '424|4 242'],
    ['4242| 4242', 'Delete', '4242| 242'],
    ['4|242 4242', '1', '41|24 2424 2'],
    ['424|2 4242', '1', '4241 |2424 2'],
    ['4242 4242 42|42 4242', '9', '4242 4242 429|4 2424 2'],
    ['37|', 'Backspace', '3|'],
    ['4242 4|', 'Backspace', '4242|'],
    ['|4242', 'a', '|4242'],
  ])('%s and %s gives %s', (state, key, result) => expect(press('cardNumber', state, key)).toBe(result))
})

it('a CVC has three or four digits', () => {
  expect(type('cvc', '12a345')).toBe('1234|')
  expect(press('cvc', '|', ' 123 ')).toBe('123|')
})
