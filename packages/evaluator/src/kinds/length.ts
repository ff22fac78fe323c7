import { durationUnits, lengthUnits, saysUnit } from '../text/quantities.ts'
import { hasNumber, numberKind } from './number-kind.ts'

const units: readonly string[] = [...lengthUnits, ...durationUnits]
/** Units that are a length without a number: a page. */
const alone: readonly string[] = ['pages', 'paragraphs']
/** What a text is measured in where the point names no unit; time for what is spoken. */
const spoken: ReadonlySet<string> = new Set(['seconds', 'minutes'])

/** How long the result is: a number and a unit. `is`: the number; `unit`: words, sentences, lines, pages, paragraphs, characters, seconds, minutes. */
export const length = numberKind({
  isOne: ({ type, unit: found }, { unit }) =>
    unit === undefined
      ? type === 'length' || (type === 'duration' && spoken.has(found))
      : found === unit && (type === 'length' || type === 'duration'),
  isRight: hasNumber,
  show: ({ is = '' }) => String(is),
  replacesNumber: true,
  saysUnit: (marked) => saysUnit(marked, alone),
  check: ({ unit, is }) => {
    if (unit !== undefined && !units.includes(unit)) return `${unit} is no unit; one of ${units.join(', ')}`
    return is !== undefined && unit === undefined ? 'length with is needs a unit' : null
  },
})
