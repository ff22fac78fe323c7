import { type ElementHandle, launch } from 'puppeteer-core'
import { ensureFirefox } from '../../scripts/find-engines.mjs'
import type { Driver, Engine } from './driver.ts'

/** Firefox by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(): Promise<Engine> {
  const executablePath = ensureFirefox()
  if (executablePath === undefined) throw new Error('There is no Firefox on this machine.')
  const browser = await launch({ browser: 'firefox', executablePath, headless: true })
  return {
    visit: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 390, height: 844 })
      const errors: string[] = []
      page.on('pageerror', (error) => {
        const message = error instanceof Error ? error.message : String(error)
        // It reports files of a page that was left like errors of a script.
        if (!/^(downloadable font|Failed to load ‘|(Error: )?Unable to preload CSS)/.test(message)) errors.push(message)
      })
      const driver: Driver<ElementHandle> = {
        open: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
        reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
        back: async () => void (await page.goBack({ waitUntil: 'domcontentloaded' })),
        address: async () => page.url(),
        run: (body) => page.evaluate(`(() => { ${body} })()`),
        find: async (body) => (await page.evaluateHandle(`(() => { ${body} })()`)).asElement() as ElementHandle | null,
        click: (element) => element.click(),
        type: (text) => page.keyboard.type(text),
        press: (key) => page.keyboard.press(key),
        screenshot: async () => Buffer.from(await page.screenshot()),
        errors: () => errors,
        close: () => context.close(),
      }
      return driver as Driver
    },
    close: () => browser.close(),
  }
}
