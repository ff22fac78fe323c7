import { lexiconOf } from '../lexicons/lexicon.ts'
import type { Point, Task } from '../task.ts'
import { foldText } from '../text/fold-text.ts'
import { quantitiesOf } from '../text/quantities.ts'
import type { Quantity } from '../text/quantity.ts'
import type { Reading } from '../text/read-text.ts'
import type { Kind, Match } from './kind.ts'

type NumberKind = {
  /** Whether a quantity is of this kind and has the point's unit, if it names one. */
  isOne: (quantity: Quantity, point: Point) => boolean
  /** Whether it has the task's value. Always true if the point has none. */
  isRight: (quantity: Quantity, point: Point) => boolean
  /** How far a wrong value is from the task's value. */
  distance?: (quantity: Quantity, point: Point) => number
  show: NonNullable<Kind['show']>
  /** Whether a correction replaces only the number and keeps the unit. */
  replacesNumber: boolean
  /** Whether a bare number can be the value: the day of a date. */
  isBareRight?: (quantity: Quantity, point: Point) => boolean
  /** Whether marked words name a unit without a number: half a page, a minute and a half. */
  saysUnit?: (marked: Reading) => boolean
  check?: (point: Point, task: Task['texts']) => string | null
}

/** A closed kind for a number, a time or a date: found with the task's value, wrong with another one. */
export function numberKind({
  isOne,
  isRight,
  distance = ({ value }, { is }) => Math.abs(Number(value) - Number(is)),
  show,
  replacesNumber,
  isBareRight,
  saysUnit,
  check,
}: NumberKind): Kind {
  /** The value of another point of the task isn't a wrong value of this one. */
  const isOfAnother = (quantity: Quantity, point: Point, { points }: Task): boolean =>
    points.some(
      (other) =>
        other.id !== point.id && other.kind === point.kind && other.is !== undefined && isRight(quantity, other),
    )
  const find = (reading: Reading, point: Point, task: Task): Match[] =>
    quantitiesOf(reading)
      .filter((quantity) => isOne(quantity, point))
      .filter(
        (quantity) =>
          isRight(quantity, point) || !(isOfAnother(quantity, point, task) || isArticle(quantity, point, reading)),
      )
      // Of several other values, the nearest one belongs to this point.
      .sort((one, other) => distance(one, point) - distance(other, point) || one.from - other.from)
      .map((quantity) => {
        const { from, to } = quantity
        if (isRight(quantity, point)) return { from, to, state: 'found' as const }
        const isNumber = replacesNumber && isOwnUnit(quantity, point)
        const text = isNumber ? String(point.is) : show(point, reading.language)
        return {
          from,
          to,
          state: 'wrong' as const,
          expected: isNumber ? reading.text.slice(from, to).replace(sliceOf(reading, quantity), text) : text,
          replace: isNumber ? { ...quantity.number, text } : { from, to, text },
        }
      })
  return {
    isClosed: true,
    find,
    show,
    // A unit unknown to the checklist ("forty smackers"), with a number that measures nothing else.
    mayMean: (marked, point) =>
      quantitiesOf(marked).some(
        (quantity) => quantity.type === 'count' && quantity.unit === '' && (isBareRight ?? isRight)(quantity, point),
      ) || saysUnit?.(marked) === true,
    ...(check ? { check } : {}),
  }
}

/** "Une idée", "a week": any single thing, and not a wrong number. But "a month" instead of "a week" is wrong. */
const isArticle = (quantity: Quantity, { is }: Point, reading: Reading): boolean =>
  quantity.value !== is && lexiconOf(reading.language).articles?.includes(foldText(sliceOf(reading, quantity))) === true

/** Whether replacing the number is enough: not for half an hour, or a singular that becomes a plural. */
const isOwnUnit = ({ type, unit, value }: Quantity, point: Point): boolean =>
  point.unit === undefined || type === 'money' || (point.unit === unit && Number(value) > 1)

const sliceOf = ({ text }: Reading, { number }: Quantity): string => text.slice(number.from, number.to)

/** Whether a quantity has the point's number, or the point has none. */
export function hasNumber({ value }: Quantity, { is }: Point): boolean {
  return is === undefined || Number(is) === value
}
