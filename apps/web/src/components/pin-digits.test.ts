import { describe, expect, it } from 'vitest'
import { digitsOf, enterDigits, eraseDigit } from './pin-field.tsx'

describe('entering digits', () => {
  it.each([
    ['', 0, '2', '2'],
    ['2', 1, '7', '27'],
    ['27', 0, '5', '57'],
    ['27', 0, '25', '57'],
    ['27', 0, '52', '57'],
    ['', 0, '2749', '2749'],
    ['', 0, '12 34', '1234'],
    ['', 0, '123456', '1234'],
    ['27', 2, 'x', '27'],
    ['2749', 1, '', '249'],
    ['', 0, '１', '1'],
  ])('%j with box %i receiving %j becomes %j', (pin, position, text, expected) => {
    expect(enterDigits(pin, position, text)).toBe(expected)
  })
})

describe('erasing', () => {
  it.each([
    ['27', 1, '2'],
    ['27', 2, '2'],
    ['2749', 0, '749'],
    ['', 0, ''],
  ])('%j with Backspace in box %i becomes %j', (pin, position, expected) => {
    expect(eraseDigit(pin, position)).toBe(expected)
  })
})

it('extracts digits from any text', () => {
  expect(digitsOf('PIN: 27-49')).toBe('2749')
})
