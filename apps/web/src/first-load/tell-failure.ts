/**
 * Inlined into index.html (see start.ts), so that a page whose first files fail shows an error instead of staying blank.
 * It needs only the document. main.tsx ends its work by removing `#load-failure`.
 */

import { languageDetails } from '@kitewise/rules/language'
import { fatalTexts, type FatalTexts } from '@kitewise/texts/web/fatal'
import { type ChunkFailure, chunkFailureText, chunkTimeoutMs, reasonOfFailure } from '../lib/chunk-loading.ts'
import { startLanguage } from '../lib/i18n/stored-language.ts'
import { hideSlow, watchProgress } from './tell-slow.ts'

declare global {
  interface Window {
    /** In every page, so the app's last resort (app/root-error.tsx) takes them from here. */
    fatalTexts: FatalTexts
  }
}
window.fatalTexts = fatalTexts

/** The files of the app are under /static/; extensions add others. */
const firstFiles = ['script[type="module"][src', 'link[rel="stylesheet"][href']
  .map((file) => `${file}^="/static/"]`)
  .join()
const come = new Set<Element>()

const addressOf = (file: Element): string =>
  file instanceof HTMLScriptElement ? file.src : (file as HTMLLinkElement).href

/** The chunk's name in `/static/js/session.a1b2c3.chunk.js`. */
const idOf = (address: string): string => /([^/.]+)[^/]*$/.exec(address)?.[1] ?? address

const reload = (): void => location.reload()

/** Fills in the words. Until the body has been parsed there is no place for them. */
const fill = (fileDetail: string, isFinal: boolean): void => {
  // check-browser.ts has told the reason.
  if (document.documentElement.dataset.loadFailed === 'old-browser') return
  hideSlow()
  if (isFinal) document.documentElement.dataset.loadFailed = ''
  const view = document.getElementById('load-failure')
  if (view === null) {
    if (document.readyState === 'loading') setTimeout(fill, 30, fileDetail, isFinal)
    return
  }
  const language = startLanguage()
  const t = fatalTexts[language] ?? fatalTexts.en
  document.documentElement.lang = languageDetails[language].bcp47
  view.hidden = false
  const say = (selector: string, words: string): void => {
    const place = view.querySelector(selector)
    if (place !== null) place.textContent = words
  }
  say('h1', t.title)
  say('p', t.text)
  say('pre', fileDetail)
  say('button', t.reload)
  say('a', t.home)
  view.querySelector('button')?.addEventListener('click', reload)
}

/** The first failed file is the one to name. */
let failed: { file: Element; reason: ChunkFailure } | undefined

const tell = (isFinal: boolean): void => {
  if (failed !== undefined) fill(chunkFailureText(idOf(addressOf(failed.file)), failed.reason), isFinal)
}

/** Without its entry or its style sheet the app cannot start. */
const follow = async (file: Element): Promise<void> => {
  // The entry may fail because of another file, which may report a moment later.
  if (file instanceof HTMLScriptElement) await new Promise((resolve) => setTimeout(resolve, 100))
  const isFirst = failed === undefined
  failed ??= { file, reason: 'error' }
  tell(true)
  if (!isFirst) return
  failed.reason = await reasonOfFailure(addressOf(file))
  tell(false)
}

/** main.tsx removes the view when the app has started. */
const hasStarted = (): boolean => document.readyState !== 'loading' && document.getElementById('load-failure') === null

addEventListener(
  'error',
  (event: Omit<ErrorEvent, 'filename'> & { filename?: string }) => {
    const { target } = event
    if (hasStarted()) return
    if (target instanceof Element) {
      if (target.matches(firstFiles)) void follow(target)
      return
    }
    // One of our scripts that this browser cannot run. Errors of extensions are ignored, and an event may name no file.
    if (event.filename?.startsWith(`${location.origin}/static/`)) fill('', true)
  },
  true,
)
watchProgress((file) => come.add(file))

setTimeout(() => {
  const pending = [...document.querySelectorAll(firstFiles)].filter((file) => !come.has(file))
  // The entry waits for the other files, so it is named last.
  const named = pending.find((file) => file instanceof HTMLLinkElement) ?? pending[0]
  if (named === undefined || hasStarted()) return
  failed ??= { file: named, reason: 'timeout' }
  tell(true)
}, chunkTimeoutMs)
