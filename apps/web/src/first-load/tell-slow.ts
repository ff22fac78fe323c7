/**
 * Says that the first load takes long, and offers a reload, while the app is on its way. main.tsx removes `#load-slow` once the
 * app responds: a drawn page looks ready before.
 */

import { fatalTexts } from '@kitewise/texts/web/fatal'
import { startLanguage } from '../lib/i18n/stored-language.ts'
import { slowAfterMs } from '../lib/slow-after.ts'

const notice = (): HTMLElement | null => document.getElementById('load-slow')

let timer: ReturnType<typeof setTimeout> | undefined
/** After a failure there is nothing to wait for. */
let isOver = false

const show = (): void => {
  const view = notice()
  const [text, button] = [view?.querySelector('p'), view?.querySelector('button')]
  if (isOver || !view || !text || !button) return
  const t = fatalTexts[startLanguage()] ?? fatalTexts.en
  text.textContent = t.slow
  button.textContent = t.reload
  button.addEventListener('click', () => location.reload())
  view.hidden = false
}

const restart = (): void => {
  clearTimeout(timer)
  timer = setTimeout(show, slowAfterMs)
}

/** Each file that arrives is progress. @param onFile called with its element */
export function watchProgress(onFile: (file: Element) => void): void {
  restart()
  // The load event of a file reaches the document, but never the window.
  document.addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof Element)) return
      onFile(target)
      restart()
    },
    true,
  )
}

export function hideSlow(): void {
  isOver = true
  notice()?.remove()
}
