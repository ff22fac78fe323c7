import { type TextLanguage, textLanguageOf } from '@kitewise/rules/language'
import { call } from '../../lib/api-client.ts'
import { adoptProfileLanguage, setLanguage } from '../../lib/i18n/language.ts'
import { unsavedLanguage } from '../../lib/i18n/stored-language.ts'
import { useSession } from '../../lib/session/session.ts'

/** Takes over the profile's language, unless a newer choice has not reached the server yet: then that one is sent again. */
export const followProfileLanguage = (profileLanguage: string): void => {
  const unsaved = unsavedLanguage.read()
  if (unsaved === null) return adoptProfileLanguage(profileLanguage)
  const language = textLanguageOf(unsaved)
  setLanguage(language)
  // Stays unsaved when it fails, and is sent when the app is opened again.
  saveLanguage(language).catch(() => undefined)
}

/** Puts a chosen language into the learner's profile. Whoever chooses has noted it as unsaved, and that note goes now. */
export const saveLanguage = async (language: TextLanguage): Promise<void> => {
  await call('PUT /api/product-user/update-language', { body: { language } })
  if (unsavedLanguage.read() === language) unsavedLanguage.remove()
  const { learner } = useSession.getState()
  if (learner !== null) useSession.setState({ learner: { ...learner, lang: language } })
}
