/** Inlined into index.html: what must happen before the first paint, and what must work when every other file fails. */

import { languageDetails } from '@kitewise/rules/language'
import { startLanguage } from '../lib/i18n/stored-language.ts'
import { applyPreferences } from '../lib/preferences.ts'
import './tell-failure.ts'

try {
  applyPreferences()
} catch {
  // A browser too old for it shows the light theme.
}

/** What a browser keeps that changes how a screen looks at first. */
const isKnownVisitor = (): boolean =>
  ['registration', 'checkout', `link:${location.pathname}`].some((key) => sessionStorage.getItem(key) !== null) ||
  /[?&](step|token|email)=/.test(location.search)

/**
 * The build has drawn the page for a language, and for a learner or an unknown visitor. For anyone else it stays hidden
 * until the app shows the screen.
 */
const checkDrawnPage = (): void => {
  const page = document.documentElement
  const { drawnFor } = page.dataset
  if (drawnFor === undefined) return
  const isLearner = Boolean(localStorage.getItem('jwt_token'))
  if (location.pathname === '/' && !isLearner) history.replaceState(null, '', '/login')
  const isRight =
    page.lang === languageDetails[startLanguage()].bcp47 &&
    (drawnFor === 'learner') === isLearner &&
    (isLearner || !isKnownVisitor())
  if (!isRight) page.dataset.stale = ''
}

try {
  checkDrawnPage()
} catch {
  // Without storage nobody is signed in, and the page is as drawn.
}
