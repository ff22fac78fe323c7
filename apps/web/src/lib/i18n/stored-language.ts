import { type TextLanguage, textLanguageOf, textLanguageOfBrowser } from '@kitewise/rules/language'
import { storedValue } from '../stored-value.ts'

export const storedLanguage = storedValue('user_language')

export function startLanguage(): TextLanguage {
  const stored = storedLanguage.read()
  return stored === null ? textLanguageOfBrowser(navigator.languages) : textLanguageOf(stored)
}

/** A signed-in learner's choice that the server has not stored yet; it outranks the profile's until then. */
export const unsavedLanguage = storedValue('user_language_unsaved')
