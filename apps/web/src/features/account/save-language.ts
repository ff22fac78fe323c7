import { type TextLanguage, textLanguageOf } from '@kitewise/rules/language'
import { call } from '../../lib/api-client.ts'
import { adoptProfileLanguage, setLanguage } from '../../lib/i18n/language.ts'
import { unsavedLanguage } from '../../lib/i18n/stored-language.ts'
import { useSession } from '../../lib/session/session.ts'

/** A newer choice that has not reached the server outranks the profile, and is sent again. */
export function followProfileLanguage(profileLanguage: string): void {
  const unsaved = unsavedLanguage.read()
  if (unsaved === null) return adoptProfileLanguage(profileLanguage)
  const language = textLanguageOf(unsaved)
  setLanguage(language)
  // If it fails, the choice stays unsaved and is sent at the next start.
  saveLanguage(language).catch(() => undefined)
}

export async function saveLanguage(language: TextLanguage): Promise<void> {
  await call('PUT /api/product-user/update-language', { body: { language } })
  if (unsavedLanguage.read() === language) unsavedLanguage.remove()
  const { learner } = useSession.getState()
  if (learner !== null) useSession.setState({ learner: { ...learner, lang: language } })
}
