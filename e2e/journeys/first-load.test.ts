import type { Page, Request } from '@playwright/test'
import { examine } from '../support/examine.ts'
import { screenAddresses } from '../support/screen-addresses.ts'
import { expect, test } from '../support/test.ts'

const failure = (page: Page) => page.locator('#load-failure')
const isCode = (request: Request): boolean => ['script', 'stylesheet'].includes(request.resourceType())
const everyFile = '**/static/**'

/** The failure on screen, with the chunk's name, shown by the page itself or by the app. */
const failureText = (page: Page) => page.getByText(/Loading chunk [\w-]+ failed\.\s\((error|missing|timeout)\)/)

test('when no file loads, every screen says so at once, and Reload recovers', async ({ page }) => {
  test.setTimeout(120_000)
  await page.route(everyFile, (route) => route.abort())
  for (const screen of screenAddresses) {
    await page.goto(screen, { waitUntil: 'commit' })
    await expect(failureText(page), screen).toBeVisible({ timeout: 3_000 })
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' }), screen).toBeVisible()
  }
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await page.unroute(everyFile)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(failure(page)).toHaveCount(0)
})

/** Opens a screen with one of its files blocked, also for the browser's repeated request during the check. */
const openWithout = async (page: Page, screen: string, path: string, check: () => Promise<void>): Promise<void> => {
  await page.route(`**${path}`, (route) => route.abort())
  await page.goto(screen, { waitUntil: 'commit' })
  await check()
  await page.unroute(`**${path}`)
}

/** A missing prefetched file doesn't change the screen. */
const expectNotBlank = (page: Page, message: string): Promise<void> =>
  expect(failureText(page).or(page.getByRole('heading')).first(), message).toBeVisible()

/**
 * Returns a function that opens a screen with one of its files blocked, and checks it once the browser has missed the
 * file. The browser blocks it itself: a route would turn off its cache, and each screen would fetch all other files
 * again.
 */
const makeBlocker = async (page: Page): Promise<typeof openWithout> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const block = (...urls: string[]) => devtools.send('Network.setBlockedURLs', { urls })
  return async (_, screen, path, check) => {
    await block(`*${path}`)
    const missed = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === path)
    await page.goto(screen, { waitUntil: 'commit' })
    await missed
    await check()
    await block()
  }
}

const filesOf = async (page: Page, screen: string): Promise<string[]> => {
  const files = new Set<string>()
  const note = (request: Request): void => {
    if (isCode(request)) files.add(new URL(request.url()).pathname)
  }
  page.on('request', note)
  await page.goto(screen)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  return [...files]
}

/** The files that the page itself references; the app can't start without them. */
const filesOfPage = async (page: Page): Promise<string[]> => {
  const html = await (await page.request.get('/login')).text()
  const [start = ''] = html.split('<template')
  return [
    ...new Set(
      [
        ...(start + html.slice(html.indexOf('</template>'))).matchAll(/(?:src|href)="(\/static\/[^"]+\.(?:js|css))"/g),
      ].map(([, path = '']) => path),
    ),
  ]
}

test('a missing secondary file never leaves a screen blank, signed in or not', async ({ page, world, signIn }) => {
  test.setTimeout(180_000)
  const tried = new Set(await filesOfPage(page))
  const openBlocked = await makeBlocker(page)
  const walk = async (screen: string): Promise<void> => {
    for (const path of await filesOf(page, screen)) {
      if (tried.has(path)) continue
      tried.add(path)
      await openBlocked(page, screen, path, () => expectNotBlank(page, `${screen} without ${path}`))
    }
  }
  await walk('/login')
  expect([...tried].filter((path) => /\/(sign-in|texts-en-core)\./.test(path)).length).toBeGreaterThan(1)
  await signIn(await world.makeLearner())
  await walk('/dashboard')
  await walk('/courses')
  await walk('/course/ai-zero/lesson/ai-zero.l00/learn')
})

test('each file of the page itself is named in its error, with the reason', async ({ page, context }) => {
  const files = await filesOfPage(page)
  expect(files.length).toBe(3)
  for (const path of files) {
    const [, id = ''] = /\/([\w-]+)\.[^/]*$/.exec(path) ?? []
    // A new tab: a file that this one has used before may come from its memory, past the route.
    const tab = await context.newPage()
    await openWithout(tab, '/login', path, () =>
      expect(failure(tab)).toContainText(`Loading chunk ${id} failed.\n(error)`),
    )
    await tab.close()
  }
  await page.route(/\/core\.[^/]*\.js$/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello</p>' }))
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(failure(page)).toContainText('Loading chunk core failed.\n(missing)')
})

test('an error event that names no file, as Firefox sends some, is ignored', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => window.dispatchEvent(new Event('error')))
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('somebody@example.com')
  await expect(failure(page)).toHaveCount(0)
})

test('slow files are not a failure: nothing flashes, and the screen appears', async ({ page }) => {
  const held: (() => void)[] = []
  let isHolding = true
  await page.route(everyFile, async (route) => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const anyFile = page.waitForRequest(everyFile)
  await page.goto('/login', { waitUntil: 'commit' })
  await anyFile
  await expect(failure(page)).toBeHidden()
  await expect(failure(page)).toHaveCount(1)
  isHolding = false
  for (const release of held) release()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(failure(page)).toHaveCount(0)
})

/** Runs in the page: marks each script when it has loaded. */
const markFilesThatCome = (): void =>
  document.addEventListener(
    'load',
    ({ target }) => void (target instanceof HTMLScriptElement && target.setAttribute('data-come', '')),
    true,
  )

test('a file that does not arrive within 120 seconds times out', async ({ page }) => {
  await page.addInitScript(markFilesThatCome)
  await page.clock.install()
  // Never answered.
  await page.route(/\/core\.[^/]*\.js$/, () => {})
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(failure(page)).toHaveCount(1)
  // Let the page's clock run only once nothing but the blocked file is missing.
  await expect(page.locator('script[type="module"]:not([data-come])')).toHaveCount(1)
  await page.clock.runFor(100_000)
  await expect(failure(page)).toBeHidden()
  await page.clock.runFor(20_000)
  await expect(failure(page)).toContainText('Loading chunk core failed.\n(timeout)')
})

test('a script that the browser cannot run shows Unexpected Application Error!', async ({
  page: visit,
  browser,
  world,
}) => {
  // In a separate page, because the expected error would fail the default one.
  await visit.close()
  const context = await browser.newContext({ baseURL: world.url })
  const page = await context.newPage()
  await page.route(/\/core\.[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'this is no script' }),
  )
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await context.close()
})

for (const [locale, title, reload] of [
  ['uk-UA', 'Неочікувана помилка застосунку', 'Перезавантажити'],
  ['fr-CA', 'Une erreur inattendue est survenue', 'Recharger'],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test("the failure is shown in the browser's language and is accessible @laptop", async ({ page }) => {
      await page.route(everyFile, (route) => route.abort())
      await page.goto('/login', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: reload })).toBeFocused()
      await examine(page, `load failure ${locale}`)
    })
  })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a sentence in every language says that JavaScript is required', async ({ page }) => {
    await page.goto('/login')
    // Playwright's text locators skip everything inside <noscript>.
    const sentences = page.locator('noscript p')
    await expect(sentences).toHaveCount(8)
    await expect(sentences.first()).toHaveText('Kitewise needs JavaScript. Please turn it on and reload this page.')
    for (const sentence of await sentences.all()) await expect(sentence).toBeVisible()
    await expect(failure(page)).toBeHidden()
  })
})
