import { newEmail, openCheckout, payBy, payingCard, reachOffer, setPin, startDayOne } from '../support/buyer.ts'
import { confirmWith, enterAsOwner, openPerson } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

test('staff change the plan of a trial, and the learner sees what comes @laptop', async ({ page, world, browser }) => {
  test.slow()
  const email = newEmail()
  await reachOffer(page, email)
  await openCheckout(page)
  await payBy(page, payingCard)
  await startDayOne(page)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)

  const desk = await enterAsOwner(browser, world)
  await openPerson(desk, email)
  await desk.getByRole('button', { name: 'Change plan' }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByText(/It takes effect with the next payment/)).toBeVisible()
  await dialog.getByLabel('New plan').selectOption('four-weeks')
  await confirmWith(desk, 'Change plan')
  await expect(desk.getByText('Changes to')).toBeVisible()
  await desk.context().close()

  await page.goto('/subscription')
  await expect(page.getByText(/Your plan changes on .* From then on, it’s \$24.99 \/ 4 weeks/)).toBeVisible()
  await expect(page.getByText(/That day, we’ll charge \$24.99 for the first time/)).toBeVisible()
})
