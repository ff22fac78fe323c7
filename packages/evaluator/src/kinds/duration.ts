import { durationUnits } from '../text/quantities.ts'
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

/** A stretch of time: a number of seconds, minutes, hours, days, weeks, months or years. */
export const duration = numberKind({
  isOne: ({ type, unit: found, value }, { unit, is }) =>
    type === 'duration' && (unit === undefined || unit === found || measure(value, found) === measure(is ?? 0, unit)),
  // Seven days are a week.
  isRight: ({ value, unit: found }, { is, unit = found }) =>
    is === undefined || measure(value, found) === measure(is, unit),
  show: ({ is = '' }) => String(is),
  replacesNumber: true,
  check: ({ unit }) =>
    unit !== undefined && !(durationUnits as readonly string[]).includes(unit)
      ? `${unit} is no unit; one of ${durationUnits.join(', ')}`
      : null,
})
