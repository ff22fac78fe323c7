import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { App } from '../src/app/app.tsx'
import { preloadScreens } from '../src/app/screens.ts'
import { navigator } from '../src/lib/app-history.ts'
import { needTexts } from '../src/lib/i18n/texts.tsx'

/**
 * Draws a screen as the app shows it first, for draw-in-worker.ts, in whose DOM this runs.
 * @returns the markup inside `#root`, and the title of the tab
 */
export async function drawScreen(path: string): Promise<{ title: string; markup: string }> {
  navigator.replace(path)
  await Promise.all([needTexts(), preloadScreens(path)])
  const failures: unknown[] = []
  const { prelude } = await prerenderToNodeStream(<App />, {
    // Otherwise a large part is moved by an inline script, which the content security policy blocks.
    progressiveChunkSize: 1e9,
    onError: (error) => void failures.push(error),
  })
  const markup = await text(prelude)
  if (failures.length > 0) throw new Error(`${path} cannot be drawn.`, { cause: failures[0] })
  return { title: document.title, markup }
}
