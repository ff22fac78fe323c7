/**
 * The first script of the app's and the desk's page. What it tests draws the same line as build/supported-browsers.ts:
 * a test compares both with MDN's data.
 */

import { tellOldBrowser } from './old-browser.ts'

/** Modules, then what came with Firefox 121, Chrome 111 and Safari 16.4. */
function isSupported(): boolean {
  return (
    'noModule' in document.createElement('script') &&
    CSS.supports('selector(:has(a))') &&
    CSS.supports('color', 'color-mix(in srgb, red, red)') &&
    CSS.supports('height', '1lh')
  )
}

function check(): boolean {
  try {
    return isSupported()
  } catch {
    return false
  }
}

if (!check()) tellOldBrowser()
