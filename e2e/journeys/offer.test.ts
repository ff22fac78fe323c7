import type { Locator } from '@playwright/test'
import { newEmail, openCheckout, reachOffer } from '../support/buyer.ts'
import { openScreen } from '../support/settle.ts'
import { expect, test } from '../support/test.ts'

test('the offer repeats the quiz answers and shows the days and sums of the chosen plan @laptop', async ({ page }) => {
  await reachOffer(page, newEmail())
  await expect(page.getByText('I have very little time', { exact: true })).toBeVisible()
  const timeline = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'What you pay, and when' })
  const knots = timeline.getByRole('listitem')
  await expect(knots).toHaveCount(3)
  await expect(knots.nth(0)).toContainText('$0.00')
  await expect(knots.nth(1)).toContainText('We email you a reminder')
  await expect(knots.nth(2)).toContainText('First charge: $29.99')
  await expect(page.getByRole('button', { name: 'Start the free trial' })).toBeInViewport({ ratio: 1 })

  await page.getByRole('radio', { name: /^12 weeks/ }).check()
  await expect(knots).toHaveCount(2)
  await expect(knots.nth(0)).toContainText('You pay $59.99')
  await expect(page.getByText('12 weeks cost $14.98 less than 3 × 4 weeks.')).toBeVisible()
  await expect(page.getByText(/10 days of learning and 4 finished lessons/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeInViewport({ ratio: 1 })
})

test('after the email step, nothing asks for consent again', async ({ page }) => {
  await reachOffer(page, newEmail())
  await expect(page.getByRole('button', { name: 'Start the free trial' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await openCheckout(page)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('the arrow of the plans begins where their title begins, on the line of the logo @laptop', async ({ page }) => {
  await openScreen(page, '/plans')
  const arrow = await placeOf(page.getByRole('button', { name: 'Back' }).locator('svg'))
  const logo = await placeOf(page.getByRole('banner').getByText('Kitewise', { exact: true }))
  const title = await placeOf(page.getByRole('heading', { level: 1 }))
  expect(Math.abs(arrow.left - title.left), 'px between the arrow and the title').toBeLessThanOrEqual(8)
  expect(Math.abs(arrow.middle - logo.middle), 'px between the arrow and the logo').toBeLessThanOrEqual(2)
})

const placeOf = async (element: Locator): Promise<{ left: number; middle: number }> => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not on the screen.')
  return { left: box.x, middle: box.y + box.height / 2 }
}
