import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preloadScreens } from './app/screens.ts'
import { rememberStartLanguage } from './lib/i18n/language.ts'
import { needTexts } from './lib/i18n/texts.tsx'
import { registerServiceWorker } from './lib/service-worker.ts'
import { followOtherTabs } from './lib/session/session.ts'
import './styles/fonts.css'
import './styles/reset.css'
import './styles/tokens.css'

const start = (): void => {
  rememberStartLanguage()
  followOtherTabs()
  // Asked for before React starts, so that sentences and first screen travel side by side; the provider reports a failure.
  const texts = needTexts().catch(() => undefined)
  const screens = preloadScreens(location.pathname)

  const container = document.getElementById('root')
  if (container === null) throw new Error('index.html has no #root')
  const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
  void Promise.race([Promise.all([texts, screens]), patience]).then(() => createRoot(container).render(<App />))
  registerServiceWorker()
}

/** A screen that comes within this time is shown without a skeleton before it. */
const patienceMs = 150

// Otherwise the page says already that a file is missing without which the app cannot be used: first-load/tell-failure.ts.
if (document.documentElement.dataset.loadFailed === undefined) {
  start()
  document.getElementById('load-failure')?.remove()
}
