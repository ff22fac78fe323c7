/** Inlined into index.html: what must happen before the first paint, and what must work when every other file fails. */

import type { EarlyFiles } from '../../build/early-files.ts'
import { startLanguage } from '../lib/i18n/stored-language.ts'
import { applyPreferences } from '../lib/preferences.ts'
import './tell-failure.ts'

/** Replaced by the build, which knows the names of the files. */
declare const EARLY_FILES: EarlyFiles

const request = (file: string): void => {
  const link = document.createElement('link')
  if (file.slice(-4) === '.css') {
    link.rel = 'preload'
    link.as = 'style'
  } else link.rel = 'modulepreload'
  link.href = `/${file}`
  document.head.appendChild(link)
}

/**
 * Requests the first screen's scripts, styles and texts together with the entry. Otherwise the browser would learn of
 * them only after the entry has arrived and run.
 */
function requestEarly(): void {
  const { files, screens, texts, signedIn } = EARLY_FILES
  const isSignedIn = Boolean(localStorage.getItem('jwt_token'))
  const path = location.pathname === '/' ? (isSignedIn ? '/profile' : '/login') : location.pathname
  const screen = screens.find(([address]) => new RegExp(address).test(path))
  if (screen === undefined) return
  const [, groups, own] = screen
  const language = startLanguage()
  for (const group of groups) {
    const index = texts[`${language}-${group}`]
    if (index !== undefined) request(files[index] ?? '')
  }
  for (const index of isSignedIn ? signedIn.concat(own.filter((one) => signedIn.indexOf(one) < 0)) : own)
    request(files[index] ?? '')
}

try {
  applyPreferences()
} catch {
  // A browser too old for it shows the light theme.
}
try {
  requestEarly()
} catch {
  // A browser without storage requests the files later.
}
