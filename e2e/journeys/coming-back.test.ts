import { moveTo } from '../support/days.ts'
import { examine } from '../support/examine.ts'
import { expect, test } from '../support/test.ts'

test.use({ clock: 'set', timezoneId: 'UTC' })

test('a learner who comes back after days away is greeted once, and goes on with one tap @laptop', async ({
  page,
  world,
  signIn,
}) => {
  await moveTo(page, world, '2027-04-01T12:00:00Z')
  await signIn(await world.makeLearner({ finishedLessons: 2, subscription: 'bought' }))
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /Continue|Start/ }).first()).toBeVisible()
  const greeting = page.getByRole('dialog', { name: 'Good to see you' })
  await expect(greeting).toHaveCount(0)

  await moveTo(page, world, '2027-04-07T12:00:00Z')
  await page.goto('/dashboard')
  await expect(greeting.getByText('You’ve finished 2 lessons, and they’re still yours.')).toBeVisible()
  await expect(page.locator('[data-moving]')).toHaveCount(0)
  await examine(page, 'coming back')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(greeting).toHaveCount(0)

  await page.goto('/dashboard')
  await expect(page.getByText(/day/).first()).toBeVisible()
  await expect(greeting).toHaveCount(0)
})
