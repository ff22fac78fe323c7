import type { Page } from '@playwright/test'
import { goOn, heading, learnOf, startLesson, startOf } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

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
const screensKept = (page: Page) =>
  expect
    .poll(async () => (await keptFiles(page)).some((path) => path.includes('/withdrawal.')), { timeout: 30_000 })
    .toBe(true)

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

test('files that fail are tried again, and do not keep the others from being there', async ({
  page,
  world,
  signIn,
  context,
}) => {
  await signIn(await world.makeLearner())
  await context.route('**/static/js/boost.*', (route) =>
    route.request().serviceWorker() ? route.abort() : route.continue(),
  )
  await page.goto('/dashboard')
  await screensKept(page)
  expect((await keptFiles(page)).filter((path) => path.includes('/boost.') && path.endsWith('.js'))).toEqual([])
  await context.unroute('**/static/js/boost.*')
  await page.reload()
  await expect
    .poll(async () => (await keptFiles(page)).filter((path) => path.includes('/boost.')).length, { timeout: 30_000 })
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
