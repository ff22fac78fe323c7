/** The first script of an exported course's page, before one that older browsers can't read. */

import { tellOldBrowser } from './old-browser.ts'

/** What came with Safari 15.4, and what the oldest supported Chrome and Firefox have. */
function check(): boolean {
  return (
    'at' in [] &&
    'hasOwn' in Object &&
    typeof structuredClone === 'function' &&
    'showModal' in document.createElement('dialog')
  )
}

if (!check()) tellOldBrowser()
