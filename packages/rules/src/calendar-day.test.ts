import { describe, expect, it, vi } from 'vitest'
import { addDays, dayIn, daysBetween, isLivedIn, minuteIn, momentIn } from './calendar-day.ts'

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

const shownAt = (timeZone: string, at: number) =>
  `${dayIn(timeZone, at)} ${String(minuteIn(timeZone, at)).padStart(4, '0')}`
const offsetAt = (timeZone: string, at: number) =>
  Date.parse(dayIn(timeZone, at)) + minuteIn(timeZone, at) * 60_000 - at

describe('the moment of an hour', () => {
  it.each([
    ['Europe/Berlin', '2027-03-27', 19, '2027-03-27T18:00:00Z'],
    ['Europe/Berlin', '2027-03-28', 19, '2027-03-28T17:00:00Z'],
    ['Europe/Berlin', '2027-10-31', 0, '2027-10-30T22:00:00Z'],
    ['Europe/Berlin', '2027-10-31', 23, '2027-10-31T22:00:00Z'],
    ['America/New_York', '2027-03-14', 7, '2027-03-14T11:00:00Z'],
    ['America/New_York', '2027-11-07', 0, '2027-11-07T04:00:00Z'],
    ['Asia/Kathmandu', '2027-05-01', 0, '2027-04-30T18:15:00Z'],
    ['Pacific/Kiritimati', '2027-05-01', 9, '2027-04-30T19:00:00Z'],
    ['Pacific/Pago_Pago', '2027-05-01', 23, '2027-05-02T10:00:00Z'],
    ['Australia/Lord_Howe', '2027-10-03', 12, '2027-10-03T01:00:00Z'],
  ])('in %s on %s at %i o’clock is %s', (timeZone, day, hour, moment) => {
    expect(momentIn(timeZone, day, hour)).toBe(Date.parse(moment))
  })

  it.each([
    ['Europe/Berlin', '2027-03-28', '2027-03-28T01:00:00Z'],
    ['America/New_York', '2027-03-14', '2027-03-14T07:00:00Z'],
  ])('that the clock in %s skips on %s is right after the jump', (timeZone, day, moment) => {
    expect(momentIn(timeZone, day, 2)).toBe(Date.parse(moment))
  })

  it.each([
    // Two hours, from 01:00 to 03:00.
    ['Antarctica/Troll', '2027-03-28', 1, '2027-03-28T01:00:00Z'],
    ['Antarctica/Troll', '2027-03-28', 2, '2027-03-28T01:00:00Z'],
    ['Antarctica/Troll', '2027-03-28', 3, '2027-03-28T01:00:00Z'],
    ['Antarctica/Troll', '2027-03-28', 4, '2027-03-28T02:00:00Z'],
    ['Antarctica/Troll', '2027-03-28', 0, '2027-03-28T00:00:00Z'],
    // Half an hour, from 02:00 to 02:30.
    ['Australia/Lord_Howe', '2027-10-03', 2, '2027-10-02T15:30:00Z'],
    ['Australia/Lord_Howe', '2027-10-03', 3, '2027-10-02T16:00:00Z'],
    // The first hour of the day.
    ['Africa/Cairo', '2027-04-30', 0, '2027-04-29T22:00:00Z'],
    // The whole day.
    ['Pacific/Apia', '2011-12-30', 9, '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2011-12-31', 0, '2011-12-30T10:00:00Z'],
  ])('in %s on %s at %i is right, whatever the clock skips', (timeZone, day, hour, moment) => {
    expect(momentIn(timeZone, day, hour)).toBe(Date.parse(moment))
  })

  it('is the first minute that shows it or a later one, in every zone around every change of its clock', () => {
    const step = 15 * 60_000
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const days = Array.from({ length: 365 }, (_, index) => addDays('2027-01-01', index))
      const changes = days.filter(
        (day) => offsetAt(timeZone, Date.parse(day)) !== offsetAt(timeZone, Date.parse(day) + 86_400_000),
      )
      for (const change of changes)
        for (const day of [addDays(change, -1), change, addDays(change, 1)])
          // Clocks change at night.
          for (const hour of [0, 1, 2, 3, 4, 22, 23]) {
            const wanted = `${day} ${String(hour * 60).padStart(4, '0')}`
            const offset = offsetAt(timeZone, Date.parse(addDays(day, -1)))
            let first = Date.parse(day) + hour * 3_600_000 - offset - 3 * 3_600_000
            while (shownAt(timeZone, first) < wanted) first += step
            expect([timeZone, day, hour, momentIn(timeZone, day, hour)]).toEqual([timeZone, day, hour, first])
          }
    }
  })

  it.each([
    'Europe/Kyiv',
    'America/Sao_Paulo',
    'America/St_Johns',
    'Asia/Tokyo',
    'Pacific/Auckland',
    'Africa/Casablanca',
  ])('shows on the clock in %s, through a year, or the next one after a jump', (timeZone) => {
    for (let index = 0; index < 365 * 24; index += 11) {
      const [day, hour] = [addDays('2027-01-01', Math.floor(index / 24)), index % 24]
      const at = momentIn(timeZone, day, hour)
      expect([dayIn(timeZone, at), day]).toEqual([day, day])
      expect([0, 60]).toContain(minuteIn(timeZone, at) - hour * 60)
    }
  })
})
