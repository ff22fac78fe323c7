import { lexiconOf } from '../lexicons/lexicon.ts'
import { hasCue } from '../text/find-cues.ts'
import { quantitiesOf, weekdayNames } from '../text/quantities.ts'
import { numberKind } from './number-kind.ts'

const isWeekday = (is: string | number | undefined): boolean => weekdayNames.includes(String(is))

/** A day: "06-08" for 8 June, or a weekday in English; "weekend" is one too. */
export const date = numberKind({
  isOne: ({ type, unit }, { is }) => type === 'date' && (is === undefined || isWeekday(is) === (unit === 'weekday')),
  isRight: ({ value, unit }, { is }) =>
    is === undefined || value === is || (unit === 'day' && String(is).endsWith(`-${value}`)),
  show: ({ is = '' }, language) => {
    if (isWeekday(is)) {
      const [first = String(is)] = lexiconOf(language).weekdays[weekdayNames.indexOf(String(is))] ?? []
      return first.replaceAll('*', '')
    }
    const [month = '1', day = '1'] = String(is).split('-')
    const locale = language === 'ua' ? 'uk' : language === 'en' ? 'en-GB' : language
    const at = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(at)
  },
  replacesNumber: false,
  // The day of the month in words that the checklist does not know.
  saysUnit: (marked) =>
    !quantitiesOf(marked).some(({ unit }) => unit !== 'weekday') &&
    lexiconOf(marked.language).months.some((cues) => hasCue(marked, cues)),
  isBareRight: ({ value }, { is = '' }) => !isWeekday(is) && Number(String(is).split('-')[1]) === value,
  check: ({ is }) =>
    is === undefined || isWeekday(is) || /^\d{2}-\d{2}$/.test(String(is)) ? null : 'is must be "06-08" or a weekday',
})
