import { addDays, dayIn, daysBetween, isLivedIn } from './calendar-day.ts'

/** Days learned in a row; freezes cover missed days (docs/product.md R68-R71; docs/decisions/0140). */
export type LearnedDay = {
  /** YYYY-MM-DD where the learner was. */
  day: string
  /** First and last learning on it, in milliseconds since 1970. */
  firstAt: number
  lastAt: number
  timeZone: string
}

export type Streak = {
  /** Days learned in the run that ends today or yesterday or is held by freezes, otherwise 0. */
  current: number
  longest: number
  isTodayLearned: boolean
  /** Unused freezes, 0 to 2. */
  freezes: number
  /** Days to learn until the next freeze, 1 to 7. */
  daysToFreeze: number
  /** Oldest first. */
  frozenDays: string[]
}

export const daysPerFreeze = 7
export const mostFreezes = 2

const day24Ms = 86_400_000

/** The days strictly between two days, as the zone had them. */
const daysMissed = (from: string, to: string, timeZone: string): string[] => {
  const gap = daysBetween(from, to) - 1
  // No freeze covers more, so the exact number of a longer gap doesn't matter.
  const days = Array.from({ length: Math.min(gap, mostFreezes + 2) }, (_, index) => addDays(from, index + 1))
  return days.filter((day) => isLivedIn(timeZone, day))
}

/** `days` are one learner's, without duplicates, in calendar order. */
export function streakOf(days: readonly LearnedDay[], now: { at: number; timeZone: string }): Streak {
  const today = dayIn(now.timeZone, now.at)
  const frozenDays: string[] = []
  let [current, longest, freezes] = [0, 0, 0]
  const crossGap = (missed: readonly string[]): void => {
    if (missed.length > freezes) {
      current = 0
      return
    }
    freezes -= missed.length
    frozenDays.push(...missed)
  }
  for (const [index, day] of days.entries()) {
    const before = days[index - 1]
    if (before) crossGap(isSoonAfter(before, day.firstAt) ? [] : daysMissed(before.day, day.day, day.timeZone))
    current += 1
    longest = Math.max(longest, current)
    if ((index + 1) % daysPerFreeze === 0) freezes = Math.min(freezes + 1, mostFreezes)
  }
  const last = days.at(-1)
  if (last) crossGap(isSoonAfter(last, now.at) ? [] : daysMissed(last.day, today, now.timeZone))
  return {
    current,
    longest,
    isTodayLearned: last !== undefined && last.day >= today,
    freezes,
    daysToFreeze: daysPerFreeze - (days.length % daysPerFreeze),
    frozenDays,
  }
}

/** Less than 24 hours without learning break nothing, whatever dates a traveler skips. */
const isSoonAfter = ({ lastAt }: LearnedDay, at: number): boolean => at - lastAt < day24Ms

export type DayState = 'learned' | 'frozen' | 'missed' | 'today' | 'future' | 'before'

const daysBefore = 3
const daysAfter = 2

/** Six days, three before to two after today (docs/product.md R73). No day before the first learning is missed. */
export function streakStrip(
  days: readonly LearnedDay[],
  streak: Streak,
  now: { at: number; timeZone: string },
): { day: string; state: DayState }[] {
  const today = dayIn(now.timeZone, now.at)
  const learned = new Set(days.map(({ day }) => day))
  const frozen = new Set(streak.frozenDays)
  const first = days[0]?.day ?? today
  return Array.from({ length: daysBefore + 1 + daysAfter }, (_, index) => {
    const day = addDays(today, index - daysBefore)
    if (learned.has(day)) return { day, state: 'learned' }
    if (frozen.has(day)) return { day, state: 'frozen' }
    if (day >= today) return { day, state: day === today ? 'today' : 'future' }
    return { day, state: day < first ? 'before' : 'missed' }
  })
}
