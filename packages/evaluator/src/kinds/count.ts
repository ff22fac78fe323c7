import { showAmount } from '../texts.ts'
import { quantitiesOf } from '../text/quantities.ts'
import { listOf, type Kind } from './kind.ts'
import { hasNumber, numberKind } from './number-kind.ts'

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
export const count: Kind = {
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
