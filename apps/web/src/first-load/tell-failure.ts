import { languageDetails } from '@kitewise/rules/language'
import { fatalTexts } from '@kitewise/texts/web/fatal'
import { chunkTimeoutMs, chunkFailureText, reasonOfFailure, type ChunkFailure } from '../lib/chunk-loading.ts'
import { startLanguage } from '../lib/i18n/start-language.ts'

/**
 * Travels inside index.html, so that a page whose first files fail says so instead of staying blank. It needs nothing but the document.
 * main.tsx ends its work: see `#load-failure` there.
 */
const firstFiles = 'script[type="module"][src], link[rel="modulepreload"], link[rel="stylesheet"]'
const come = new Set<Element>()

const addressOf = (file: Element): string =>
  file instanceof HTMLScriptElement ? file.src : (file as HTMLLinkElement).href

/** The chunk's name in `/static/js/session.a1b2c3.chunk.js`. */
const idOf = (address: string): string => /([^/.]+)[^/]*$/.exec(address)?.[1] ?? address

/** Puts the words in place. Until the body has been read there is no place for them. */
const fill = (fileDetail: string, isFinal: boolean): void => {
  const view = document.getElementById('load-failure')
  if (view === null) {
    if (document.readyState === 'loading') setTimeout(fill, 30, fileDetail, isFinal)
    return
  }
  if (isFinal) view.dataset.final = ''
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
  view.querySelector('button')?.addEventListener('click', () => location.reload())
}

const tell = (file: Element, reason: ChunkFailure, isFinal: boolean): void =>
  fill(chunkFailureText(idOf(addressOf(file)), reason), isFinal)

/** The first file that failed is the one to name: the entry fails because of it. */
let failed: Element | undefined

/** Without its entry or its style sheet the app must not start; of a script that was asked for ahead the browser decides. */
const follow = async (file: Element): Promise<void> => {
  const isFinal = !file.matches('[rel="modulepreload"]')
  failed ??= file
  const named = failed
  tell(named, 'error', isFinal)
  if (named !== file) return
  const reason = await reasonOfFailure(addressOf(file))
  if (reason !== 'error') tell(file, reason, isFinal)
}

/** main.tsx takes the view away when the app has started. */
const hasStarted = (): boolean => document.readyState !== 'loading' && document.getElementById('load-failure') === null

addEventListener(
  'error',
  (event) => {
    const { target } = event
    if (hasStarted()) return
    if (target instanceof Element) {
      if (target.matches(firstFiles)) void follow(target)
      return
    }
    // A script of ours that this browser cannot run. Errors of extensions are none of ours.
    if (event.filename.startsWith(`${location.origin}/static/`)) fill('', true)
  },
  true,
)
addEventListener('load', ({ target }) => void (target instanceof Element && come.add(target)), true)

setTimeout(() => {
  const pending = [...document.querySelectorAll(firstFiles)].find((file) => !come.has(file))
  if (pending !== undefined && !hasStarted()) tell(pending, 'timeout', true)
}, chunkTimeoutMs)
