import type { TextLanguage } from '@kitewise/rules/language'
import { call } from '../../lib/api-client.ts'
import { unsavedLanguage } from '../../lib/i18n/stored-language.ts'
import { useSession } from '../../lib/session/session.ts'

/** Puts a chosen language into the learner's profile. Whoever chooses has noted it as unsaved, and that note goes now. */
export const saveLanguage = async (language: TextLanguage): Promise<void> => {
  await call('PUT /api/product-user/update-language', { body: { language } })
  if (unsavedLanguage.read() === language) unsavedLanguage.remove()
  const { learner } = useSession.getState()
  if (learner !== null) useSession.setState({ learner: { ...learner, lang: language } })
}
