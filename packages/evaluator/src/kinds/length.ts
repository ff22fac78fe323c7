import { showAmount } from '../texts.ts'
import { durationUnits, lengthUnits } from '../text/quantities.ts'
import { isDurationOf, isSameDuration } from './duration.ts'
import { hasNumber, numberKind } from './number-kind.ts'

const units: readonly string[] = [...lengthUnits, ...durationUnits]
/** What a text is measured in if the point names no unit; time for speech. */
const spoken: ReadonlySet<string> = new Set(['seconds', 'minutes'])

/**
 * The length of the result: a number and a unit. `is`: the number; `unit`: words, sentences, lines, pages, paragraphs,
 * characters, seconds, minutes.
 */
export const length = numberKind({
  isOne: (quantity, point) =>
    point.unit === undefined
      ? quantity.type === 'length' || spoken.has(quantity.unit)
      : (quantity.type === 'length' && quantity.unit === point.unit) || isDurationOf(quantity, point),
  isRight: (quantity, point) =>
    quantity.type === 'length' ? hasNumber(quantity, point) : isSameDuration(quantity, point),
  show: (point, language) => showAmount(language, point.is ?? '', point.unit),
  replacesNumber: true,
  check: ({ unit, is }) => {
    if (unit !== undefined && !units.includes(unit)) return `${unit} is no unit; one of ${units.join(', ')}`
    return is !== undefined && unit === undefined ? 'length with is needs a unit' : null
  },
})
