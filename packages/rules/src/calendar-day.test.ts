import { describe, expect, it, vi } from 'vitest'
import { addDays, dayIn, daysBetween, isLivedIn } from './calendar-day.ts'

describe('calendar day', () => {
  it.each([
    ['2028-02-28', 2, '2028-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
  ])('%s plus %i is %s, and the way back is as long', (day, count, other) => {
    expect(addDays(day, count)).toBe(other)
    expect(daysBetween(day, other)).toBe(count)
  })

  it.each([
    ['Pacific/Kiritimati', '2026-05-11'],
    ['UTC', '2026-05-10'],
    ['Pacific/Pago_Pago', '2026-05-10'],
    ['Etc/GMT+12', '2026-05-09'],
  ])('in %s is that of the clock on the wall', (timeZone, day) => {
    expect(dayIn(timeZone, Date.parse('2026-05-10T11:59:00Z'))).toBe(day)
  })
})

describe('a day that a zone had', () => {
  it.each(['Etc/GMT+12', 'Pacific/Pago_Pago', 'America/New_York', 'UTC', 'Pacific/Auckland', 'Pacific/Kiritimati'])(
    'is every day of the year in %s',
    (timeZone) => {
      const days = Array.from({ length: 365 }, (_, index) => addDays('2026-01-01', index))
      expect(days.filter((day) => !isLivedIn(timeZone, day))).toEqual([])
    },
  )

  it.each([
    ['Pacific/Apia', '2011-12-30'],
    ['Pacific/Kwajalein', '1993-08-21'],
    ['Pacific/Enderbury', '1994-12-31'],
  ])('is not the one that %s skipped', (timeZone, day) => {
    expect([addDays(day, -1), day, addDays(day, 1)].map((one) => isLivedIn(timeZone, one))).toEqual([true, false, true])
  })
})

/** Time zone names may be in any letter case. */
const spellings = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    'antarctica/casey'.replaceAll(/[a-z]/g, (letter, place: number) =>
      (index >> place) % 2 === 1 ? letter.toUpperCase() : letter,
    ),
  )

it('remembers the formats of a thousand names, which no client can exceed', async () => {
  vi.resetModules()
  const { isTimeZone } = await import('./calendar-day.ts')
  const created = vi.spyOn(Intl, 'DateTimeFormat')
  const [first = '', ...others] = spellings(1_001)
  for (const name of [first, ...others.slice(0, -1), first]) expect(isTimeZone(name)).toBe(true)
  expect(created).toHaveBeenCalledTimes(1_000)
  for (const name of [...others.slice(-1), first]) isTimeZone(name)
  expect(created).toHaveBeenCalledTimes(1_002)
  created.mockRestore()
})
