import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { rememberStartLanguage, useLanguage } from './lib/i18n/language.ts'
import { loadMessages } from './lib/i18n/load-messages.ts'
import { followOtherTabs } from './lib/session/session.ts'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/reset.css'

rememberStartLanguage()
followOtherTabs()
// Asked for before React starts, so that sentences and first screen travel side by side; the provider reports a failure.
loadMessages(useLanguage.getState().language).catch(() => undefined)

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')
createRoot(container).render(<App />)
