import type { Page } from '@playwright/test'
import type { Learner } from '../support/commands.ts'
import { setPin } from '../support/buyer.ts'
import { axeFaults } from '../support/examine.ts'
import { enterPin, expect, test } from '../support/test.ts'

/** Path and query of the newest mailed link to a page, from the embedded mailbox. */
const linkTo = async (page: Page, address: string, path: string): Promise<string> => {
  const mails = page.getByRole('article').filter({ hasText: `To ${address},` })
  const link = mails.locator(`a[href*="/${path}?"]`).first()
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(link).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '', page.url())
  return pathname + search
}

const signInWith = async (page: Page, { email, pin }: Pick<Learner, 'email' | 'pin'>): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await enterPin(page, pin)
}

test("a learner changes the account's address and undoes the change from the old mailbox @laptop", async ({
  page,
  world,
  signIn,
}) => {
  const learner = await world.makeLearner()
  const newEmail = `new-${learner.email}`
  await signIn(learner)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(newEmail)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Verification email has been sent.')).toBeVisible()

  await page.goto(await linkTo(page, newEmail, 'confirm-email-change'))
  await expect(page).toHaveURL(/\/confirm-email-change$/)
  await expect(page.getByRole('navigation', { name: /main/i })).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Email Changed Successfully!' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText(newEmail)).toBeVisible()

  await page.goto(await linkTo(page, learner.email, 'undo-email-change'))
  await expect(page.getByRole('button', { name: 'Undo the change' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('heading', { name: 'Your old email is back' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Choose a new PIN' }).click()
  await setPin(page, '8305')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.evaluate(() => localStorage.clear())
  await signInWith(page, { ...learner, pin: '8305' })
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an old sign-in requires the PIN again and keeps what was typed', async ({ page, world, signIn }) => {
  const learner = await world.makeLearner()
  await signIn(learner)
  await page.goto('/change-email')
  await page.getByLabel('New email').fill(`again-${learner.email}`)
  const tooOld = { data: null, error: { status: 403, name: 'reauthenticate', message: 'Please enter your PIN again.' } }
  await page.route('**/generate-change-email-token', (route) => route.fulfill({ status: 403, json: tooOld }), {
    times: 2,
  })
  await page.getByRole('button', { name: 'Save' }).click()
  const sheet = page.getByRole('dialog', { name: 'Enter your PIN again' })
  await expect(sheet).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('New email')).toHaveValue(`again-${learner.email}`)

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeVisible()
  const firstDigit = sheet.getByLabel('Digit 1 of 4')
  await expect(firstDigit).toBeFocused()
  await page.keyboard.type('1593')
  await expect(page.getByText('That PIN isn’t right. Please try again.')).toBeVisible()
  await expect(firstDigit).toBeFocused()
  await page.keyboard.type(learner.pin)
  await expect(page.getByText('Verification email has been sent.')).toBeVisible()
})

test('a link without its e-mail address says what is missing', async ({ page }) => {
  await page.goto('/confirm-email-change?token=abc')
  await expect(page.getByRole('heading', { name: 'Email Change Failed' })).toBeVisible()
  await expect(page.getByText('Invalid confirmation link. Missing token or email.')).toBeVisible()
})
