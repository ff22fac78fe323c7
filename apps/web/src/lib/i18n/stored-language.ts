import { type TextLanguage, textLanguageOf, textLanguageOfBrowser } from '@kitewise/rules/language'
import { storedValue } from '../stored-value.ts'

export const storedLanguage = storedValue('user_language')

/** At start the stored language, else the browser's. The profile's language follows when the profile has loaded. */
export const startLanguage = (): TextLanguage => {
  const stored = storedLanguage.read()
  return stored === null ? textLanguageOfBrowser(navigator.languages) : textLanguageOf(stored)
}

/** A language chosen by a signed-in learner that the server has not taken yet; it outranks the profile's until it has. */
export const unsavedLanguage = storedValue('user_language_unsaved')
