import type { IntervalUnit } from '../port.ts'

type Interval = { interval: IntervalUnit; intervalCount: number }

const day = 86_400_000

/**
 * The end of the period that begins at `start`. Months are counted from the day on which billing began, so that a plan begun on
 * the 31st ends on the last day of shorter months and on the 31st again afterwards.
 */
export const periodEnd = (anchor: Date, start: Date, { interval, intervalCount }: Interval): Date => {
  if (interval === 'day') return new Date(start.getTime() + intervalCount * day)
  if (interval === 'week') return new Date(start.getTime() + intervalCount * 7 * day)
  const months = interval === 'year' ? intervalCount * 12 : intervalCount
  for (let periods = 1; ; periods += 1) {
    const end = addMonths(anchor, periods * months)
    if (end > start) return end
  }
}

const addMonths = (from: Date, months: number): Date => {
  const moved = new Date(from)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return moved
}
