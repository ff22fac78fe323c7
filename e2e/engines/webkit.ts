import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
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
    detached: true,
  })
  const display = `:${await firstLine(screen.stdout)}`
  return {
    visit: () => startBrowser(paths, display),
    close: () => end(screen),
  }
}

type Paths = NonNullable<ReturnType<typeof ensureWebKit>>

/** Its driver has one session at a time, and now and then doesn't end one, so each visit has a driver of its own. */
const startBrowser = async ({ driver: path, browser: binary }: Paths, display: string): Promise<Driver> => {
  const port = await findFreePort()
  const driver = spawn(path, [`--port=${port}`], {
    stdio: 'ignore',
    // A group of processes, which ends with its browser.
    detached: true,
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
  const session = await new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    })
    .build()
  await session.manage().window().setRect({ width: 420, height: 900 })
  return {
    ...driverOf(session),
    close: async () => {
      await answered(session.quit()).catch(() => undefined)
      await end(driver)
    },
  } as Driver
}

const driverOf = (session: WebDriver): Omit<Driver<WebElement>, 'close'> => ({
  open: (address) => session.get(address),
  reload: () => session.navigate().refresh(),
  back: () => session.navigate().back(),
  address: () => session.getCurrentUrl(),
  run: (body) => answered(session.executeScript(body)),
  find: (body) => answered(session.executeScript<WebElement | null>(body)),
  click: (element) => element.click(),
  type: (text) => session.actions().sendKeys(text).perform(),
  press: (key) => session.actions().sendKeys({ Enter: Key.ENTER, Tab: Key.TAB, Escape: Key.ESCAPE }[key]).perform(),
  screenshot: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
  errors: () => [],
})

/** What is asked here ends at once. A script that arrives while the page moves to another process is never answered. */
const answerMs = 3_000
const answered = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  const given = new AbortController()
  const late = wait(answerMs, undefined, { signal: given.signal }).then(() => {
    throw new Error('The browser lost what it was asked.')
  })
  return Promise.race([answer.finally(() => given.abort()), late])
}

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
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
