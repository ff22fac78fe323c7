import { AxeBuilder } from '@axe-core/playwright'
import { course, heading, learnOf, startOf } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

const legalScreens = ['/terms', '/privacy', '/subscription-terms']
const publicScreens = [
  '/login',
  '/plans',
  '/restore-pass',
  '/language',
  '/support',
  '/unsubscribe?token=x',
  '/no-such-page',
  ...legalScreens,
]
const learnerScreens = [
  '/dashboard',
  '/courses',
  '/recommended-courses',
  course,
  startOf('l03'),
  `${learnOf('l03')}?fragment=2`,
  learnOf('l01'),
  '/profile',
  '/subscription',
  '/feedback',
  '/language',
  '/support',
  '/boost',
  ...legalScreens,
]

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`every screen in ${colorScheme}`, () => {
    test.use({ colorScheme })

    test(`has nothing for axe to find, signed out, in ${colorScheme} @laptop`, async ({ page }) => {
      // Several screens are examined in one go.
      test.slow()
      // So many screens take their time.
      test.slow()
      for (const screen of publicScreens) {
        await page.goto(screen)
        await page.getByRole('heading').first().waitFor()
        await expect(page.getByRole('status').filter({ hasText: /Loading/ })).toHaveCount(0)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)).toEqual([])
      }
    })

    test(`has nothing for axe to find, signed in, in ${colorScheme} @laptop`, async ({ page, world, signIn }) => {
      // A dozen screens are examined in one go.
      test.slow()
      await signIn(await world.makeLearner({ finishedLessons: 2 }))
      for (const screen of learnerScreens) {
        await page.goto(screen)
        await page.getByRole('heading').first().waitFor()
        await expect(page.getByRole('status').filter({ hasText: /Loading/ })).toHaveCount(0)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)).toEqual([])
      }
    })
  })
}

test('a lesson can be done with the keyboard alone', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto(startOf('l01'))
  await page.getByRole('button', { name: 'START LESSON' }).focus()
  await page.keyboard.press('Enter')
  for (const next of ['Next word, again and again', 'Fluent is not the same as true']) {
    await page.getByRole('button', { name: 'Continue', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, next)).toBeFocused()
  }
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Submit' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Correct answer|Incorrect answer/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Finish Lesson' }).press('Enter')
  await expect(page.getByText('1 of 13 lessons')).toBeVisible()
})

for (const path of ['/dashboard', '/courses', course, learnOf('l01'), '/login', '/privacy']) {
  test(`${path} does not scroll sideways at 320 px`, async ({ page, world, signIn }) => {
    if (path !== '/login') await signIn(await world.makeLearner({ finishedLessons: 2 }))
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}
