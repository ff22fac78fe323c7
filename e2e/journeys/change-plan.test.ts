import { newEmail, openCheckout, payBy, payingCard, reachOffer, setPin, startDayOne } from '../support/buyer.ts'
import { confirmWith, enterAsOwner, openPerson } from '../support/desk.ts'
import { layoutFaults } from '../support/layout-faults.ts'
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

test('a learner changes the plan in the trial, sees what is paid when, and changes back', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ subscription: 'bought' }))
  await page.goto('/subscription')
  const dialog = page.getByRole('dialog', { name: 'Choose your next plan' })
  const open = () => page.getByRole('button', { name: 'Change plan' }).click()
  await open()
  await expect(dialog.getByRole('radio', { name: /Your plan now/ })).toBeChecked()
  await dialog.getByText('12 weeks').first().click()
  await expect(dialog.getByText(/^Today you pay nothing, and your free trial goes on until/)).toBeInViewport()
  await expect(dialog.getByText(/on, you pay \$59.99 \/ 12 weeks until you cancel/)).toBeInViewport()
  expect(await layoutFaults(page), 'the choice of a plan').toEqual([])
  await dialog.getByRole('button', { name: 'Change to this plan' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^Your plan changes on .* From then on, it’s \$59.99 \/ 12 weeks/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/That day, we’ll charge \$59.99 for the first time/)).toBeVisible()

  await open()
  await expect(dialog.getByRole('radio', { name: /Comes next/ })).toBeChecked()
  await dialog.getByRole('radio', { name: /Your plan now/ }).check({ force: true })
  await dialog.getByRole('button', { name: 'Keep my plan as it is' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/That day, we’ll charge \$29.99 for the first time/)).toBeVisible()
})
