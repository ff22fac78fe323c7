import { array, assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayIn, isLivedIn, isTimeZone } from './calendar-day.ts'
import { streakOf, streakStrip, type LearnedDay } from './streak.ts'

const hour = 3_600_000
const dayMs = 24 * hour
const at = (text: string): number => Date.parse(text)

/** The random histories ask about the same days again and again. */
const remember = <Place, Answer>(ask: (name: string, place: Place) => Answer) => {
  const known = new Map<string, Map<Place, Answer>>()
  return (name: string, place: Place): Answer => {
    const answers = known.get(name) ?? new Map<Place, Answer>()
    const knownAnswer = answers.get(place)
    if (knownAnswer !== undefined) return knownAnswer
    known.set(name, answers)
    const answer = ask(name, place)
    answers.set(place, answer)
    return answer
  }
}
const dayAt = remember(dayIn)
const daysLater = remember(addDays)
const hadDay = remember(isLivedIn)

/** The days that the server would store for learning at these moments. */
const learnedAt = (moments: { at: number; timeZone: string }[]): LearnedDay[] => {
  const days = new Map<string, LearnedDay>()
  for (const { at, timeZone } of moments) {
    const day = dayAt(timeZone, at)
    const known = days.get(day)
    if (known) {
      known.firstAt = Math.min(known.firstAt, at)
      known.lastAt = Math.max(known.lastAt, at)
    } else days.set(day, { day, firstAt: at, lastAt: at, timeZone })
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

/** Learning at noon on these days of May. */
const inMay = (days: number[], timeZone = 'UTC'): LearnedDay[] =>
  learnedAt(days.map((day) => ({ at: Date.UTC(2026, 4, day, 12), timeZone })))
const lookingAt = (day: number, hours = 12, timeZone = 'UTC') => ({ at: Date.UTC(2026, 4, day, hours), timeZone })
const daysFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index)

describe('streak of days', () => {
  it.each([
    ['nothing yet', [], 5, 0, 0],
    ['today', [5], 5, 1, 1],
    ['yesterday, with today still open', [4], 5, 1, 1],
    ['a missed day', [3], 5, 0, 1],
    ['three days up to today', [3, 4, 5], 5, 3, 3],
    ['three days up to yesterday', [2, 3, 4], 5, 3, 3],
    ['a gap', [1, 2, 4, 5], 5, 2, 2],
    ['a longer streak before', [1, 2, 3, 4, 8, 9], 9, 2, 4],
  ])('%s: %j seen on the %ith is %i, longest %i', (_, days, seenOn, current, longest) => {
    expect(streakOf(inMay(days), lookingAt(seenOn))).toMatchObject({ current, longest })
  })

  it('says whether today is learned', () => {
    expect(streakOf(inMay([4]), lookingAt(5)).isTodayLearned).toBe(false)
    expect(streakOf(inMay([4, 5]), lookingAt(5)).isTodayLearned).toBe(true)
  })
})

describe('freeze', () => {
  it('is earned for every seven days learned, with two at most', () => {
    const freezesAfter = (count: number) => streakOf(inMay(daysFrom(1, count)), lookingAt(count)).freezes
    expect([6, 7, 13, 14, 21, 28].map(freezesAfter)).toEqual([0, 1, 1, 2, 2, 2])
    expect(streakOf(inMay(daysFrom(1, 5)), lookingAt(5)).daysToFreeze).toBe(2)
  })

  it('covers one missed day and adds nothing to the count', () => {
    const streak = streakOf(inMay([...daysFrom(1, 7), 9]), lookingAt(9))
    expect(streak).toMatchObject({ current: 8, freezes: 0, frozenDays: ['2026-05-08'] })
  })

  it('keeps the streak while the missed day is yesterday, but not for a second day', () => {
    const days = inMay(daysFrom(1, 7))
    expect(streakOf(days, lookingAt(9))).toMatchObject({ current: 7, freezes: 0, frozenDays: ['2026-05-08'] })
    expect(streakOf(days, lookingAt(10))).toMatchObject({ current: 0, longest: 7, freezes: 1, frozenDays: [] })
  })

  it('is unused when three days are missed, while two freezes cover two days', () => {
    const two = daysFrom(1, 14)
    expect(streakOf(inMay([...two, 17]), lookingAt(17))).toMatchObject({ current: 15, freezes: 0 })
    expect(streakOf(inMay([...two, 18]), lookingAt(18))).toMatchObject({ current: 1, freezes: 2, frozenDays: [] })
  })
})

describe('travel and clock changes', () => {
  it('does not miss a day that Samoa skipped', () => {
    expect(isLivedIn('Pacific/Apia', '2011-12-30')).toBe(false)
    const timeZone = 'Pacific/Apia'
    const days = learnedAt([
      { at: at('2011-12-29T08:00:00-10:00'), timeZone },
      { at: at('2011-12-31T20:00:00+14:00'), timeZone },
    ])
    expect(days.map(({ day }) => day)).toEqual(['2011-12-29', '2011-12-31'])
    expect(streakOf(days, { at: at('2011-12-31T21:00:00+14:00'), timeZone }).current).toBe(2)
  })

  it('misses the other days around the one that Samoa skipped', () => {
    const timeZone = 'Pacific/Apia'
    const two = learnedAt(daysFrom(14, 14).map((day) => ({ at: at(`2011-12-${day}T12:00:00-10:00`), timeZone })))
    const back = { at: at('2012-01-01T12:00:00+14:00'), timeZone }
    expect(streakOf(two, back)).toMatchObject({ current: 0, longest: 14, freezes: 2, frozenDays: [] })
  })

  it('misses a day that Samoa skipped once the learner looks from where it was lived', () => {
    const days = learnedAt([{ at: at('2011-12-29T12:00:00-10:00'), timeZone: 'Pacific/Apia' }])
    const look = at('2011-12-31T00:00:00Z')
    expect(streakOf(days, { at: look, timeZone: 'Pacific/Apia' }).current).toBe(1)
    expect(streakOf(days, { at: look, timeZone: 'UTC' }).current).toBe(0)
  })

  it('survives a flight over the date line with less than 24 hours in between', () => {
    const days = learnedAt([
      { at: at('2026-05-11T20:00:00-07:00'), timeZone: 'America/Los_Angeles' },
      { at: at('2026-05-13T09:00:00+09:00'), timeZone: 'Asia/Tokyo' },
    ])
    expect(days.map(({ day }) => day)).toEqual(['2026-05-11', '2026-05-13'])
    expect(streakOf(days, { at: at('2026-05-13T10:00:00+09:00'), timeZone: 'Asia/Tokyo' }).current).toBe(2)
  })

  it('misses a day between two dates when 24 hours have passed', () => {
    const days = learnedAt([
      { at: at('2026-05-11T20:00:00-07:00'), timeZone: 'America/Los_Angeles' },
      { at: at('2026-05-13T12:00:00+09:00'), timeZone: 'Asia/Tokyo' },
    ])
    expect(streakOf(days, { at: at('2026-05-13T12:00:00+09:00'), timeZone: 'Asia/Tokyo' }).current).toBe(1)
  })

  it.each([
    ['Europe/Nicosia', '2026-03-28T22:30:00Z', 4],
    ['America/New_York', '2026-10-30T12:00:00Z', 4],
    ['Australia/Lord_Howe', '2026-04-03T12:00:00Z', 4],
    ['Asia/Kathmandu', '2027-12-30T20:00:00Z', 4],
    ['UTC', '2028-02-27T12:00:00Z', 4],
  ])('treats a day of 23, 24½ or 25 hours like any other in %s', (timeZone, start, count) => {
    const days = learnedAt(daysFrom(0, count).map((day) => ({ at: at(start) + day * dayMs, timeZone })))
    expect(streakOf(days, { at: at(start) + (count - 1) * dayMs, timeZone }).current).toBe(days.length)
    expect(days.length).toBe(count)
  })

  it('accepts only valid time zones', () => {
    expect(['Europe/Kyiv', 'Asia/Kathmandu', 'Nowhere/Land', '', '../etc'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

const countMissed = (before: LearnedDay, next: { day: string; at: number; timeZone: string }): number => {
  let missed = 0
  for (let day = daysLater(before.day, 1); day < next.day; day = daysLater(day, 1))
    if (hadDay(next.timeZone, day)) missed += 1
  return next.at - before.lastAt < dayMs ? 0 : missed
}

/** A plain reference: day by day, settling missed days when learning resumes or at the look. */
const plainStreak = (days: readonly LearnedDay[], now: { at: number; timeZone: string }) => {
  const books = { current: 0, longest: 0, freezes: 0 }
  const settle = (missed: number): void => {
    if (missed <= books.freezes) books.freezes -= missed
    else books.current = 0
  }
  let before: LearnedDay | undefined
  let learned = 0
  for (const entry of days) {
    if (before) settle(countMissed(before, { ...entry, at: entry.firstAt }))
    books.current += 1
    books.longest = Math.max(books.longest, books.current)
    learned += 1
    if (learned % 7 === 0 && books.freezes < 2) books.freezes += 1
    before = entry
  }
  if (before) settle(countMissed(before, { ...now, day: dayAt(now.timeZone, now.at) }))
  return books
}

describe('against a simple implementation of the rule', () => {
  const zones = [
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Europe/Nicosia',
    'America/New_York',
    // Twice, for the day that it skipped two weeks after the first start.
    'Pacific/Apia',
    'Pacific/Apia',
    'UTC',
  ]
  const starts = [
    '2011-12-12T05:00:00Z',
    '2011-12-12T05:00:00Z',
    '2026-03-01T05:00:00Z',
    '2026-10-18T22:00:00Z',
    '2027-12-22T11:00:00Z',
    '2028-02-20T11:00:00Z',
  ].map(at)
  // Two of five learn a day later, two around the end of a day, a freeze or both freezes, and one at any time.
  const hourChoices = 500
  const mostHours = 100
  const usualUpTo = 300
  const edges = [12, 20, 23, 25, 26, 47, 48, 49, 71, 72, 73, 96, 120, 168]
  const hoursOf = (choice: number): number => {
    if (choice < mostHours) return choice + 1
    return choice < usualUpTo ? 24 : (edges[choice % edges.length] ?? 24)
  }
  // One number for each move is cheaper than a record. A learner goes elsewhere in one of `stays` moves.
  const moves = (stays: number) => integer({ min: 0, max: hourChoices * stays * zones.length - 1 })
  const movedBy = (place: { at: number; timeZone: string }, code: number, stays: number) => {
    const places = Math.floor(code / hourChoices)
    const zone = places % stays === 0 ? zones[places / stays] : undefined
    return { at: place.at + hoursOf(code % hourChoices) * hour, timeZone: zone ?? place.timeZone }
  }
  const staysOnWay = 5
  // Enough days to earn four freezes, of which two count.
  const mostMoves = 30
  const staysBeforeLook = 2

  it(
    'matches in 5,000 histories with time zones, clock changes, skipped days, leap days and years',
    {
      timeout: 300_000,
    },
    () => {
      const sameAsPlain = property(
        constantFrom(...starts),
        constantFrom(...zones),
        array(moves(staysOnWay), { maxLength: mostMoves, size: 'max' }),
        moves(staysBeforeLook),
        (start, home, way, look) => {
          let place = { at: start, timeZone: home }
          const moments = way.map((code) => (place = movedBy(place, code, staysOnWay)))
          const days = learnedAt(moments)
          const now = movedBy(place, look, staysBeforeLook)
          const { current, longest, freezes } = streakOf(days, now)
          const plain = plainStreak(days, now)
          return current === plain.current && longest === plain.longest && freezes === plain.freezes
        },
      )
      expect(() => assert(sameAsPlain, { numRuns: 5_000 })).not.toThrow()
    },
  )
})

describe('week strip', () => {
  it('knows no day as learned after a flight west, when the last learned day is tomorrow', () => {
    const days = inMay([11])
    const now = lookingAt(10)
    expect(streakOf(days, now).isTodayLearned).toBe(true)
    expect(streakStrip(days, streakOf(days, now), now).map(({ state }) => state)).toEqual([
      'before',
      'before',
      'before',
      'today',
      'learned',
      'future',
    ])
  })

  it('shows three days before today to two days after', () => {
    const days = inMay([...daysFrom(1, 7), 9])
    const now = lookingAt(10)
    expect(streakStrip(days, streakOf(days, now), now)).toEqual([
      { day: '2026-05-07', state: 'learned' },
      { day: '2026-05-08', state: 'frozen' },
      { day: '2026-05-09', state: 'learned' },
      { day: '2026-05-10', state: 'today' },
      { day: '2026-05-11', state: 'future' },
      { day: '2026-05-12', state: 'future' },
    ])
  })

  it('shows no day as missed before the first learning', () => {
    const now = lookingAt(10)
    expect(streakStrip([], streakOf([], now), now).map(({ state }) => state)).toEqual([
      'before',
      'before',
      'before',
      'today',
      'future',
      'future',
    ])
    const days = inMay([8])
    expect(streakStrip(days, streakOf(days, now), now).map(({ state }) => state)).toEqual([
      'before',
      'learned',
      'missed',
      'today',
      'future',
      'future',
    ])
  })
})
