import { textLanguageOf } from '@kitewise/rules/language'
import { adoptProfileLanguage, setLanguage } from '../../lib/i18n/language.ts'
import { unsavedLanguage } from '../../lib/i18n/stored-language.ts'
import { saveLanguage } from './save-language.ts'

/** Takes over the profile's language, unless a newer choice has not reached the server yet: then that one is sent again. */
export const followProfileLanguage = (profileLanguage: string): void => {
  const unsaved = unsavedLanguage.read()
  if (unsaved === null) return adoptProfileLanguage(profileLanguage)
  const language = textLanguageOf(unsaved)
  setLanguage(language)
  // Stays unsaved when it fails, and is sent when the app is opened again.
  saveLanguage(language).catch(() => undefined)
}
