import { dateInSentence } from '@kitewise/rules/calendar-day'
import { useLocale } from 'use-intl'

/** Days, in Unix seconds, as they stand inside a sentence of the language that is shown. */
export const useDateInSentence = (): ((unixSeconds: number) => string) => {
  const locale = useLocale()
  return (unixSeconds) => dateInSentence(unixSeconds, locale)
}
