import { describe, expect, it } from 'vitest'
import { findPinWeakness } from './pin-strength.ts'

const everyPin = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
const refused = (weakness: string | null) => everyPin.filter((pin) => findPinWeakness(pin) === weakness)

const share = (...names: (string | null)[]) => names.flatMap(refused).length / everyPin.length

const isByKeys = (pin: string) =>
  ['keypad', 'run', 'pairs', 'year', 'famous', 'zeros'].includes(findPinWeakness(pin) ?? '')

const shifted = (pin: string, by: number) =>
  pin
    .split('')
    .map((digit) => (Number(digit) + by) % 10)
    .join('')

const reversed = (pin: string) => pin.split('').toReversed().join('')

describe('easy PINs', () => {
  it.each([
    ['same_digits', '0000 7777'],
    ['pairs', '1212 6969 1122 0099 1221 2002'],
    ['run', '1234 4321 0123 7890 9012 0987 2468 8642 1357 9753'],
    ['zeros', '0001 0009 3000 7000'],
    ['year', '1900 1969 1987 2004 2029'],
    [
      'keypad',
      '2580 0852 1470 0741 3690 0963 1397 7931 9713 2684 4862 1379 7139 7391 2846 1245 1236 3214 1478 1590 5907',
    ],
    ['date', '0420 1402 0214 2512 1225 3112 0911'],
    ['word', '5683 2667 5862 4475 9433'],
    ['famous', '0007 1004 1138 0451 1337 4649 7942 3141'],
  ])('include %s: %s', (weakness, pins) => {
    for (const pin of pins.split(' ')) expect([pin, findPinWeakness(pin)]).toEqual([pin, weakness])
  })

  it('do not include others, even those next to an easy one', () => {
    for (const pin of '1235 1899 2030 2749 8305 6194 4826 1114 2581 9021 0418 5684 1013 5800 0085 4560 7410 1595'.split(
      ' ',
    ))
      expect([pin, findPinWeakness(pin)]).toEqual([pin, null])
  })

  it('match the counts calculated by hand', () => {
    expect(refused('same_digits')).toHaveLength(10)
    // Three ways to arrange two different digits, 90 ordered pairs each.
    expect(refused('pairs')).toHaveLength(3 * 90)
    // Four steps from ten digits; none of them is a pair.
    expect(refused('run')).toHaveLength(4 * 10)
    // Nine with zeros before and nine after, minus 0007, 1000 and 9000, which are also famous.
    expect(refused('zeros')).toHaveLength(18 - 3)
  })

  it('by keypad pattern include their mirror image and reverse', () => {
    const mirror: Record<string, string> = { 1: '3', 3: '1', 4: '6', 6: '4', 7: '9', 9: '7' }
    const pairs = refused('keypad').flatMap((pin) => [
      [pin, pin.replaceAll(/\d/g, (digit) => mirror[digit] ?? digit)],
      [pin, reversed(pin)],
    ])
    expect(pairs.filter(([, other = '']) => !isByKeys(other))).toEqual([])
  })

  it('are at most eleven percent of all PINs, and by name at most three', () => {
    expect(1 - share(null)).toBeLessThan(0.11)
    expect(1 - share(null)).toBeGreaterThan(0.09)
    expect(share('date', 'word', 'famous')).toBeLessThan(0.03)
  })

  it('include every digit shift and both directions of a pattern', () => {
    const pairs = [...refused('same_digits'), ...refused('pairs'), ...refused('run')].flatMap((pin) => [
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((by) => [pin, shifted(pin, by)]),
      [pin, reversed(pin)],
    ])
    expect(pairs).toHaveLength(320 * 10)
    expect(pairs.filter(([pin = '', other = '']) => findPinWeakness(other) !== findPinWeakness(pin))).toEqual([])
  })
})
