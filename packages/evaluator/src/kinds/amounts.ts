import type { Point } from '../task.ts'
import { localeOf, showAmount } from '../texts.ts'
import { durationUnits, lengthUnits, quantitiesOf } from '../text/quantities.ts'
import type { Quantity } from '../text/quantity.ts'
import { listOf, type Kind } from './kind.ts'
import { hasNumber, numberKind } from './number-kind.ts'

// Closed kinds for a number with a unit.

const age = numberKind({
  isOne: ({ type }) => type === 'age',
  isRight: hasNumber,
  show: ({ is = '' }) => String(is),
  replacesNumber: true,
})

/** An amount with its currency, an amount after a word such as "budget", or a word for "free". */
const money = numberKind({
  isOne: ({ type }) => type === 'money',
  isRight: (quantity, point) =>
    hasNumber(quantity, point) &&
    (point.currency === undefined || quantity.unit === '' || quantity.unit === point.currency),
  show: ({ is = '', currency }, language) =>
    currency === undefined
      ? String(is)
      : new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, minimumFractionDigits: 0 }).format(
          Number(is),
        ),
  replacesNumber: true,
})

const counted = numberKind({
  isOne: ({ type, unit }, { of }) => (type === 'count' || type === 'length') && listOf({ of }).includes(unit),
  isRight: hasNumber,
  show: (point, language) => showAmount(language, point.is ?? '', listOf(point)[0]),
  replacesNumber: true,
})

/**
 * A count. `is`: the number; `of`: what is counted, a unit of the lexicon. The right number counts unless it measures
 * something else; another number is wrong only before what is counted.
 */
const count: Kind = {
  ...counted,
  find: (reading, point, task) => {
    const { is } = point
    const own = counted.find(reading, point, task)
    const bare = quantitiesOf(reading)
      .filter(
        ({ type, unit, value }) =>
          type === 'count' && !listOf(point).includes(unit) && (is === undefined || Number(is) === value),
      )
      .map(({ from, to }) => ({ from, to, state: 'found' as const }))
    return own.length > 0 ? own : bare
  },
  check: ({ is, of }) =>
    is === undefined && of === undefined ? 'count needs is: the number, or of: what is counted' : null,
}

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
function isDurationOf({ type, value, unit: found }: Quantity, { is, unit = found }: Point): boolean {
  if (type !== 'duration') return false
  const ratio = is === undefined ? 0 : measure(value, found) / measure(is, unit)
  return unit === found || (ratio <= widestRatio && ratio >= 1 / widestRatio)
}

/** Seven days are a week. */
function isSameDuration({ value, unit: found }: Quantity, { is, unit = found }: Point): boolean {
  return is === undefined || measure(value, found) === measure(is, unit)
}

/** A duration: a number of seconds, minutes, hours, days, weeks, months or years. */
const duration = numberKind({
  isOne: isDurationOf,
  isRight: isSameDuration,
  show: (point, language) => showAmount(language, point.is ?? '', point.unit),
  replacesNumber: true,
  check: ({ unit }) =>
    unit !== undefined && !durationUnits.includes(unit)
      ? `${unit} isn't a unit; use one of ${durationUnits.join(', ')}`
      : null,
})

const units: readonly string[] = [...lengthUnits, ...durationUnits]
/** What a text is measured in if the point names no unit; time for speech. */
const spoken: ReadonlySet<string> = new Set(['seconds', 'minutes'])

/**
 * The length of the result: a number and a unit. `is`: the number; `unit`: words, sentences, lines, pages, paragraphs,
 * characters, seconds, minutes.
 */
const length = numberKind({
  isOne: (quantity, point) =>
    point.unit === undefined
      ? quantity.type === 'length' || spoken.has(quantity.unit)
      : (quantity.type === 'length' && quantity.unit === point.unit) || isDurationOf(quantity, point),
  isRight: (quantity, point) =>
    quantity.type === 'length' ? hasNumber(quantity, point) : isSameDuration(quantity, point),
  show: (point, language) => showAmount(language, point.is ?? '', point.unit),
  replacesNumber: true,
  check: ({ unit, is }) => {
    if (unit !== undefined && !units.includes(unit)) return `${unit} isn't a unit; use one of ${units.join(', ')}`
    return is !== undefined && unit === undefined ? 'length with is needs a unit' : null
  },
})

export const amountKinds = { age, count, duration, length, money }
