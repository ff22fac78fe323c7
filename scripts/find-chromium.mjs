import { existsSync } from 'node:fs'
import { installWithApt } from './install-with-apt.mjs'

/** The same engine without windows and notifications: the journeys take a third less time. */
const shell = '/usr/bin/chromium-headless-shell'

const browsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const find = (needs) =>
  [process.env.CHROMIUM_PATH, shell, ...browsers].find(
    (path) => path !== undefined && existsSync(path) && !(needs === 'notifications' && path.includes('headless-shell')),
  )

/**
 * Finds the system's browser for the journeys, or installs the system's package if permitted.
 * @param {'pages' | 'notifications'} needs what the journey does with it
 * @returns {string} path of the executable
 * @throws {Error} with instructions if there is none
 */
export function findChromium(needs = 'pages') {
  if (find(needs) === undefined) installWithApt('Chromium', ['chromium', 'chromium-headless-shell'])
  const path = find(needs)
  if (path === undefined) {
    throw new Error(
      'The browser tests need Chromium or Chrome. Install one and name it: CHROMIUM_PATH=/path/to/chromium npm test',
    )
  }
  return path
}
