import { remember } from '../remember.ts'
import { lexiconOf, type Lexicon } from '../lexicons/lexicon.ts'
import { cueAt, findCues, type Range } from './find-cues.ts'
import { numberAt, ordinalAt, type FoundNumber } from './read-number.ts'
import { isContentWord, type Reading } from './read-text.ts'

/**
 * A number of a text with what it measures. `value`: minutes after midnight for a time, "06-08" or "saturday" for a date, else the
 * number. `unit`: of a count what is counted, of money the currency, of lengths and durations the unit; empty where none is named.
 * `number` is the range of the number alone, for replacing it.
 */
export type Quantity = Range & {
  type: 'money' | 'time' | 'date' | 'age' | 'length' | 'duration' | 'people' | 'count'
  value: number | string
  unit: string
  number: Range
}

export const lengthUnits = ['words', 'sentences', 'lines', 'pages', 'paragraphs', 'characters'] as const
export const durationUnits = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const
export const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday weekend'.split(' ')

const currencySigns: Record<string, string> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₺': 'TRY',
  '₴': 'UAH',
  '₩': 'KRW',
  '₹': 'INR',
  '₽': 'RUB',
  '₦': 'NGN',
  R$: 'BRL',
}
const lastHour = 24
const noon = 12
const wordsBeforeAmount = 4

const signBefore = (text: string, at: number) => currencySigns[text.slice(0, at).trimEnd().at(-1) ?? '']
const signAfter = (text: string, at: number) => currencySigns[text.slice(at).trimStart().at(0) ?? '']

type Place = { reading: Reading; lexicon: Lexicon; at: number; found: FoundNumber; number: Range }

const rangeOf = ({ words }: Reading, at: number, next: number): Range => ({
  from: words[at]?.from ?? 0,
  to: words[next - 1]?.to ?? 0,
})

/** The key of the list whose cue begins at a word, and the index after it. */
const keyAt = (reading: Reading, lists: Record<string, readonly string[]>, at: number) => {
  for (const [key, cues] of Object.entries(lists)) {
    const next = cueAt(reading, cues, at)
    if (next >= 0) return { key, next }
  }
  return null
}

/** Whether one of the cues ends right before a word. */
const isBefore = (reading: Reading, cues: readonly string[], at: number, furthest = 1): boolean => {
  for (let start = at - 1; start >= 0 && at - start <= furthest + 2; start -= 1) {
    const next = cueAt(reading, cues, start)
    if (next >= 0 && next <= at && at - next < furthest) return true
  }
  return false
}

const readMoney = ({ reading, lexicon, at, found, number }: Place): Quantity | null => {
  const sign = signBefore(reading.text, number.from) ?? signAfter(reading.text, number.to)
  const value = found.value
  if (sign !== undefined) return { type: 'money', value, unit: sign, number, ...number }
  const named = keyAt(reading, lexicon.currencies, found.next)
  if (named) return { type: 'money', value, unit: named.key, number, ...rangeOf(reading, at, named.next) }
  return null
}

const minutesIn = 60
const halfHour = 30

/** Hours and minutes written together: 13:00, 13.00, 13h30, 13時30. */
const readClock = ({ reading, found, number }: Place) => {
  const written = reading.text.slice(number.from, number.from + 8)
  const [all = '', hours = '', minutes = ''] = /^(\d{1,2})\s?[:.hH時시]\s?(\d{2})(?!\d)/u.exec(written) ?? []
  if (all === '')
    return Number.isInteger(found.value) ? { hours: found.value, minutes: 0, to: 0, isWritten: false } : null
  return { hours: Number(hours), minutes: Number(minutes), to: number.from + all.length, isWritten: true }
}

/** What stands around an hour: halves of the day, "half past", "o'clock"; `next` is the index after the hour with its "o'clock". */
const readAroundHour = ({ reading, lexicon: { clock }, at }: Place, afterNumber: number) => {
  const closed = cueAt(reading, clock.after, afterNumber)
  const next = closed >= 0 ? closed : afterNumber
  const [pm, am, half] = [clock.pm, clock.am, clock.half].map((cues) => cueAt(reading, cues, next)) as [
    number,
    number,
    number,
  ]
  // "14, half past eight": that half belongs to the hour after it.
  const isHalfAfter = half >= 0 && numberAt(reading.words, half, reading.language) === null
  const isPm = pm >= 0 || isBefore(reading, clock.pm, at)
  const isAm = am >= 0 || isBefore(reading, clock.am, at)
  const isHalf = isHalfAfter || isBefore(reading, clock.half, at)
  return { next, isPm, isAm, isHalf, isNamed: closed >= 0 || isPm || isAm || isHalf, last: Math.max(next, pm, am) }
}

/** 13:00, 1 pm, at 3, half past three, a las 13, 13時, 오후 1시. An hour up to twelve without a half of the day may be either. */
const readTime = (place: Place): Quantity | null => {
  const { reading, lexicon, at, found, number } = place
  const read = readClock(place)
  if (read === null || read.hours > lastHour || read.minutes >= minutesIn) return null
  let next = found.next
  while ((reading.words[next]?.to ?? Infinity) <= read.to) next += 1
  const around = readAroundHour(place, next)
  if (!read.isWritten && !around.isNamed && !isBareHour(reading, lexicon, at, next)) return null
  const { isPm, isAm, isHalf, last } = around
  const hours = toHours(read.hours, isPm, isAm)
  const isEither = !isPm && !isAm && hours <= noon && reading.text[number.from] !== '0'
  return {
    type: 'time',
    value: hours * minutesIn + (isHalf ? halfHour : read.minutes),
    unit: isEither ? 'either' : '',
    number,
    from: number.from,
    to: Math.max(rangeOf(reading, at, last).to, read.to),
  }
}

/** "At 3" is an hour, "after 3 weeks" is not. */
const isBareHour = (reading: Reading, { clock, units }: Lexicon, at: number, next: number): boolean =>
  isBefore(reading, clock.before, at) && (keyAt(reading, units, next)?.key ?? 'hours') === 'hours'

const toHours = (hours: number, isPm: boolean, isAm: boolean): number => {
  if (isPm && hours < noon) return hours + noon
  return isAm && hours === noon ? 0 : hours
}

/** Words between a number and what it counts: "five cheap gift ideas". */
const widestUnitGap = 2

/** The unit of a number that ends before a word: right there, or behind words that describe it. */
const unitAt = (reading: Reading, lexicon: Lexicon, next: number) => {
  const { words, language } = reading
  for (let at = next; at <= next + widestUnitGap; at += 1) {
    const [before, word] = [words[at - 1], words[at]]
    if (!before || !word || (at > next && word.from - before.to > 1)) return null
    const named = keyAt(reading, lexicon.units, at)
    if (named) return named
    if (!isContentWord(word.folded, language) || numberAt(words, at, language)) return null
  }
  return null
}

const typeOf = (unit: string): Quantity['type'] => {
  if (unit === 'people') return 'people'
  if ((lengthUnits as readonly string[]).includes(unit)) return 'length'
  return (durationUnits as readonly string[]).includes(unit) ? 'duration' : 'count'
}

const half = 0.5

const readMeasure = (place: Place): Quantity | null => {
  const { reading, lexicon, at, found, number } = place
  const named = unitAt(reading, lexicon, found.next)
  const isAge = isBefore(reading, lexicon.ageCues, at)
  if (named === null) return isAge ? { type: 'age', value: found.value, unit: '', number, ...number } : null
  const { key, next } = named
  const range = rangeOf(reading, at, next)
  if (key === 'aged' || (key === 'years' && isAge))
    return { type: 'age', value: found.value, unit: '', number, ...range }
  const type = typeOf(key)
  const halfAfter = type === 'duration' ? cueAt(reading, lexicon.clock.half, next) : -1
  if (halfAfter < 0) return { type, value: found.value, unit: key, number, ...range }
  return { type, value: found.value + half, unit: key, number, ...rangeOf(reading, at, halfAfter) }
}

/** Half an hour, half a dozen, a minute: the number of what follows. Only before units that are measured in this way. */
const partAt = (reading: Reading, lexicon: Lexicon, at: number): FoundNumber | null => {
  const afterHalf = cueAt(reading, lexicon.halves, at)
  const counted = afterHalf < 0 ? null : numberAt(reading.words, afterHalf, reading.language)
  if (counted) return { value: counted.value * half, next: counted.next }
  const next = afterHalf < 0 ? cueAt(reading, lexicon.articles ?? [], at) : afterHalf
  if (next < 0) return null
  const unit = unitAt(reading, lexicon, next)?.key ?? ''
  return ['pages', 'paragraphs', ...durationUnits].includes(unit) ? { value: afterHalf < 0 ? 1 : half, next } : null
}

const monthAt = (reading: Reading, { months }: Lexicon, at: number) => {
  for (const [index, cues] of months.entries()) {
    const next = cueAt(reading, cues, at)
    if (next >= 0) return { month: index + 1, next }
  }
  return null
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

const isDay = (value: number): boolean => value >= 1 && value <= 31 && Number.isInteger(value)

/** 8 June, 9th of May, 8 de junio. */
const readDate = ({ reading, lexicon, at, found, number }: Place): Quantity | null => {
  const { value } = found
  if (!isDay(value)) return null
  for (let skipped = 0; skipped <= 2; skipped += 1) {
    const small = reading.words[found.next + skipped - 1]?.folded ?? ''
    if (skipped > 0 && isContentWord(small, reading.language) && !lexicon.ordinalEndings.includes(small)) break
    const month = monthAt(reading, lexicon, found.next + skipped)
    if (month)
      return {
        type: 'date',
        value: `${twoDigits(month.month)}-${twoDigits(value)}`,
        unit: '',
        number,
        ...rangeOf(reading, at, month.next),
      }
  }
  return null
}

/** The index after a number with the word for day that is written on it: 15日, 15일. */
const withDayWord = ({ reading, lexicon, found, number }: Place): number =>
  /^[日일]/u.test(reading.text.slice(number.to))
    ? Math.max(found.next, cueAt(reading, lexicon.units['days'] ?? [], found.next))
    : found.next

/** June 8, where it is no hour. */
const readMonthFirst = (place: Place): Quantity | null => {
  const { reading, lexicon, at, found, number } = place
  const { value } = found
  if (!isDay(value)) return null
  for (let start = at - 1; start >= Math.max(0, at - 3); start -= 1) {
    const month = monthAt(reading, lexicon, start)
    if (month && month.next <= at && month.next >= at - 1)
      return {
        type: 'date',
        value: `${twoDigits(month.month)}-${twoDigits(value)}`,
        unit: '',
        number,
        ...rangeOf(reading, start, withDayWord(place)),
      }
  }
  return null
}

/** "The 14th" of whatever month. */
const readDay = ({ reading, lexicon, found, number }: Place): Quantity | null => {
  const { words, language } = reading
  const [ending, next] = [words[found.next], words[found.next + 1]]
  if (!isDay(found.value) || ending?.from !== number.to || !lexicon.ordinalEndings.includes(ending.folded)) return null
  const isDescribing =
    next?.sentence === ending.sentence && isContentWord(next.folded, language) && next.from - ending.to === 1
  return isDescribing
    ? null
    : { type: 'date', value: twoDigits(found.value), unit: 'day', number, from: number.from, to: ending.to }
}

/** 20 after "budget", "spend", "at most": an amount without a currency, where nothing else is measured. */
const readBareAmount = ({ reading, lexicon, at, found, number }: Place): Quantity | null =>
  found.value > 1 &&
  (isBefore(reading, lexicon.moneyCues, at, wordsBeforeAmount) || cueAt(reading, lexicon.moneyCues, found.next) >= 0)
    ? { type: 'money', value: found.value, unit: '', number, ...number }
    : null

const dateReaders = [readDate, readMonthFirst]
const readers = [readMoney, readDate, readTime, readMonthFirst, readDay, readMeasure, readBareAmount]

const readWeekdays = (reading: Reading, { weekdays }: Lexicon): Quantity[] =>
  weekdays.flatMap((cues, index) =>
    findCues(reading, cues).map((range) => ({
      type: 'date' as const,
      value: weekdayNames[index] ?? '',
      unit: 'weekday',
      number: range,
      ...range,
    })),
  )

const readFree = (reading: Reading, { free }: Lexicon): Quantity[] =>
  findCues(reading, free).map((range) => ({ type: 'money' as const, value: 0, unit: '', number: range, ...range }))

const readNoon = (reading: Reading, lexicon: Lexicon): Quantity[] =>
  findCues(reading, lexicon.clock.noon).map((range) => ({
    type: 'time' as const,
    value: noon * minutesIn,
    unit: '',
    number: range,
    ...range,
  }))

/** Every number of a text with what it measures, weekdays, noon, and words for spending nothing. */
export const quantitiesOf = remember((reading: Reading): readonly Quantity[] => {
  const { words, language } = reading
  const lexicon = lexiconOf(language)
  const found: Quantity[] = []
  for (let at = 0; at < words.length;) {
    const ordinal = ordinalAt(words, at, language)
    const first = ordinal ?? numberAt(words, at, language) ?? partAt(reading, lexicon, at)
    if (first === null) {
      at += 1
      continue
    }
    const place: Place = { reading, lexicon, at, found: first, number: rangeOf(reading, at, first.next) }
    let quantity: Quantity | null = null
    for (const read of ordinal ? dateReaders : readers) quantity ??= read(place)
    if (!ordinal) quantity ??= { type: 'count', value: first.value, unit: '', number: place.number, ...place.number }
    if (quantity) found.push(quantity)
    at = first.next
    while ((words[at]?.from ?? Infinity) < (quantity?.to ?? 0)) at += 1
  }
  found.push(...readWeekdays(reading, lexicon), ...readFree(reading, lexicon), ...readNoon(reading, lexicon))
  return found
})
