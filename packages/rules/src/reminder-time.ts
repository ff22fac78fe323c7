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

export function kindOfReminder(unansweredDays: number): 'usual' | 'last' | 'none' {
  if (unansweredDays >= patienceDays) return 'none'
  return unansweredDays === patienceDays - 1 ? 'last' : 'usual'
}

/** Reminders are offered once, after the second finished lesson (docs/product.md R83). */
const lessonsBefore = 2

export function mayBeReminded(finishedLessons: number): boolean {
  return finishedLessons >= lessonsBefore
}
