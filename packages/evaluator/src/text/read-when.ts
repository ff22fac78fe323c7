import type { Lexicon } from '../lexicons/lexicon.ts'
import { cueAt } from './find-cues.ts'
import { isBefore, keyAt, measure, rangeOf, type Place, type Quantity } from './quantity.ts'
import { numberAt } from './read-number.ts'
import { isContentWord, type Reading } from './read-text.ts'

const lastHour = 24
export const noon = 12
export const minutesInHour = 60
const halfHour = 30

/** Hours and minutes written together: 13:00, 13.00, 13h30, 13時30. */
const readClock = ({ reading, found, number }: Place) => {
  const written = reading.text.slice(number.from, number.from + 8)
  const [all = '', hours = '', minutes = ''] = /^(\d{1,2})\s?[:.hH時시]\s?(\d{2})(?!\d)/u.exec(written) ?? []
  if (all === '')
    return Number.isInteger(found.value) ? { hours: found.value, minutes: 0, to: 0, isWritten: false } : null
  return { hours: Number(hours), minutes: Number(minutes), to: number.from + all.length, isWritten: true }
}

/** The words around an hour: halves of the day, "half past", "o'clock". `last` is the index after all of them. */
const readAroundHour = ({ reading, lexicon: { clock }, at }: Place, afterNumber: number) => {
  const closed = cueAt(reading, clock.after, afterNumber)
  const next = Math.max(closed, afterNumber)
  const halfAfter = cueAt(reading, clock.half, next)
  // "14, half past eight": that half belongs to the following hour.
  const isHalfAfter = halfAfter >= 0 && numberAt(reading, halfAfter) === null
  const [pm, am] = [cueAt(reading, clock.pm, next), cueAt(reading, clock.am, next)]
  const isPm = pm >= 0 || isBefore(reading, clock.pm, at)
  const isAm = am >= 0 || isBefore(reading, clock.am, at)
  const isHalf = isHalfAfter || isBefore(reading, clock.half, at)
  const last = Math.max(next, pm, am, isHalfAfter ? halfAfter : 0)
  return { isPm, isAm, isHalf, isNamed: closed >= 0 || isPm || isAm || isHalf, last }
}

/** "At 3" is an hour, "after 3 weeks" isn't. */
const isBareHour = (reading: Reading, { clock, units }: Lexicon, at: number, next: number): boolean =>
  isBefore(reading, clock.before, at) && (keyAt(reading, units, next)?.key ?? 'hours') === 'hours'

const toHours = (hours: number, isPm: boolean, isAm: boolean): number => {
  if (isPm && hours < noon) return hours + noon
  return isAm && hours === noon ? 0 : hours
}

/** 13:00, 1 pm, at 3, half past three, a las 13, 13時, 오후 1시. An hour up to twelve without am or pm can be either. */
export function readTime(place: Place): Quantity | null {
  const { reading, lexicon, at, found, number } = place
  const read = readClock(place)
  if (read === null || read.hours > lastHour || read.minutes >= minutesInHour) return null
  let next = found.next
  while ((reading.words[next]?.to ?? Infinity) <= read.to) next += 1
  const { isPm, isAm, isHalf, isNamed, last } = readAroundHour(place, next)
  if (!read.isWritten && !isNamed && !isBareHour(reading, lexicon, at, next)) return null
  const hours = toHours(read.hours, isPm, isAm)
  const isEither = !isPm && !isAm && hours <= noon && reading.text[number.from] !== '0'
  const value = hours * minutesInHour + (isHalf ? halfHour : read.minutes)
  const time = measure(place, 'time', isEither ? 'either' : '', { value, next: last })
  return { ...time, to: Math.max(rangeOf(reading, at, last).to, read.to) }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const isDay = (value: number): boolean => value >= 1 && value <= 31 && Number.isInteger(value)

const mostSmallWords = 2

/** 8 June, 9th of May, 8 de junio; June 8, unless it is an hour. */
const dateOf = (place: Place, month: string, range: { start?: number; next: number }): Quantity =>
  measure(place, 'date', '', { ...range, value: `${twoDigits(Number(month) + 1)}-${twoDigits(place.found.value)}` })

export function readDate(place: Place): Quantity | null {
  const { reading, lexicon, found } = place
  if (!isDay(found.value)) return null
  for (let skipped = 0; skipped <= mostSmallWords; skipped += 1) {
    const small = reading.words[found.next + skipped - 1]?.folded ?? ''
    if (skipped > 0 && isContentWord(small, reading.language) && !lexicon.ordinalEndings.includes(small)) break
    const month = keyAt(reading, lexicon.months, found.next + skipped)
    if (month) return dateOf(place, month.key, { next: month.next })
  }
  return null
}

/** The index after a number with the word for day attached: 15日, 15일. */
const withDayWord = ({ reading, lexicon, found, number }: Place): number =>
  /^[日일]/u.test(reading.text.slice(number.to, number.to + 1))
    ? Math.max(found.next, cueAt(reading, lexicon.units['days'] ?? [], found.next))
    : found.next

export function readMonthFirst(place: Place): Quantity | null {
  const { reading, lexicon, at, found } = place
  if (!isDay(found.value)) return null
  for (let start = at - 1; start >= Math.max(0, at - mostSmallWords - 1); start -= 1) {
    const month = keyAt(reading, lexicon.months, start)
    if (month && month.next <= at && month.next >= at - 1)
      return dateOf(place, month.key, { start, next: withDayWord(place) })
  }
  return null
}

/** "The 14th" of any month; not "the 4th floor". */
export function readDay(place: Place): Quantity | null {
  const { reading, lexicon, found, number } = place
  const [ending, next] = reading.words.slice(found.next)
  if (!isDay(found.value) || ending?.from !== number.to || !lexicon.ordinalEndings.includes(ending.folded)) return null
  const isSame = next?.sentence === ending.sentence && next.from - ending.to === 1
  return isSame && isContentWord(next.folded, reading.language)
    ? null
    : measure(place, 'date', 'day', { value: twoDigits(found.value), next: found.next + 1 })
}
