import { remember } from '../remember.ts'
import { lexiconOf, type Lexicon } from '../lexicons/lexicon.ts'
import { cueAt, findCues } from './find-cues.ts'
import { isBefore, keyAt, measure, rangeOf, type Place, type Quantity } from './quantity.ts'
import { numberAt, ordinalAt, type FoundNumber } from './read-number.ts'
import { isContentWord, type Reading } from './read-text.ts'
import { minutesInHour, noon, readDate, readDay, readMonthFirst, readTime } from './read-when.ts'

export const lengthUnits = 'words sentences lines pages paragraphs characters'.split(' ')
export const durationUnits = 'seconds minutes hours days weeks months years'.split(' ')
export const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday weekend'.split(' ')

const currencySigns = new Map(
  '€EUR $USD £GBP ¥JPY ₺TRY ₴UAH ₩KRW ₹INR ₽RUB ₦NGN'.split(' ').map((sign) => [sign.charAt(0), sign.slice(1)]),
)

const readMoney = (place: Place): Quantity | null => {
  const { reading, lexicon, found, number } = place
  const before = reading.text.slice(0, number.from).trimEnd().slice(-1)
  const sign = currencySigns.get(before) ?? currencySigns.get(reading.text.slice(number.to).trimStart().charAt(0))
  if (sign !== undefined) return measure(place, 'money', sign)
  const named = keyAt(reading, lexicon.currencies, found.next)
  return named && measure(place, 'money', named.key, { next: named.next })
}

/** Words allowed between a number and what it counts: "five cheap gift ideas". */
const widestUnitGap = 2

/** The unit of a number that ends before a word: directly after it, or after words that describe it. */
const unitAt = (reading: Reading, lexicon: Lexicon, next: number) => {
  const { words, language } = reading
  for (let at = next; at <= next + widestUnitGap; at += 1) {
    const [before, word] = [words[at - 1], words[at]]
    if (!before || !word || /[,;:.!?。、]/u.test(reading.text.slice(before.to, word.from))) return null
    const named = keyAt(reading, lexicon.units, at)
    if (named) return named
    if (!isContentWord(word.folded, language) || numberAt(reading, at)) return null
  }
  return null
}

const typeOf = (unit: string): Quantity['type'] => {
  if (unit === 'people') return 'people'
  if (lengthUnits.includes(unit)) return 'length'
  return durationUnits.includes(unit) ? 'duration' : 'count'
}

const half = 0.5

const readMeasure = (place: Place): Quantity | null => {
  const { reading, lexicon, at, found } = place
  const { key, next } = unitAt(reading, lexicon, found.next) ?? { key: '', next: found.next }
  const isAge = isBefore(reading, lexicon.ageCues, at) && (key === '' || key === 'years')
  if (isAge || key === 'aged') return measure(place, 'age', '', { next })
  if (key === '') return null
  const type = typeOf(key)
  const halfAfter = type === 'duration' ? cueAt(reading, lexicon.clock.half, next) : -1
  if (halfAfter < 0) return measure(place, type, key, { next })
  return measure(place, type, key, { next: halfAfter, value: found.value + half })
}

const unitsOfArticles: ReadonlySet<string> = new Set(['pages', 'paragraphs', ...durationUnits])

/** Half an hour, half a dozen, a minute: the implied number. Only before units that are measured this way. */
const partAt = (reading: Reading, lexicon: Lexicon, at: number): FoundNumber | null => {
  const afterHalf = cueAt(reading, lexicon.halves, at)
  const counted = afterHalf < 0 ? null : numberAt(reading, afterHalf)
  if (counted) return { value: counted.value * half, next: counted.next }
  const next = Math.max(afterHalf, cueAt(reading, lexicon.articles ?? [], at))
  const unit = next < 0 ? null : unitAt(reading, lexicon, next)
  return unit && unitsOfArticles.has(unit.key) ? { value: afterHalf < 0 ? 1 : half, next } : null
}

const wordsBeforeAmount = 4

/** 20 after "budget", "spend", "at most": an amount without a currency, if it measures nothing else. */
const readBareAmount = (place: Place): Quantity | null => {
  const { reading, lexicon, at, found } = place
  const isAmount =
    isBefore(reading, lexicon.moneyCues, at, wordsBeforeAmount) || cueAt(reading, lexicon.moneyCues, found.next) >= 0
  return found.value > 1 && isAmount ? measure(place, 'money', '') : null
}

const dateReaders = [readDate, readMonthFirst]
const numberReaders = [readMoney, readDate, readTime, readMonthFirst, readDay, readMeasure, readBareAmount]

const firstOf = (readers: readonly ((place: Place) => Quantity | null)[], place: Place): Quantity | null => {
  for (const read of readers) {
    const quantity = read(place)
    if (quantity) return quantity
  }
  return null
}

/** What the number at a word measures, or null. An ordinal can only be a day. */
const quantityAt = (
  reading: Reading,
  lexicon: Lexicon,
  at: number,
): { quantity: Quantity | null; next: number } | null => {
  const placeOf = (found: FoundNumber): Place => ({
    reading,
    lexicon,
    at,
    found,
    number: rangeOf(reading, at, found.next),
  })
  const ordinal = ordinalAt(reading, at)
  if (ordinal) return { quantity: firstOf(dateReaders, placeOf(ordinal)), next: ordinal.next }
  const found = numberAt(reading, at) ?? partAt(reading, lexicon, at)
  if (found === null) return null
  const place = placeOf(found)
  return { quantity: firstOf(numberReaders, place) ?? measure(place, 'count', ''), next: found.next }
}

/** Values that are words: weekdays, noon, and ways to say "free". */
const readWords = (reading: Reading, { weekdays, free, clock }: Lexicon): Quantity[] => {
  const read = (cues: readonly string[], type: Quantity['type'], value: Quantity['value'], unit = ''): Quantity[] =>
    findCues(reading, cues).map((range) => ({ type, value, unit, number: range, ...range }))
  return [
    ...weekdays.flatMap((cues, index) => read(cues, 'date', weekdayNames[index] ?? '', 'weekday')),
    ...read(free, 'money', 0),
    ...read(clock.noon, 'time', noon * minutesInHour),
  ]
}

/** Every number of a text with what it measures, plus weekdays, noon, and words for "free". */
export const quantitiesOf = remember((reading: Reading): readonly Quantity[] => {
  const lexicon = lexiconOf(reading.language)
  const quantities: Quantity[] = []
  for (let at = 0; at < reading.words.length;) {
    const found = quantityAt(reading, lexicon, at)
    if (found?.quantity) quantities.push(found.quantity)
    at = found?.next ?? at + 1
    while ((reading.words[at]?.from ?? Infinity) < (found?.quantity?.to ?? 0)) at += 1
  }
  return [...quantities, ...readWords(reading, lexicon)]
})
