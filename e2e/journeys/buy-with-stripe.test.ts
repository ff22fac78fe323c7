import { newEmail, reachOffer, setPin, startDayOne } from '../support/buyer.ts'
import { heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

test.use({ provider: 'stripe' })

test('a new visitor pays on the Stripe-hosted page after a declined card, and starts learning @laptop', async ({
  page,
}) => {
  test.slow()
  await reachOffer(page, newEmail())
  await page.getByRole('button', { name: 'Start the free trial' }).click()
  await expect(heading(page, 'Checkout')).toBeVisible()
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await startDayOne(page)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(heading(page, 'Get set up')).toBeVisible()
  await page.goto('/subscription')
  await expect(page.getByText('$29.99 / 1 month')).toBeVisible()
})

test('going back from the Stripe page leads to the offer, and paying then creates one subscription', async ({
  page,
}) => {
  await reachOffer(page, newEmail())
  await page.getByRole('button', { name: 'Start the free trial' }).click()
  await expect(heading(page, 'Checkout')).toBeVisible()
  const firstPage = page.url()
  await page.goBack()
  await expect(heading(page, 'Choose your plan')).toBeVisible()
  await page.getByRole('button', { name: 'Start the free trial' }).click()
  await page.getByRole('link', { name: 'Leave without paying' }).click()
  await expect(heading(page, 'Choose your plan')).toBeVisible()
  await page.getByRole('button', { name: 'Start the free trial' }).click()
  await expect(heading(page, 'Checkout')).toBeVisible()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await startDayOne(page)
  await expect(heading(page, 'Set your PIN')).toBeVisible()
  await page.goto(firstPage)
  await expect(page.getByText('This checkout is over.')).toBeVisible()
})
