import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installWithApt } from './install-with-apt.mjs'

const findFirefox = () =>
  [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path !== undefined && existsSync(path),
  )

/** WebKitGTK's test browser is in a folder of the platform and the version. */
const findMiniBrowser = () =>
  ['/usr/lib', '/usr/libexec']
    .flatMap((folder) => (existsSync(folder) ? [folder, ...readdirSync(folder).map((name) => join(folder, name))] : []))
    .flatMap((folder) => ['webkit2gtk-4.1', 'webkitgtk-6.0'].map((name) => join(folder, name, 'MiniBrowser')))
    .find((path) => existsSync(path))

const findWebKit = () => {
  const [driver, screen] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']
  const browser = findMiniBrowser()
  return existsSync(driver) && existsSync(screen) && browser !== undefined ? { driver, screen, browser } : undefined
}

/**
 * Finds Firefox, or installs the system's package if permitted.
 * @returns {string | undefined} path of the executable
 */
export function ensureFirefox() {
  if (findFirefox() === undefined) installWithApt('Firefox', ['firefox-esr'])
  return findFirefox()
}

/**
 * Finds Safari's engine with its WebDriver and a screen for it, or installs the system's packages if permitted.
 * @returns {{ driver: string, screen: string, browser: string } | undefined} paths of the executables
 */
export function ensureWebKit() {
  if (findWebKit() === undefined) installWithApt('WebKit', ['webkit2gtk-driver', 'xvfb'])
  return findWebKit()
}
