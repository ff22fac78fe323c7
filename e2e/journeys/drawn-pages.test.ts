import { EventEmitter, once } from 'node:events'
import type { Page, Route } from '@playwright/test'
import { expect, keepInBrowser, test } from '../support/test.ts'
import { dialects, translatePage, translationMark } from '../support/translator.ts'

const publicPages = [
  '/login',
  '/quiz/f1/1/v1',
  '/quiz/f1/5/v1',
  '/quiz/f1/13/v1',
  '/plans',
  '/welcome/find-check',
  '/terms',
  '/privacy',
  '/subscription-terms',
  '/no-such-page',
]
const core = /\/static\/js\/core\./
const html = 'html'
/** Two steps smaller than a short one, with letters that HTML escapes. */
const longName = 'Ñuñu "Їжак" Şahin & Söhne'

/** Collects the differences that React reports while it takes over a page. */
const noteDifferences = (page: Page): string[] => {
  const differences: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('The drawn page differs')) differences.push(`${page.url()}: ${message.text()}`)
  })
  return differences
}

/** Holds the app's script back until the returned function is called. */
const holdScripts = async (page: Page): Promise<() => Promise<void>> => {
  const held: Route[] = []
  await page.route(core, (route) => void held.push(route))
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    for (const route of held) await route.continue()
  }
}

for (const [locale, language, welcome] of [
  ['en-US', 'en', 'Welcome back'],
  ['uk-UA', 'uk', 'З поверненням'],
  ['ja-JP', 'ja', 'おかえりなさい'],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('public pages show their screen without a script, in the language of the browser', async ({ page }) => {
      await page.route(core, () => {})
      for (const path of publicPages) {
        await page.goto(path, { waitUntil: 'commit' })
        await expect(page.locator('#root h1'), path).toBeVisible()
        await expect(page.locator(html), path).toHaveAttribute('lang', language)
      }
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: welcome })).toBeVisible()
    })

    test('the app takes over every page as it is drawn', async ({ page }) => {
      const differences = noteDifferences(page)
      for (const path of publicPages) {
        await page.goto(path)
        await expect(page.locator('html[data-drawn-for]'), path).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        await expect(page.locator(html), path).not.toHaveAttribute('data-stale')
        await expect(page.locator('#load-failure'), path).toHaveCount(0)
      }
      expect(differences).toEqual([])
    })

    test('a certificate shows without a script, and the app takes it over without asking', async ({ page, world }) => {
      const { email, pin } = await world.makeLearner({ finishedLessons: 14 })
      const login = await page.request.post('/api/product-user/login', { data: { email, pin } })
      const { jwt } = (await login.json()) as { jwt: string }
      const issued = await page.request.post('/api/certificates', {
        headers: { authorization: `Bearer ${jwt}`, 'accept-language': locale },
        data: { courseId: 'ai-zero', name: longName },
      })
      const { data } = (await issued.json()) as { data: { certificateUrl: string } }
      const asked: string[] = []
      page.on('request', (request) => request.url().includes('/api/certificates/') && asked.push(request.url()))

      const differences = noteDifferences(page)
      const letScriptsCome = await holdScripts(page)
      await page.goto(data.certificateUrl, { waitUntil: 'commit' })
      const paper = page.getByRole('figure')
      await expect(paper).toContainText(longName)
      await expect(page.getByRole('link', { name: 'PDF' })).toBeVisible()
      const drawn = await paper.evaluate(({ outerHTML }) => outerHTML)
      await letScriptsCome()
      await expect(page.locator('html[data-drawn-for]')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      expect(await paper.evaluate(({ outerHTML }) => outerHTML)).toBe(drawn)
      expect(asked).toEqual([])
      expect(differences).toEqual([])
    })
  })

test('before its style sheets arrive, a page has the font of the right metrics, so that it does not shift', async ({
  page,
}) => {
  await page.route('**/*.css', (route) => route.abort())
  await page.goto('/terms', { waitUntil: 'commit' })
  await expect(page.getByRole('heading').first()).toBeVisible()
  const faces = await page.evaluate(() => [...document.fonts].map(({ family }) => family.replaceAll('"', '')))
  expect(faces).toContain('Manrope Fallback')
})

test('a page that was drawn differently is noticed', async ({ page }) => {
  const differences = noteDifferences(page)
  await page.route('/login', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('Welcome back', 'Drawn differently') })
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect.poll(() => differences).toHaveLength(1)
})

for (const send of ['Enter', 'the button'])
  test(`what is typed before the scripts arrive stays, and is sent by ${send}`, async ({ page, world }) => {
    const { email } = await world.makeLearner()
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Email').pressSequentially(email)
    if (send === 'Enter') await page.keyboard.press('Enter')
    await release()
    if (send !== 'Enter') await page.getByRole('button', { name: 'LOG IN' }).click()
    await expect(page.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
  })

for (const dialect of dialects)
  test(`a page that is translated (${dialect}) before the scripts arrive keeps what was typed and tapped`, async ({
    page,
    world,
  }) => {
    const { email } = await world.makeLearner()
    const differences = noteDifferences(page)
    const release = await holdScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState === 'interactive')
    await page.getByLabel('Email').pressSequentially(email)
    await page.evaluate(translatePage, { dialect, mark: translationMark })
    await page.keyboard.press('Enter')
    await release()
    await expect(page.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()

    const releaseQuiz = await holdScripts(page)
    await page.goto('/quiz/f1/1/v1', { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState === 'interactive')
    await page.evaluate(translatePage, { dialect, mark: translationMark })
    await page.getByRole('button', { name: 'Most weeks' }).click()
    await releaseQuiz()
    await expect(page).toHaveURL(/\/quiz\/f1\/2\/v1$/)
    expect(differences).toEqual([])
  })

test('the address typed before another screen is there after Back and a reload, and is sent', async ({
  page,
  world,
}) => {
  const { email } = await world.makeLearner()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/language$/)
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await expect(page.getByRole('heading', { name: 'Enter your PIN' })).toBeVisible()
})

test('a tap before the scripts arrive counts', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/quiz/f1/1/v1', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Most weeks' }).click()
  await release()
  await expect(page).toHaveURL(/\/quiz\/f1\/2\/v1$/)
})

test('a browser with another language never shows the drawn one', async ({ page }) => {
  await keepInBrowser(page, { user_language: 'es' })
  await page.route(core, () => {})
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator(html)).toHaveAttribute('data-stale')
  await expect(page.locator('#root')).toBeHidden()
  await page.unroute(core)
  await page.goto('/login')
  await expect(page.locator(html)).toHaveAttribute('lang', 'es')
  await expect(page.locator('#root h1')).toBeVisible()
})

test('the theme of the device is there before any script', async ({ page }) => {
  await keepInBrowser(page, { preferences: JSON.stringify({ theme: 'dark' }) })
  await page.route(core, () => {})
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator(html)).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('#root h1')).toBeVisible()
  await expect(page.locator(html)).toHaveCSS('background-color', 'rgb(18, 18, 42)')
  // The browser's own bar.
  await expect(page.locator('meta[name="theme-color"][media="all"]')).toHaveAttribute('content', '#12122A')
})

test('a learner never sees the sign-in, and a visitor never sees a frame', async ({ page, world, signIn }) => {
  await page.route(core, () => {})
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page.locator(html)).toHaveAttribute('data-stale')
  await expect(page.locator('#root')).toBeHidden()
  await page.unroute(core)
  await signIn(await world.makeLearner())
  await page.route(core, () => {})
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator(html)).toHaveAttribute('data-stale')
  await expect(page.locator('#root')).toBeHidden()
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page.getByRole('navigation')).toBeVisible()
})

test("a learner's frame shows what comes next before the scripts, and at once on the next visit", async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await page.route(core, () => {})
  const frame = page.locator('#root [data-first-view]')
  for (const [path, words] of [
    ['/dashboard', 'Your first conversation'],
    ['/courses', 'Your first conversation'],
    ['/course/ai-zero', 'AI from Zero'],
    ['/course/ai-zero/lesson/ai-zero.l03/learn', 'Picture a new colleague'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(frame.getByText(words), path).toBeVisible()
  }
  await page.unroute(core)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your first conversation' })).toBeVisible()
  await expect(frame).toHaveCount(0)
  // The server gives no answer: only this device knows.
  await page.route(/\/api\/|core\./, () => {})
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(frame.getByText('Your first conversation')).toBeVisible()
  await expect(frame.locator('img')).toHaveJSProperty('complete', true)
  await page.unroute(/\/api\/|core\./)
})

test("a learner's screen asks for its data before its scripts, once", async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api|core\.\w/.test(pathname)) asked.push(pathname)
  })
  await page.goto('/courses')
  await expect(page.getByRole('heading', { name: 'Recommended courses' })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/')).slice(0, 2)).toEqual([
    '/api/product-user/first-screen',
    '/api/courses',
  ])
  for (const path of ['/api/product-user/me', '/api/product-user/streak', '/api/user-subscription'])
    expect(asked).not.toContain(path)
  expect(asked.filter((path) => path.startsWith('/api/user-course-progress'))).toEqual([])
})

test('what the frame shows stays until its data is there, however late, without anything kept', async ({
  page,
  world,
  signIn,
}) => {
  const words = 'Your first conversation'
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: words })).toBeVisible()

  const gate = new EventEmitter()
  const released = once(gate, 'open')
  await page.route(/\/api\//, async (route) => {
    await released
    await route.continue()
  })
  await page.clock.install()
  const scripts = page.waitForEvent('requestfinished', (request) => /\/learn\.[\w-]+\.chunk\.js$/.test(request.url()))
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const frame = page.locator('#root [data-first-view]')
  await expect(frame.getByText(words)).toBeVisible()
  await scripts
  await page.evaluate((text) => {
    const root = document.querySelector('#root')
    const note = (): void => void (root?.textContent?.includes(text) || Object.assign(window, { isLost: true }))
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
  }, words)
  await page.clock.runFor(5_000)
  await expect(frame.getByText(words)).toBeVisible()
  gate.emit('open')
  await expect(page.getByRole('heading', { name: words })).toBeVisible()
  expect(await page.evaluate(() => 'isLost' in window)).toBe(false)
})
