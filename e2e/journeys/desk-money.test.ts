import { examine } from '../support/examine.ts'
import { startLesson, startOf } from '../support/lesson.ts'
import { confirmWith, enterAsOwner, findMail, openPerson } from '../support/desk.ts'
import { createTeam } from '../support/team.ts'
import { enterPin, expect, test } from '../support/test.ts'

test('a refund gives the money back, ends access with the period, and the learner sees and reads it', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  const learner = await world.makeLearner({ subscription: 'paid' })
  await signIn(learner)
  await page.goto('/subscription')
  await expect(page.getByText(/^It renews automatically/)).toBeVisible()

  const desk = await enterAsOwner(browser, world)
  await openPerson(desk, learner.email)
  const refund = desk.getByRole('button', { name: /^Refund the payment of/ })
  await refund.click()
  const dialog = desk.getByRole('dialog', { name: 'Refund this payment' })
  await expect(dialog.getByLabel(/^Amount in USD/)).toHaveValue('9.99')
  await dialog.getByLabel('Reason').fill('charged by mistake')
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  // Without a decision about access, nothing is sent.
  await expect(dialog.getByLabel('What happens to access')).toBeFocused()
  await dialog.getByLabel('What happens to access').selectOption({ label: 'It ends with the period' })
  await confirmWith(desk, 'Refund', 'charged by mistake')
  await expect(desk.getByRole('list', { name: 'Refunds' }).getByRole('listitem')).toHaveText(
    /9\.99 refunded by Olga, .*: done, access ends with the period$/,
  )
  await expect(refund).toHaveCount(0)

  await page.reload()
  await expect(page.getByText(/^It ends on .* You keep access until then/)).toBeVisible()
  const mail = await findMail(page, learner.email, 'We’ve refunded $9.99')
  await mail
    .getByRole('link', { name: /subscription/ })
    .first()
    .click()
  await expect(page.getByText(/^It ends on .* You keep access until then/)).toBeVisible()
  await startLesson(page, 'l00')
  await desk.context().close()
})

test('a dispute of the bank shows at the desk, and access ends when staff decide so', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  const learner = await world.makeLearner({ subscription: 'disputed' })
  await signIn(learner)
  await page.goto(startOf('l00'))
  await expect(page.getByRole('button', { name: 'START LESSON' })).toBeVisible()

  const desk = await enterAsOwner(browser, world)
  await desk.goto('/desk/money?show=disputes')
  const row = desk.getByRole('table', { name: 'Disputes that are not decided yet' }).getByRole('row').nth(1)
  await expect(row).toContainText('fraudulent')
  await row.getByRole('link', { name: 'Open' }).click()
  await expect(desk.getByRole('heading', { name: learner.email, level: 1 })).toBeVisible()
  await expect(desk.getByText(/Send evidence at the provider by .* Decided: nothing yet\./)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'START LESSON' })).toBeVisible()

  await desk.getByRole('button', { name: 'Decide about access' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Access after the dispute' })
  await dialog.getByLabel('What happens to access').selectOption({ label: 'It ends now' })
  await confirmWith(desk, 'Decide', 'stolen card, says the bank')
  await expect(desk.getByText(/Decided: access ended\./)).toBeVisible()

  await page.goto(startOf('l00'))
  await expect(page.getByText(/User has been logged out\.$/)).toHaveCount(1)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await enterPin(page, learner.pin)
  await expect(page.getByText('Welcome back, your progress is safe')).toBeVisible()
  await desk.context().close()
})

test('staff find an organization by name, see its invoice, and its owner’s page names it @laptop', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  test.slow()
  const owner = await world.makeLearner({ subscription: 'none' })
  await signIn(owner)
  await createTeam(page, 'Silver Kites')
  await page.getByRole('link', { name: 'Seats', exact: true }).click()
  await page.getByText('By invoice', { exact: true }).click()
  await page.getByRole('button', { name: 'Order with an invoice' }).click()
  await expect(page.getByText('Paid by invoice, due after 30 days')).toBeVisible()

  const desk = await enterAsOwner(browser, world)
  await desk.goto('/desk/money?show=organizations')
  await desk.getByLabel('Name or owner').fill('silver')
  await desk.getByLabel('Name or owner').press('Enter')
  const row = desk.getByRole('table', { name: 'Organizations with their seats and contracts' }).getByRole('row').nth(1)
  await expect(row).toContainText('Silver Kites')
  await examine(desk, 'organizations at the desk')
  await row.getByRole('button', { name: 'Invoices of Silver Kites' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Invoices of Silver Kites' })
  await expect(dialog.getByRole('row').nth(1)).toContainText('open')
  await examine(desk, 'invoices of an organization at the desk')
  await desk.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await row.getByRole('link', { name: owner.email }).click()
  const memberships = desk.getByRole('region', { name: 'Organizations' }).getByRole('row').nth(1)
  await expect(memberships).toContainText('Silver Kites')
  await examine(desk, 'a person with an organization at the desk')
  await desk.context().close()
})
