import { newPin, openPinMail, typePin } from '../support/buyer.ts'
import { heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

test('the mailed link resets a forgotten PIN and works once', async ({ page, world }) => {
  const { email } = await world.makeLearner()
  await page.goto('/restore-pass')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If there’s an account for ${email}`)).toBeVisible()
  const link = await openPinMail(page, email)

  await expect(heading(page, 'Set your PIN')).toBeVisible()
  expect(page.url()).not.toContain('token')
  await typePin(page, '1234')
  await expect(page.getByText(/too easy to guess: the digits follow one another/).first()).toBeVisible()
  await typePin(page, newPin)
  await expect(heading(page, 'Enter your PIN again')).toBeVisible()
  expect(page.url()).not.toContain(newPin)
  await typePin(page, '9173')
  await expect(page.getByText('PIN codes do not match.').first()).toBeVisible()
  await typePin(page, newPin)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Your PIN is ready.')).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.goto(link)
  await expect(page.getByText('This link is no longer valid. Ask for a new one.')).toBeVisible()
})

test('an address without an account gets the same response but no mail', async ({ page }) => {
  await page.goto('/restore-pass')
  await page.getByLabel('Email').fill('nobody-at-all@kitewise.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If there’s an account for nobody-at-all@kitewise.example')).toBeVisible()
  await page.goto('/dev/mailbox')
  await expect(page.getByRole('article').filter({ hasText: 'To nobody-at-all' })).toHaveCount(0)
})

test('the second PIN step without the first leads back to the first', async ({ page }) => {
  await page.goto('/confirm-pin?email=ana%40kitewise.example')
  await expect(page).toHaveURL(/\/pin\?email=ana/)
  await expect(heading(page, 'Set your PIN')).toBeVisible()
})
