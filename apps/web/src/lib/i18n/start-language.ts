import { textLanguageOf, textLanguageOfBrowser, type TextLanguage } from '@kitewise/rules/language'
import { storedValue } from '../stored-value.ts'

export const storedLanguage = storedValue('user_language')

/** At start the stored language, else the browser's. The profile's language follows when the profile has loaded. */
export const startLanguage = (): TextLanguage => {
  const stored = storedLanguage.read()
  return stored === null ? textLanguageOfBrowser(navigator.languages) : textLanguageOf(stored)
}
