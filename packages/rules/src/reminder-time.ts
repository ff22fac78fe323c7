import { dayIn, minuteIn } from './calendar-day.ts'

/**
 * Reminders are due from the chosen hour in the learner's zone until three hours later (docs/product.md R84). If the
 * clock skips the hour, they're due right after the jump, or in the day's last hour if the jump ends the day.
 */
const hourMs = 3_600_000
const latestMinutes = 180

/** `hour` is 0 to 23, `atMs` milliseconds since 1970, `day` YYYY-MM-DD. Throws a RangeError for an unknown zone. */
export function dueReminder(hour: number, timeZone: string, atMs: number): { day: string; minutesLate: number } | null {
  const day = dayIn(timeZone, atMs)
  const minutesLate = minuteIn(timeZone, atMs) - hour * 60
  if (minutesLate >= 0) return minutesLate < latestMinutes ? { day, minutesLate } : null
  const isJumpedOver = dayIn(timeZone, atMs + hourMs) !== day
  return isJumpedOver ? { day, minutesLate: 0 } : null
}

export const reminderLifeMs = latestMinutes * 60_000

/** Reminded days without learning until reminders stop (docs/product.md R85). */
const patienceDays = 7

export type KindOfReminder = 'usual' | 'last' | 'none'

export function kindOfReminder(unansweredDays: number): KindOfReminder {
  if (unansweredDays >= patienceDays) return 'none'
  return unansweredDays === patienceDays - 1 ? 'last' : 'usual'
}

/** Whether reminders have paused by themselves and nothing was learned since. Days are YYYY-MM-DD in the learner's calendar. */
export function isQuiet(quietDay: string | null, lastLearnedDay: string | null): boolean {
  return quietDay !== null && (lastLearnedDay === null || lastLearnedDay < quietDay)
}

/** Reminders are offered once, after the second finished lesson (docs/product.md R83). */
const lessonsBefore = 2

export function mayBeReminded(finishedLessons: number): boolean {
  return finishedLessons >= lessonsBefore
}

export type ReminderFacts = {
  hasAccess: boolean
  finishedLessons: number
  isTodayLearned: boolean
  /** YYYY-MM-DD in the learner's calendar. */
  lastLearnedDay: string | null
  quietDay: string | null
  /** Reminded days since both the last day of learning and the last change of the setting. */
  unansweredDays: number
}

/** What a learner whose hour has come gets, if there is something to do (docs/product.md R83-R85). */
export function reminderFor(facts: ReminderFacts): KindOfReminder {
  if (!facts.hasAccess || facts.isTodayLearned || !mayBeReminded(facts.finishedLessons)) return 'none'
  return isQuiet(facts.quietDay, facts.lastLearnedDay) ? 'none' : kindOfReminder(facts.unansweredDays)
}

/** Minimum time between two reminders over one channel, even when the time zone changes. */
const msBetween = 8 * hourMs

/** Both in milliseconds since 1970; null if there was none yet. */
export function isReminderTooSoon(lastSentAt: number | null, at: number): boolean {
  return lastSentAt !== null && lastSentAt > at - msBetween
}
