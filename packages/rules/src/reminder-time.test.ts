import { assert, constantFrom, integer, oneof, property, record, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayIn, isLivedIn } from './calendar-day.ts'
import {
  dueReminder,
  isReminderTooSoon,
  kindOfReminder,
  mayBeReminded,
  reminderFor,
  reminderLifeMs,
} from './reminder-time.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()
const wallClock = (timeZone: string, at: number): string => {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(at)
}

/** Clocks differ by whole quarters of an hour, so every change of the clock falls on a step. */
const stepMs = 15 * minuteMs

/** When a job that runs every quarter of an hour would send reminders, once per day. */
const sendings = (hour: number, timeZone: string, from: number, days: number): [string, string][] => {
  const sent = new Map<string, string>()
  for (let at = from; at < from + days * dayMs; at += stepMs) {
    const due = dueReminder(hour, timeZone, at)
    if (due && !sent.has(due.day)) sent.set(due.day, wallClock(timeZone, at))
  }
  return [...sent]
}

/** The rest of a local day and two whole ones, also when one has 25 hours. */
const spanDays = 3 + 2 / 24

/** For each day, the first minute at or after the hour, found by trying every moment. */
const reference = (hour: number, timeZone: string, from: number): Map<string, string> => {
  const first = new Map<string, string>()
  for (let at = from; at < from + spanDays * dayMs; at += stepMs) {
    const [day = '', clock = ''] = wallClock(timeZone, at).split(' ')
    if (clock >= `${String(hour).padStart(2, '0')}:00` && !first.has(day)) first.set(day, clock)
  }
  return first
}

const sevenInTheEvening = (clock: string) => dueReminder(19, 'UTC', Date.parse(`2026-05-10T${clock}:00Z`))

describe('reminder time', () => {
  it.each([
    ['the most eastern zone', 'Pacific/Kiritimati', 19, '2026-05-10T00:00:00Z', [['2026-05-10', '2026-05-10 19:00']]],
    ['the most western zone', 'Pacific/Pago_Pago', 6, '2026-05-10T11:00:00Z', [['2026-05-10', '2026-05-10 06:00']]],
    ['a zone of quarter hours', 'Asia/Kathmandu', 7, '2026-05-09T18:15:00Z', [['2026-05-10', '2026-05-10 07:00']]],
    // Lord Howe, 4 October 2026: 02:00 becomes 02:30, so there is no 02:00.
    ['a jump of half an hour', 'Australia/Lord_Howe', 2, '2026-10-03T13:30:00Z', [['2026-10-04', '2026-10-04 02:30']]],
    // Lord Howe, 5 April 2026: 02:00 becomes 01:30, so the half hour before it repeats.
    ['a repeated half hour', 'Australia/Lord_Howe', 1, '2026-04-04T13:00:00Z', [['2026-04-05', '2026-04-05 01:00']]],
    // New York, 8 March 2026: the hour from 2 to 3 is skipped.
    ['a skipped hour', 'America/New_York', 2, '2026-03-08T05:00:00Z', [['2026-03-08', '2026-03-08 03:00']]],
    // New York, 1 November 2026: the hour from 1 to 2 repeats.
    ['a repeated hour', 'America/New_York', 1, '2026-11-01T04:00:00Z', [['2026-11-01', '2026-11-01 01:00']]],
    // Cairo, 24 April 2026: the day starts at 1.
    ['a day without midnight', 'Africa/Cairo', 0, '2026-04-23T22:00:00Z', [['2026-04-24', '2026-04-24 01:00']]],
    // Nuuk, 28 March 2026: the day ends at 23.
    ['a day without its last hour', 'America/Nuuk', 23, '2026-03-28T02:00:00Z', [['2026-03-28', '2026-03-28 22:00']]],
  ])('in %s', (_, timeZone, hour, from, expected) => {
    expect(sendings(hour, timeZone, Date.parse(from), 1).filter(([day]) => day === expected[0]?.[0])).toEqual(expected)
  })

  it('skips a day that the time zone skipped', () => {
    const days = sendings(19, 'Pacific/Apia', Date.parse('2011-12-28T12:00:00Z'), 5).map(([day]) => day)
    expect(days).toContain('2011-12-29')
    expect(days).not.toContain('2011-12-30')
    expect(days).toContain('2011-12-31')
  })

  it('ends after three hours and never starts before the hour', () => {
    expect(['18:59', '19:00', '21:59', '22:00'].map(sevenInTheEvening)).toEqual([
      null,
      { day: '2026-05-10', minutesLate: 0 },
      { day: '2026-05-10', minutesLate: 179 },
      null,
    ])
    expect(reminderLifeMs).toBe(180 * minuteMs)
  })

  it('occurs once on every local day, at its first moment that shows the hour or later, in all zones and years', () => {
    const zones = [
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/New_York',
      'Europe/Nicosia',
      'Africa/Cairo',
      'America/Nuuk',
      'Pacific/Apia',
      'Asia/Beirut',
      'America/Havana',
      'UTC',
    ]
    const start = Date.parse('2024-01-01T00:00:00Z') / dayMs
    const days = Array.from({ length: 3_000 }, (_, index) => start + index)
    // Hardly any day is one on which the clock changes, so every second case is near one.
    const changes = zones.flatMap((timeZone) => {
      const noons = days.map((day) => wallClock(timeZone, (day + 0.5) * dayMs).slice(-5))
      return days.filter((_, index) => index > 0 && noons[index] !== noons[index - 1]).map((day) => ({ timeZone, day }))
    })
    const anyDay = record({ timeZone: constantFrom(...zones), day: constantFrom(...days) })
    const nearChange = tuple(constantFrom(...changes), integer({ min: -3, max: -1 })).map(
      ([{ timeZone, day }, before]) => ({ timeZone, day: day + before }),
    )
    // Most clocks change at one of these.
    const anyHour = oneof(integer({ min: 0, max: 23 }), constantFrom(0, 1, 2, 3, 23))
    assert(
      property(oneof(anyDay, nearChange), anyHour, ({ timeZone, day }, hour) => {
        const from = day * dayMs
        const plain = reference(hour, timeZone, from)
        const sent = new Map(sendings(hour, timeZone, from, spanDays))
        // Excludes the first day of the span, which is not whole.
        const whole = [1, 2].map((later) => addDays(dayIn(timeZone, from), later))
        for (const one of whole) {
          const moment = sent.get(one)
          // If the day ends before the hour, the reference finds nothing; the reminder is due in the hour before.
          const lastHour = isLivedIn(timeZone, one) ? `${hour - 1}:00` : undefined
          const clock = plain.get(one) ?? lastHour
          expect(moment).toBe(clock && `${one} ${clock}`)
        }
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})

describe('unanswered reminders', () => {
  it('stop after the seventh, which says so', () => {
    const kinds = Array.from({ length: 9 }, (_, days) => kindOfReminder(days))
    expect(kinds).toEqual([...Array.from({ length: 6 }, () => 'usual'), 'last', 'none', 'none'])
  })
})

it('sends no reminder before the second finished lesson', () => {
  expect([0, 1, 2, 3].map(mayBeReminded)).toEqual([false, false, true, true])
})

describe('a learner whose hour has come', () => {
  const facts = {
    hasAccess: true,
    finishedLessons: 2,
    isTodayLearned: false,
    lastLearnedDay: '2026-05-09',
    quietDay: null,
    unansweredDays: 0,
  }
  it.each([
    ['usual', {}],
    ['none', { hasAccess: false }],
    ['none', { finishedLessons: 1 }],
    ['none', { isTodayLearned: true }],
    ['last', { unansweredDays: 6 }],
    ['none', { unansweredDays: 7 }],
    ['none', { quietDay: '2026-05-10' }],
    ['none', { quietDay: '2026-05-10', lastLearnedDay: null }],
    ['usual', { quietDay: '2026-05-09' }],
  ])('gets the reminder "%s" with %j', (kind, changes) => {
    expect(reminderFor({ ...facts, ...changes })).toBe(kind)
  })

  it('gets none over a channel that was used in the last eight hours', () => {
    const [now, hourMs] = [Date.parse('2026-05-10T19:00:00Z'), 60 * minuteMs]
    const isTooSoon = [null, now - 8 * hourMs, now - 8 * hourMs + 1].map((lastAt) => isReminderTooSoon(lastAt, now))
    expect(isTooSoon).toEqual([false, false, true])
  })
})
