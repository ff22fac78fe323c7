import { enterCoupon, newEmail, reachOffer, setPin, startDayOne } from '../support/buyer.ts'
import { createCoupon, enterAsOwner } from '../support/desk.ts'
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

test('a code made at the desk reduces the price of what is bought on the Stripe-hosted page', async ({
  page,
  world,
  browser,
}) => {
  test.slow()
  const desk = await enterAsOwner(browser, world)
  const code = await createCoupon(desk, 50, (dialog) => dialog.getByRole('spinbutton', { name: 'Months' }).fill('2'))
  await reachOffer(page, newEmail())
  await enterCoupon(page, code)
  await expect(page.getByText('First charge: $14.99')).toBeVisible()
  await page.getByRole('button', { name: 'Start the free trial' }).click()
  await expect(heading(page, 'Checkout')).toBeVisible()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await startDayOne(page)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/subscription')
  await expect(page.getByText(/That day, we’ll charge \$14\.99 for the first time/)).toBeVisible()
  await expect(page.getByText(/^With your code, the next payment is \$14\.99\. From .* on, you pay/)).toBeVisible()
  await desk.reload()
  await expect(
    desk
      .getByRole('row', { name: new RegExp(code) })
      .getByRole('cell')
      .nth(5),
  ).toHaveText('1')
  await desk.context().close()
})
