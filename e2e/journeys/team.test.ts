import { newEmail, setPin } from '../support/buyer.ts'
import { examine } from '../support/examine.ts'
import { heading } from '../support/lesson.ts'
import { buyByInvoice, createTeam, linkInMail, makeLink } from '../support/team.ts'
import { expect, test } from '../support/test.ts'

test('an owner buys seats, a newcomer joins by a link and learns, and the seat is taken back', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  test.slow()
  await signIn(await world.makeLearner({ subscription: 'none' }))
  await createTeam(page, 'Paper Birds')
  await examine(page, 'team')
  await buyByInvoice(page, 2)
  await examine(page, 'seats of a team')
  const link = await makeLink(page)

  const email = newEmail()
  const phone = await (await browser.newContext({ baseURL: world.url })).newPage()
  await phone.goto(link)
  await expect(heading(phone, 'Learn with Paper Birds')).toBeVisible()
  await expect(phone.getByText('Never your prompts, answers or scores.')).toBeVisible()
  await examine(phone, 'joining a team')
  await phone.getByRole('textbox', { name: 'Email' }).fill(email)
  await phone.getByRole('checkbox').first().check()
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(phone, 'Check your mailbox')).toBeVisible()
  await phone.goto(await linkInMail(phone, email, /\/join#pin/))
  await setPin(phone)
  await phone.getByRole('button', { name: 'Join Paper Birds' }).click()
  await expect(heading(phone, 'You’re in Paper Birds')).toBeVisible()
  await phone.getByRole('link', { name: 'Start learning' }).click()
  await expect(phone).toHaveURL(/\/dashboard$/)
  await phone.getByRole('link', { name: 'Start' }).click()
  await expect(phone.getByRole('button', { name: 'START LESSON' })).toBeVisible()
  await phone.goto('/subscription')
  await expect(phone.getByText('Paid by Paper Birds')).toBeVisible()

  await page.reload()
  // By keyboard: the list has its place again after a person was looked at.
  const person = page.getByRole('button', { name: email })
  await person.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: email })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(person).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Take the seat back' }).click()
  await expect(page.getByText('This person has no seat.')).toBeVisible()
  await phone.goto('/dashboard')
  await expect(phone).toHaveURL(/\/login$/)
  await phone.context().close()
})

test('a list of addresses is checked line by line, and failed lines come back as a file', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ subscription: 'none' }))
  await createTeam(page, 'Paper Boats')
  await page.getByText('Invite by email').click()
  const address = newEmail()
  await page
    .getByLabel('Addresses')
    .fill(`email,name,group\n${address},Ana,Sales\nnot an address,Ben,\n${address},Ana,`)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('1 address can be invited. 2 lines have a problem.')).toBeVisible()
  await expect(page.getByText('These groups will be created: Sales')).toBeVisible()
  await expect(page.getByText('This isn’t an email address.')).toBeVisible()
  await expect(page.getByText('This address is in the list twice.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save lines with problems as a file' }).click()
  expect((await download).suggestedFilename()).toBe('invitations-to-correct.csv')
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  await expect(page.getByText('1 invitation sent.')).toBeVisible()
  await page.getByText('Sent invitations').click()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  // Beside the actions, an address would be a column of letters.
  expect((await page.getByText(address, { exact: true }).last().boundingBox())?.width).toBeGreaterThan(200)
  await examine(page, 'invitations of a team')
  await page.getByRole('link', { name: 'Groups', exact: true }).click()
  await expect(page.getByRole('button', { name: /Sales/ })).toBeVisible()
  await examine(page, 'groups of a team')
})
