import type { Page } from '@playwright/test'
import { dayOf, expectStreak, moveTo } from '../support/days.ts'
import {
  choose,
  course,
  everythingSent,
  finish,
  goOn,
  heading,
  learnOf,
  startLesson,
  startOf,
  toCourse,
} from '../support/lesson.ts'
import { signInElsewhere } from '../support/sign-in-elsewhere.ts'
import { expect, signInByForm, test } from '../support/test.ts'

// The clock is set only because a new release needs a world of its own.
test.use({ clock: 'set', serviceWorkers: 'allow' })

/** The paths that the service worker has kept, of all versions. */
const keptFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('app-'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

/** Waits until the screens of a learner are kept, which starts some seconds after the first one is there. */
const screensKept = async (page: Page, except = /^$/): Promise<void> => {
  const worker = await (await page.request.get('/sw.js')).text()
  const listed = /shell:(\[[^\]]*\]),screens:(\[[^\]]*\])/.exec(worker)
  const wanted = listed?.slice(1).flatMap((list) => JSON.parse(list) as string[]) ?? []
  expect(wanted.length).toBeGreaterThan(15)
  const missing = async () => {
    const kept = new Set(await keptFiles(page))
    return wanted.filter((path) => !kept.has(path) && !except.test(path))
  }
  await expect.poll(missing, { timeout: 45_000 }).toEqual([])
}

const addresses = [
  '/dashboard',
  '/courses',
  '/recommended-courses',
  '/for-my-work',
  '/course/ai-zero',
  '/course/ai-zero/certificate',
  startOf('l01'),
  learnOf('l01'),
  '/profile',
  '/my-prompts',
  '/boost',
  '/month-plan',
  '/subscription',
  '/subscription/withdrawal',
  '/change-email',
  '/feedback',
  '/language',
  '/delete-account',
  '/reminders',
]

test('every screen of a learner opens without a network, even one that was never open', async ({
  page,
  world,
  signIn,
  context,
}) => {
  test.slow()
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await page.goto('/dashboard')
  await screensKept(page)
  await context.setOffline(true)
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.locator('h1').first()).toBeAttached()
      await expect(page.locator('#load-failure')).toBeHidden()
      await expect(page.getByText(/Loading chunk|could not load/)).toHaveCount(0)
    })
  }
})

test('the scripts of lessons are in the page before a lesson is opened', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  const lesson = page.waitForResponse(
    (response) => /\/static\/js\/lesson\./.test(response.url()) && response.request().serviceWorker() === null,
  )
  await page.goto('/courses')
  await lesson
})

test('files that fail are tried again, and do not keep the others from being there', async ({
  page,
  world,
  signIn,
  context,
}) => {
  await signIn(await world.makeLearner())
  await context.route('**/static/js/account.*', (route) =>
    route.request().serviceWorker() ? route.abort() : route.continue(),
  )
  await page.goto('/dashboard')
  await screensKept(page, /\/account\..*js$/)
  expect((await keptFiles(page)).filter((path) => path.includes('/account.') && path.endsWith('.js'))).toEqual([])
  await context.unroute('**/static/js/account.*')
  await page.reload()
  await expect
    .poll(async () => (await keptFiles(page)).filter((path) => path.includes('/account.')).length, { timeout: 30_000 })
    .toBeGreaterThan(0)
})

test('a new release leaves an open lesson its files, and takes over when the window is closed', async ({
  page,
  world,
  signIn,
  context,
}) => {
  test.slow()
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await startLesson(page, 'l01')
  await screensKept(page)
  const versions = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('app-')))
  const [before] = await versions()

  await world.rebrand({ BRAND_NAME: 'Another' })
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
    .toBe('installed')
  expect(await versions()).toHaveLength(2)
  await context.setOffline(true)
  await goOn(page)
  await expect(heading(page, 'Next word, again and again')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Next word, again and again')).toBeVisible()
  await context.setOffline(false)

  await page.close()
  const next = await context.newPage()
  await next.goto(learnOf('l01'))
  await expect(heading(next, 'Next word, again and again')).toBeVisible()
  await expect
    .poll(() => next.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('app-'))), {
      timeout: 30_000,
    })
    .not.toContain(before)
  await context.setOffline(true)
  await next.reload()
  await expect(heading(next, 'Next word, again and again')).toBeVisible()
  await expect(next).toHaveTitle(/ · Another$/)
  await context.setOffline(false)
  await world.rebrand({})
})

test('the page of another release is never kept as that of this one', async ({ page, world, signIn, context }) => {
  await signIn(await world.makeLearner())
  let asked = 0
  // As from a server that has not been restarted yet.
  await context.route('**/index.html', async (route) => {
    asked += 1
    const headers = { 'content-type': 'text/html', etag: 'W/"another-release-of-this"' }
    await route.fulfill({ headers, body: '<title>Another release</title>' })
  })
  await page.goto('/dashboard')
  await expect.poll(() => asked).toBeGreaterThan(0)
  await context.unroute('**/index.html')
  await expect
    .poll(async () => {
      await page.reload()
      return page.evaluate(async () => (await caches.match('/index.html'))?.text())
    })
    .toContain('<title>Kitewise</title>')
})

test("the server's own pages are never the app, without a network either", async ({ page, world, signIn, context }) => {
  await signIn(await world.makeLearner())
  await page.goto('/dashboard')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.locator('h1').first()).toBeAttached()
  for (const address of [
    '/docs',
    '/desk',
    '/desk/content',
    '/dev/mailbox',
    '/api/courses',
    '/livez',
    '/u/x',
    '/robots.txt',
  ])
    await expect(page.goto(address), address).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const keptCard = (page: Page) => page.getByRole('region', { name: 'On this phone' })

/** Keeps the whole course, with everything the app needs for it. */
const keepCourse = async (page: Page): Promise<void> => {
  await page.goto(course)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await button(page, 'Keep this course on my phone').or(keptCard(page)).first().waitFor()
  if (await button(page, 'Keep this course on my phone').isVisible())
    await button(page, 'Keep this course on my phone').click()
  await expect(keptCard(page)).toContainText(/All lessons and pictures, [\d.]+ (kB|MB)/, { timeout: 30_000 })
  await screensKept(page)
}

test('a kept course: a lesson never opened before is taken and finished offline, and arrives later', async ({
  page,
  world,
  signIn,
  context,
  browser,
}) => {
  test.slow()
  const learner = await world.makeLearner({ finishedLessons: 1 })
  await signIn(learner)
  await page.goto(course)
  await expect(page.getByText(/All lessons and pictures: [\d.]+ (kB|MB)/)).toBeVisible()
  await keepCourse(page)

  await context.setOffline(true)
  await page.goto(startOf('l01'))
  const cover = page.locator('article img').first()
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await button(page, 'START LESSON').click()
  await expect(heading(page, 'What happens when you press Send')).toBeVisible()
  await finish(page)
  await toCourse(page)
  await expect(page.getByText('2 of 14 lessons')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 of 14 lessons')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('1 finished lesson')).toBeVisible()

  await context.setOffline(false)
  await everythingSent(page)
  await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
  const other = await signInElsewhere(browser, world.url, learner)
  await other.goto(course)
  await expect(other.getByText('2 of 14 lessons')).toBeVisible()
  await other.context().close()
})

test('a prompt is checked on the phone, marked as such, and confirmed by the server later', async ({
  page,
  world,
  signIn,
  context,
}) => {
  test.slow()
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await keepCourse(page)
  await context.setOffline(true)
  await page.goto(`${learnOf('l03')}?fragment=2`)
  await button(page, 'Start Practice').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('Enter your prompt...').fill('Write something nice about a Saturday.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Checked on this phone.')).toBeVisible()
  await dialog.getByRole('button', { name: 'CONTINUE' }).click()
  await page.goto('/profile')
  await expect(page.getByText('1 prompt', { exact: true })).toBeVisible()
  const confirmed = page.waitForResponse((response) => response.url().endsWith('/api/openai/evaluate-prompt'))
  await context.setOffline(false)
  expect((await confirmed).status()).toBe(200)
  await everythingSent(page)
})

test('too little room is said, and nothing breaks', async ({ page, world, signIn }) => {
  await page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 50_000, usage: 40_000 })
  })
  await signIn(await world.makeLearner())
  await page.goto(course)
  await button(page, 'Keep this course on my phone').click()
  await expect(page.getByText(/There isn’t enough room on this phone/)).toBeVisible()
  await expect(button(page, 'Continue the download')).toBeVisible()
})

test('what the browser has evicted comes back with the connection', async ({ page, world, signIn, context }) => {
  test.slow()
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await keepCourse(page)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
    for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name)
  })
  await page.goto(learnOf('l01'))
  await expect(heading(page, 'What happens when you press Send')).toBeVisible()
  await screensKept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(heading(page, 'What happens when you press Send')).toBeVisible()
})

/** Everything in the browser that could be a learner's. */
const leftBehind = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const rows = await Promise.all(
      databases.map(
        ({ name = '' }) =>
          new Promise<string[]>((resolve, reject) => {
            const opening = indexedDB.open(name)
            opening.addEventListener('error', () => reject(opening.error))
            opening.addEventListener('success', () => {
              const [store = ''] = opening.result.objectStoreNames
              const reading = opening.result.transaction(store).objectStore(store).getAllKeys()
              reading.addEventListener('success', () =>
                resolve(reading.result.map((key) => `${name}: ${JSON.stringify(key)}`)),
              )
              opening.result.close()
            })
          }),
      ),
    )
    const names = (await caches.keys()).filter((name) => !name.startsWith('app-'))
    return { rows: rows.flat(), caches: names, storage: Object.keys(localStorage).toSorted() }
  })

test('logging out leaves nothing of the learner, after asking about unsent work; the next learner sees nothing of it', async ({
  page,
  world,
  signIn,
  context,
}) => {
  test.slow()
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await keepCourse(page)
  await startLesson(page, 'l01')
  await context.setOffline(true)
  await goOn(page)
  await page.goto('/profile')
  await button(page, 'Log out').click()
  const sheet = page.getByRole('dialog', { name: 'Log out and lose this?' })
  await expect(sheet).toContainText('1 part of a lesson')
  await sheet.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await button(page, 'Log out').click()
  await sheet.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => leftBehind(page)).toMatchObject({ rows: [], caches: [] })
  const { storage } = await leftBehind(page)
  expect(storage.filter((key) => !['auth-storage', 'preferences', 'language'].includes(key))).toEqual([])

  await context.setOffline(false)
  await page.goto('/login')
  await signInByForm(page, await world.makeLearner())
  await context.setOffline(true)
  await page.goto(course)
  await expect(page.getByText('1 of 14 lessons')).toHaveCount(0)
  await expect(keptCard(page)).toHaveCount(0)
})

test('the app is installable: icons and screenshots are there in the sizes that the manifest names', async ({
  page,
}) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  type Image = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string }
  const images: Image[] = [...manifest.icons, ...manifest.screenshots]
  for (const { src, sizes } of images.filter(({ type }) => type === 'image/png')) {
    const bytes = await (await page.request.get(src)).body()
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes)
  }
  const has = (wanted: Partial<Image>) => images.some((image) => expect.objectContaining(wanted).asymmetricMatch(image))
  for (const sizes of ['192x192', '512x512']) {
    expect(has({ sizes, type: 'image/png' })).toBe(true)
    expect(has({ sizes, type: 'image/png', purpose: 'maskable' })).toBe(true)
  }
  expect([has({ form_factor: 'narrow' }), has({ form_factor: 'wide' })]).toEqual([true, true])
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status()).toBe(200)
})

test('the daily practice is done offline, waits, and counts for its day when it arrives on another', async ({
  page,
  world,
  signIn,
  context,
}) => {
  test.slow()
  await moveTo(page, world, dayOf(0))
  await signIn(await world.makeLearner())
  await page.goto('/course/beyond-text/lesson/beyond-text.l01/start')
  await button(page, 'START LESSON').click()
  await choose(page, 'A quiet harbor in the fog')
  await expect(page.getByText('Incorrect answer')).toBeVisible()
  await everythingSent(page)

  await moveTo(page, world, dayOf(1))
  const practice = page.waitForResponse((response) => response.url().endsWith('/api/product-user/review'))
  await page.goto('/dashboard')
  await practice
  await screensKept(page)
  const waiting = page.getByText(/Not saved yet/)

  await test.step('it opens without a network for the first time, and its answer waits', async () => {
    await context.setOffline(true)
    await page.goto('/boost')
    await expect(waiting).toHaveCount(0)
    await choose(page, 'A wall clock at 4:35')
    await expect(page.getByText('Correct answer')).toBeVisible()
    await expect(waiting).toBeVisible()
    await button(page, 'CONTINUE').click()
    await expect(heading(page, 'That’s all for today')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'That’s all for today')).toBeVisible()
    await expect(waiting).toBeVisible()
  })

  await test.step('a day later it arrives, and the day when it was done is a day of the streak', async () => {
    await moveTo(page, world, dayOf(2))
    await context.setOffline(false)
    await everythingSent(page)
    await expect(waiting).toHaveCount(0)
    await expect(heading(page, 'Nothing to review today')).toBeVisible()
    await expect(page.getByText(/The next practice is in \d+ days/)).toBeVisible()
    await expectStreak(page, 2, ['before you started', 'learned', 'learned', 'today, not done yet'])
  })
})
