import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { findFreePort } from '../../apps/server/src/test-support/find-free-port.ts'
import { ensureWebKit } from '../../scripts/find-engines.mjs'
import type { Driver, Engine } from './driver.ts'

/** Safari's engine by WebDriver, in a window of WebKitGTK's test browser on a screen that nobody sees. */
export async function startWebKit(): Promise<Engine> {
  const paths = ensureWebKit()
  if (paths === undefined) throw new Error('There is no WebKitGTK with WebDriver on this machine.')
  const screen = spawn(paths.screen, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = `:${await firstLine(screen.stdout)}`
  const port = await findFreePort()
  const driver = spawn(paths.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Its sandbox needs rights that root in a container doesn't have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const address = `http://127.0.0.1:${port}`
  await ready(address, driver)
  return {
    visit: async () => {
      const session = await new Builder()
        .usingServer(address)
        .withCapabilities({
          browserName: 'MiniBrowser',
          pageLoadStrategy: 'none',
          'webkitgtk:browserOptions': { binary: paths.browser, args: ['--automation'] },
        })
        .build()
      await session.manage().window().setRect({ width: 420, height: 900 })
      return driverOf(session) as Driver
    },
    close: async () => {
      await Promise.all([driver, screen].map(end))
    },
  }
}

const driverOf = (session: WebDriver): Driver<WebElement> => ({
  open: (address) => session.get(address),
  reload: () => session.navigate().refresh(),
  back: () => session.navigate().back(),
  address: () => session.getCurrentUrl(),
  run: (body) => session.executeScript(body),
  find: (body) => session.executeScript<WebElement | null>(body),
  click: (element) => element.click(),
  type: (text) => session.actions().sendKeys(text).perform(),
  press: (key) => session.actions().sendKeys({ Enter: Key.ENTER, Tab: Key.TAB, Escape: Key.ESCAPE }[key]).perform(),
  screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
  errors: () => [],
  close: () => session.quit(),
})

const firstLine = async (output: Readable): Promise<string> => {
  const [line] = (await once(createInterface(output), 'line')) as [string]
  return line.trim()
}

/** The driver says nothing when it listens, so it is asked until it answers. */
const ready = async (address: string, driver: ChildProcess): Promise<void> => {
  if (driver.exitCode !== null) throw new Error(`WebKit's driver ended with code ${driver.exitCode}.`)
  const answer = await fetch(`${address}/status`).catch(() => null)
  if (answer?.ok) return
  await new Promise((resolve) => setTimeout(resolve, 50))
  await ready(address, driver)
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
