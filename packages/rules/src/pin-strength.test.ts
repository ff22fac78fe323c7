import { describe, expect, it } from 'vitest'
import { findPinWeakness } from './pin-strength.ts'

const everyPin = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
const refused = (weakness: string | null) => everyPin.filter((pin) => findPinWeakness(pin) === weakness)

const shifted = (pin: string, by: number) =>
  pin
    .split('')
    .map((digit) => (Number(digit) + by) % 10)
    .join('')

describe('a PIN is too easy', () => {
  it.each([
    ['same_digits', '0000 7777'],
    ['pairs', '1212 6969 1122 0099 1221 2002'],
    ['run', '1234 4321 0123 7890 9012 0987 2468 8642 1357 9753'],
    ['year', '1900 1969 1987 2004 2029'],
    ['keypad', '2580 0852 1470 0741 3690 0963 1397 7931 9713 2684 4862'],
  ])('as %s: %s', (weakness, pins) => {
    for (const pin of pins.split(' ')) expect([pin, findPinWeakness(pin)]).toEqual([pin, weakness])
  })

  it('only then: others are free, also those next to an easy one', () => {
    for (const pin of '1235 1899 2030 2749 8305 6194 4826 1114 2581 1379 9021 5683'.split(' '))
      expect([pin, findPinWeakness(pin)]).toEqual([pin, null])
  })

  it('in as many cases as can be counted by hand', () => {
    expect(refused('same_digits')).toHaveLength(10)
    // Three ways to pair two different digits, 90 ordered choices each.
    expect(refused('pairs')).toHaveLength(3 * 90)
    // Four steps from ten digits, none of which is a pair.
    expect(refused('run')).toHaveLength(4 * 10)
    // 130 years but 1919, 1991, 2002, 2020, 2000's like: those of pairs and runs.
    expect(refused('year')).toHaveLength(130 - everyPin.slice(1900, 2030).filter(isPairOrRun).length)
    expect(refused('keypad')).toHaveLength(6 + 16)
    expect(refused(null).length).toBeGreaterThan(9_500)
  })

  it('whichever digits make the pattern, and in both directions', () => {
    for (const pin of [...refused('same_digits'), ...refused('pairs'), ...refused('run')]) {
      for (let by = 1; by < 10; by += 1) expect(findPinWeakness(shifted(pin, by))).toBe(findPinWeakness(pin))
      expect(findPinWeakness(pin.split('').reverse().join(''))).toBe(findPinWeakness(pin))
    }
  })
})

/** Said in another way than the rule says it. */
const isPairOrRun = (pin: string): boolean => {
  if (/^(.)(.)(\1\2|\2\1)$|^(.)\4(.)\5$/.test(pin)) return true
  const forwards = ['0123456789012', '02468024', '13579135']
  return forwards.some((row) => row.includes(pin) || row.split('').reverse().join('').includes(pin))
}
