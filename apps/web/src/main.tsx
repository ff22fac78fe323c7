import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { preloadScreens } from './app/preload-screens.ts'
import { rememberStartLanguage } from './lib/i18n/language.ts'
import { needTexts } from './lib/i18n/load-texts.ts'
import { followOtherTabs } from './lib/session/session.ts'
import { registerServiceWorker } from './register-service-worker.ts'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/reset.css'

const start = (): void => {
  rememberStartLanguage()
  followOtherTabs()
  // Asked for before React starts, so that sentences and first screen travel side by side; the provider reports a failure.
  needTexts().catch(() => undefined)
  preloadScreens(location.pathname)

  const container = document.getElementById('root')
  if (container === null) throw new Error('index.html has no #root')
  createRoot(container).render(<App />)
  registerServiceWorker()
}

const loadFailure = document.getElementById('load-failure')
// The page says already that a file is missing without which the app cannot be used.
if (loadFailure?.dataset.final === undefined) {
  start()
  loadFailure?.remove()
}
