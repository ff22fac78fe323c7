import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preloadScreens } from './app/screens.ts'
import { noteEarlyInput } from './lib/early-input.ts'
import { rememberStartLanguage } from './lib/i18n/language.ts'
import { needTexts } from './lib/i18n/texts.tsx'
import { logError } from './lib/log-error.ts'
import { followPreferences } from './lib/preferences.ts'
import { registerServiceWorker } from './lib/service-worker.ts'
import { followOtherTabs } from './lib/session/session.ts'
import './styles/fonts.css'
import './styles/reset.css'
import './styles/tokens.css'

const start = (): void => {
  followPreferences()
  rememberStartLanguage()
  followOtherTabs()
  // Requested before React starts, so texts and first screen load in parallel; the provider reports a failure.
  const texts = needTexts().catch(() => undefined)
  const screens = preloadScreens(location.pathname)

  const container = document.getElementById('root')
  if (container === null) throw new Error('index.html has no #root')
  const ready = Promise.all([texts, screens])
  const { drawnFor, stale } = document.documentElement.dataset
  if (drawnFor === 'visitor' && stale === undefined) void ready.then(() => adopt(container))
  else if (drawnFor === 'learner' && stale === undefined) void ready.then(() => draw(container))
  else {
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
    void Promise.race([ready, patience]).then(() => draw(container))
  }
  registerServiceWorker()
}

/** Takes over the page as the build has drawn it. */
const adopt = (container: HTMLElement): void => {
  // From here on React hears every press itself.
  delete document.documentElement.dataset.drawnFor
  // A translator has been here: React draws the page anew.
  const isTranslated = container.textContent !== window.drawnWords
  const putBack = noteEarlyInput(container)
  const end = (): void => {
    putBack()
    endAdoption()
  }
  hydrateRoot(container, <App onReady={end} />, {
    onRecoverableError: (error) => isTranslated || logError('The drawn page differs from the screen.', error),
  })
}

const endAdoption = (): void => {
  endFirstLoad()
  pressAgain()
}

/** What was pressed before (first-load/start.ts), once fields have taken over what was typed. */
const pressAgain = (): void => {
  const { earlyPress } = window
  if (earlyPress?.isConnected) requestAnimationFrame(() => setTimeout(() => earlyPress.click()))
}

/** Replaces what the build has drawn, if anything. */
const draw = (container: HTMLElement): void => {
  // From here on first-load/start.ts leaves the frame alone.
  delete document.documentElement.dataset.drawnFor
  delete document.documentElement.dataset.stale
  createRoot(container).render(<App onReady={endFirstLoad} />)
}

/** From here on the app itself says when something is slow. */
const endFirstLoad = (): void => document.getElementById('load-slow')?.remove()

/** A screen that loads within this time shows no skeleton. */
const patienceMs = 150

/** Our style sheets that are still on their way: a module doesn't wait for those in the body in every engine. */
const unloadedSheets = [
  ...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href^="/static/"]'),
].filter(({ sheet }) => sheet === null)

// One that fails never loads: first-load/tell-failure.ts shows that a required file is missing.
const startStyled = (): void => {
  if (document.documentElement.dataset.loadFailed !== undefined) return
  start()
  document.getElementById('load-failure')?.remove()
}

if (unloadedSheets.length === 0) startStyled()
else
  void Promise.all(
    unloadedSheets.map((link) => new Promise((resolve) => link.addEventListener('load', resolve, { once: true }))),
  ).then(startStyled)
