import { dayIn } from './calendar-day.ts'

/**
 * When a learner is reminded: once on each day of their own calendar, when the hour they chose has come where they are, and for three hours
 * after it, should the server have been away; later it would be a nuisance. On a day whose clock jumps over the hour, it is
 * the first moment after the jump, or, where the jump ends the day, its last hour.
 */
const hourMs = 3_600_000
const latestMinutes = 180

const mostFormats = 1_000
const formats = new Map<string, Intl.DateTimeFormat>()

const minuteIn = (timeZone: string, atMs: number): number => {
  const clock =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  if (formats.size >= mostFormats) formats.clear()
  formats.set(timeZone, clock)
  const [hours = 0, minutes = 0] = clock.format(atMs).split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Whether a reminder is due somewhere now, for which day (YYYY-MM-DD), and how many minutes ago its time came.
 * @param hour 0 to 23
 * @param atMs milliseconds since 1970
 * @throws {RangeError} when there is no such zone
 */
export const dueReminder = (
  hour: number,
  timeZone: string,
  atMs: number,
): { day: string; minutesLate: number } | null => {
  const day = dayIn(timeZone, atMs)
  const minutesLate = minuteIn(timeZone, atMs) - hour * 60
  if (minutesLate >= 0) return minutesLate < latestMinutes ? { day, minutesLate } : null
  const isJumpedOver = dayIn(timeZone, atMs + hourMs) !== day
  return isJumpedOver ? { day, minutesLate: 0 } : null
}

/** Milliseconds after its sending in which a reminder still helps. */
export const reminderLifeMs = latestMinutes * 60_000

/** Days with a reminder and without learning, after which nobody is asked any more. */
const patienceDays = 7

/**
 * What to send after so many days with unanswered reminders: the usual one, the last one, which says that it is, or nothing.
 * Learning begins the count anew.
 */
export const kindOfReminder = (unansweredDays: number): 'usual' | 'last' | 'none' => {
  if (unansweredDays >= patienceDays) return 'none'
  return unansweredDays === patienceDays - 1 ? 'last' : 'usual'
}

/** Nobody is asked whether they want reminders, or reminded, before they know what of. */
const lessonsBefore = 2

export const mayBeReminded = (finishedLessons: number): boolean => finishedLessons >= lessonsBefore
