import '@kitewise/web/styles/fonts.css'
import '@kitewise/web/styles/tokens.css'
import '@kitewise/web/styles/reset.css'
import { createRoot } from 'react-dom/client'
import { followPreferences } from '../../web/src/lib/preferences.ts'
import { packaged } from './course.ts'
import { connect } from './lms/connection.ts'
import { Player } from './player.tsx'

async function start(): Promise<void> {
  followPreferences()
  const connection = await connect(packaged.format, packaged.courseId)
  window.addEventListener('pagehide', () => connection.abandon())
  // Its session has ended with the page.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<Player connection={connection} />)
}

// first-load/check-course-browser.ts of the web app shows what an old browser needs.
if (document.documentElement.dataset.loadFailed === undefined) void start()
