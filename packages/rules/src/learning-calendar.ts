import { addDays } from './calendar-day.ts'

/**
 * The learner's days in a calendar (docs/product.md R190): one entry a day, from today, or from tomorrow if today is
 * learned. The open steps of the 28-day plan come first, one a day; the days after them are for learning without a plan.
 */
export const calendarDays = 28

/** @param today YYYY-MM-DD @param open the plan's steps from the next one on @returns null for a day without a step */
export function planCalendar<Step>(
  today: string,
  isTodayLearned: boolean,
  open: readonly Step[],
): { day: string; step: Step | null }[] {
  const first = isTodayLearned ? 1 : 0
  return Array.from({ length: calendarDays }, (_, index) => ({
    day: addDays(today, first + index),
    step: open[index] ?? null,
  }))
}
