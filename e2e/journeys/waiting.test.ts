import type { Page, Route } from '@playwright/test'
import { addPasskeyDevice, enrol } from '../support/desk.ts'
import { enterPin, expect, test } from '../support/test.ts'

/** Holds the requests of a pattern until `release`; those after it go through. */
const hold = async (page: Page, pattern: RegExp) => {
  const held: Route[] = []
  let isHolding = true
  await page.route(pattern, async (route) => {
    if (isHolding) held.push(route)
    else await route.continue()
  })
  return {
    count: () => held.length,
    letPass: () => (isHolding = false),
    release: () => Promise.all(held.map((route) => route.continue())),
  }
}

const slow = (page: Page) => page.getByText('This is taking longer than usual.')

/** The page's own clock, so that no test waits. */
const waitTenSeconds = (page: Page) => page.clock.runFor(10_000)

test.describe('after ten seconds without progress', () => {
  test.beforeEach(({ page }) => page.clock.install())

  test('a screen whose data is on its way says so and asks again @laptop', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner())
    // Of a screen whose data the app itself asks for: then it has begun to count.
    const data = await hold(page, /\/api\/user-subscription/)
    await page.goto('/subscription', { waitUntil: 'commit' })
    await expect.poll(data.count).toBeGreaterThan(0)
    await page.clock.runFor(5_000)
    await expect(slow(page)).toHaveCount(0)
    await waitTenSeconds(page)
    await expect(slow(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeInViewport({ ratio: 1 })
    data.letPass()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
    await expect(slow(page)).toHaveCount(0)
    await data.release()
  })

  test('a press that waits for the server says so, and another one asks again', async ({ page, world }) => {
    const { email, pin } = await world.makeLearner()
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'LOG IN' }).click()
    const answer = await hold(page, /\/product-user\/login$/)
    await enterPin(page, pin)
    await expect.poll(answer.count).toBe(1)
    await waitTenSeconds(page)
    await expect(slow(page)).toBeVisible()
    answer.letPass()
    await slow(page).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await answer.release()
  })

  test('a screen whose script does not come offers to try again', async ({ page, world, signIn }) => {
    await signIn(await world.makeLearner())
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const script = await hold(page, /\/team\.[\w-]+\.chunk\.js$/)
    await page.goto('/team', { waitUntil: 'commit' })
    await expect.poll(script.count).toBeGreaterThan(0)
    await page.clock.runFor(1_000)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
    await expect(page.locator('#load-slow')).toHaveCount(0)
    await waitTenSeconds(page)
    await expect(slow(page)).toBeVisible()
    script.letPass()
    await page.getByRole('button', { name: /Try again|Reload/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await script.release()
  })

  for (const [what, pattern] of [
    ['script', /\/core\.[\w-]+\.chunk\.js$/],
    ['texts', /\/texts-en-core\.[\w-]+\.chunk\.js$/],
  ] as const)
    test(`a page whose first ${what} does not come offers a reload`, async ({ page }) => {
      const file = await hold(page, pattern)
      await page.goto('/login', { waitUntil: 'commit' })
      await expect.poll(file.count).toBeGreaterThan(0)
      await waitTenSeconds(page)
      await expect(slow(page)).toBeVisible()
      file.letPass()
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByLabel('Email')).toBeEnabled()
      await page.getByLabel('Email').fill('somebody@example.com')
      await page.getByRole('button', { name: 'LOG IN' }).click()
      await expect(
        page
          .getByRole('group', { name: /PIN/i })
          .or(page.getByLabel(/digit 1/i))
          .first(),
      ).toBeVisible()
      await expect(slow(page)).toHaveCount(0)
      await file.release()
    })
})

test.describe('the desk after ten seconds without progress', () => {
  test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 800 }))

  for (const [what, pattern] of [
    ['script', /\/desk\/static\/index-[\w-]+\.js$/],
    ['style sheet', /\/desk\/static\/index-[\w-]+\.css$/],
  ] as const)
    test(`offers a reload when its ${what} does not come`, async ({ page }) => {
      const file = await hold(page, pattern)
      await page.goto('/desk', { waitUntil: 'commit' })
      await expect.poll(file.count).toBeGreaterThan(0)
      await expect(slow(page)).toBeAttached()
      await expect(slow(page)).toBeHidden()
      const delays = await page.evaluate(() =>
        document.getAnimations().map((animation) => {
          animation.finish()
          return animation.effect?.getTiming().delay
        }),
      )
      expect(delays).toEqual([10_000])
      await expect(slow(page)).toBeVisible()
      file.letPass()
      await page.getByRole('link', { name: 'Reload' }).click()
      await expect(page.getByRole('button', { name: /passkey/i })).toBeVisible()
      await expect(slow(page)).toHaveCount(0)
      await file.release()
    })

  test('asks again for data, and loads again for the script of a section', async ({ page, world }) => {
    await addPasskeyDevice(page)
    await enrol(page, await world.addOwner({ email: `owner-${crypto.randomUUID()}@staff.example`, name: 'Olga' }))
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    await page.clock.install()
    const data = await hold(page, /\/api\/desk\/me$/)
    await page.goto('/desk')
    await expect.poll(data.count).toBe(1)
    await expect(page.getByText('Loading …')).toBeVisible()
    await waitTenSeconds(page)
    await expect(slow(page)).toBeVisible()
    data.letPass()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible()
    await expect(slow(page)).toHaveCount(0)
    await data.release()

    const script = await hold(page, /\/money-page-[\w-]+\.js$/)
    await page.getByRole('link', { name: 'Money', exact: true }).click()
    await expect.poll(script.count).toBeGreaterThan(0)
    await expect(page.getByText('Loading …')).toBeVisible()
    await waitTenSeconds(page)
    await expect(slow(page)).toBeVisible()
    script.letPass()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible()
    await script.release()
  })
})

test('what comes on time is never called slow', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(slow(page)).toHaveCount(0)
  await expect(page.locator('#load-slow')).toHaveCount(0)
})
