// oxlint-disable no-console -- what runs in the page tells of it there

import type { BrowserContext, Page } from '@playwright/test'

/**
 * Adds to `troubles` each text node that React makes, because a translator could replace it (docs/decisions/0220): React
 * alone calls this function with a text; axe, with an empty one. Texts that are the only content of an element need none. The
 * page of the APIs at /docs comes whole from a library with a framework of its own, and a page of failure from the browser.
 */
export async function noteTextNodes(browser: Page | BrowserContext, troubles: string[]): Promise<void> {
  browser.on('console', (message) => {
    if (/^(React made a text node|Stale text)/.test(message.text())) troubles.push(message.text())
  })
  await browser.addInitScript(() => {
    if (location.pathname === '/docs' || location.protocol === 'chrome-error:') return
    document.createTextNode = (text) => {
      if (text !== '') console.error(`React made a text node: “${text}”`)
      return new Text(text)
    }
  })
}
