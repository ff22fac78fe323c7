import { dateInSentence } from '@kitewise/rules/calendar-day'
import { useLocale } from 'use-intl'

/** Formats days, in Unix seconds, for use inside a sentence of the shown language. */
export function useDateInSentence(): (unixSeconds: number) => string {
  const locale = useLocale()
  return (unixSeconds) => dateInSentence(unixSeconds, locale)
}
