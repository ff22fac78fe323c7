import { remember } from '../remember.ts'
import { lexiconOf } from '../lexicons/lexicon.ts'
import { hasCue } from '../text/find-cues.ts'
import { quantitiesOf, weekdayNames } from '../text/quantities.ts'
import { localeOf } from '../texts.ts'
import { numberKind } from './number-kind.ts'

const isWeekday = (is: string | number | undefined): boolean => weekdayNames.slice(0, -1).includes(String(is))

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  remember((locale: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))

const weekdayFormat = formatOf({ weekday: 'long' })
const dayFormat = formatOf({ day: 'numeric', month: 'long' })

/** A day: "06-08" for 8 June, or a weekday in English. */
export const date = numberKind({
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
