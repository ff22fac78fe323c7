import { durationUnits } from '../text/quantities.ts'
import { hasNumber, numberKind } from './number-kind.ts'

/** A stretch of time: a number of seconds, minutes, hours, days, weeks, months or years. */
export const duration = numberKind({
  isOne: ({ type, unit: found }, { unit }) => type === 'duration' && (unit === undefined || unit === found),
  isRight: hasNumber,
  show: ({ is = '' }) => String(is),
  replacesNumber: true,
  check: ({ unit }) =>
    unit !== undefined && !(durationUnits as readonly string[]).includes(unit)
      ? `${unit} is no unit; one of ${durationUnits.join(', ')}`
      : null,
})
