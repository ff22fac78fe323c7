import { type TextLanguage, textLanguageOf, textLanguageOfBrowser } from '@kitewise/rules/language'
import { browserLanguages } from '../browser-locale.ts'
import { storedValue } from '../stored-value.ts'

export const storedLanguage = storedValue('user_language')

/** The desk's preview of a draft names its language, and is nobody's choice. */
export function languageOfPreview(pathname: string): TextLanguage | null {
  const [, code] = /^\/desk\/preview\/[^/]+\/[^/]+\/([a-z]+)$/.exec(pathname) ?? []
  return code === undefined ? null : textLanguageOf(code)
}

/** The page for newcomers has an address in each language, which search engines list. Inlined, so without the table of paths. */
const languageOfAddress = (): TextLanguage | null => {
  // Tests of the outbox run without a page.
  const { pathname, search } = globalThis.location ?? { pathname: '', search: '' }
  const previewed = languageOfPreview(pathname)
  if (previewed !== null) return previewed
  const tag = pathname.startsWith('/welcome') ? new URLSearchParams(search).get('lang') : null
  return tag === null ? null : textLanguageOfBrowser([tag])
}

export function startLanguage(): TextLanguage {
  const addressed = languageOfAddress()
  if (addressed !== null) return addressed
  const stored = storedLanguage.read()
  return stored === null ? textLanguageOfBrowser(browserLanguages()) : textLanguageOf(stored)
}

/** A signed-in learner's choice that the server has not stored yet; it outranks the profile's until then. */
export const unsavedLanguage = storedValue('user_language_unsaved')
