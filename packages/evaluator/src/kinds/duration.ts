import { showAmount } from '../texts.ts'
import type { Point } from '../task.ts'
import { durationUnits } from '../text/quantities.ts'
import type { Quantity } from '../text/quantity.ts'
import { numberKind } from './number-kind.ts'

const days = 1_440
const minutesIn: Record<string, number> = {
  seconds: 1 / 60,
  minutes: 1,
  hours: 60,
  days,
  weeks: 7 * days,
  months: 30 * days,
  years: 365 * days,
}

const measure = (value: string | number, unit: string): number => Number(value) * (minutesIn[unit] ?? 0)

/** A duration of a very different size is something else, not a wrong value: 25 minutes, three weeks until the test. */
const widestRatio = 5

/** Whether a quantity is a duration that a point can mean: in its unit, or in another unit and of similar size. */
export function isDurationOf({ type, value, unit: found }: Quantity, { is, unit = found }: Point): boolean {
  if (type !== 'duration') return false
  const ratio = is === undefined ? 0 : measure(value, found) / measure(is, unit)
  return unit === found || (ratio <= widestRatio && ratio >= 1 / widestRatio)
}

/** Seven days are a week. */
export function isSameDuration({ value, unit: found }: Quantity, { is, unit = found }: Point): boolean {
  return is === undefined || measure(value, found) === measure(is, unit)
}

/** A duration: a number of seconds, minutes, hours, days, weeks, months or years. */
export const duration = numberKind({
  isOne: isDurationOf,
  isRight: isSameDuration,
  show: (point, language) => showAmount(language, point.is ?? '', point.unit),
  replacesNumber: true,
  check: ({ unit }) =>
    unit !== undefined && !durationUnits.includes(unit)
      ? `${unit} is no unit; one of ${durationUnits.join(', ')}`
      : null,
})
