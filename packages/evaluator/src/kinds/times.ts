import { remember } from '../remember.ts'
import { lexiconOf } from '../lexicons/lexicon.ts'
import { hasCue } from '../text/find-cues.ts'
import { quantitiesOf, weekdayNames } from '../text/quantities.ts'
import type { Reading } from '../text/read-text.ts'
import { localeOf } from '../texts.ts'
import { numberKind } from './number-kind.ts'

// Closed kinds for a day or a time.

const isWeekday = (is: string | number | undefined): boolean => weekdayNames.slice(0, -1).includes(String(is))

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  remember((locale: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const weekdayFormat = formatOf({ weekday: 'long' })
const dayFormat = formatOf({ day: 'numeric', month: 'long' })

/** A day: "06-08" for 8 June, or a weekday in English. */
const date = numberKind({
  isOne: ({ type, unit }, { is }) => type === 'date' && (is === undefined || isWeekday(is) === (unit === 'weekday')),
  isRight: ({ value, unit }, { is }) =>
    is === undefined || value === is || (unit === 'day' && String(is).endsWith(`-${value}`)),
  show: ({ is = '' }, language) => {
    const weekday = weekdayNames.indexOf(String(is))
    // 3 January 2000 was a Monday.
    if (weekday >= 0) return weekdayFormat(localeOf(language)).format(Date.UTC(2000, 0, 3 + weekday))
    const [month = '1', day = '1'] = String(is).split('-')
    return dayFormat(localeOf(language)).format(Date.UTC(2000, Number(month) - 1, Number(day)))
  },
  replacesNumber: false,
  // The day of the month, in words unknown to the checklist.
  saysUnit: (marked) =>
    !quantitiesOf(marked).some(({ unit }) => unit !== 'weekday') &&
    lexiconOf(marked.language).months.some((cues) => hasCue(marked, cues)),
  isBareRight: ({ value }, { is = '' }) => !isWeekday(is) && Number(String(is).split('-')[1]) === value,
  check: ({ is }) =>
    is === undefined || isWeekday(is) || /^\d{2}-\d{2}$/.test(String(is)) ? null : 'is must be "06-08" or a weekday',
})

const halfDay = 720

const minutesOf = (is: string | number): number => {
  const [hours = '0', minutes = '0'] = String(is).split(':')
  return Number(hours) * 60 + Number(minutes)
}

const asDate = (is: string | number): Date => new Date(Date.UTC(2000, 0, 1, 0, minutesOf(is)))

/** English writes 1 pm, the product's other languages 13:00. */
const showTime = (is: string | number, language: string): string => {
  if (language !== 'en') return String(is)
  const options = { hour: 'numeric', timeZone: 'UTC', hour12: true } as const
  const minute = minutesOf(is) % 60 === 0 ? {} : ({ minute: '2-digit' } as const)
  return new Intl.DateTimeFormat('en-US', { ...options, ...minute })
    .format(asDate(is))
    .replace(/\s/u, ' ')
    .toLowerCase()
}

/** Clock times in words without a number known to the checklist: "перша дня". */
const saysHour = (marked: Reading): boolean => {
  const { am, pm, after, half } = lexiconOf(marked.language).clock
  return quantitiesOf(marked).length === 0 && [am, pm, after, half].some((cues) => hasCue(marked, cues))
}

/** A time of day. `is`: "13:00". An hour up to twelve without am or pm can be in either half of the day. */
const time = numberKind({
  // In French, 13 heures can be a time of day.
  isOne: ({ type, unit, value }, { is }) =>
    type === 'time' || (unit === 'hours' && is !== undefined && Number(value) * 60 === minutesOf(is)),
  isRight: ({ value, unit }, { is }) => {
    if (is === undefined) return true
    const wanted = minutesOf(is)
    if (unit === 'hours') return Number(value) * 60 === wanted
    return value === wanted || (unit === 'either' && Number(value) % halfDay === wanted % halfDay)
  },
  distance: ({ value, unit }, { is = '' }) => {
    const between = Math.abs(Number(value) - minutesOf(is))
    return unit === 'either' ? Math.min(between % halfDay, halfDay - (between % halfDay)) : between
  },
  show: ({ is = '' }, language) => showTime(is, language),
  replacesNumber: false,
  saysUnit: saysHour,
  check: ({ is }) =>
    is === undefined || /^\d{2}:\d{2}$/.test(String(is)) ? null : 'is must be a time such as "13:00"',
})

export const timeKinds = { date, time }
