import type { Page } from '@playwright/test'
import { typePin } from '../support/buyer.ts'
import { heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

test.use({ newDevice: 'mail' })

const signInFromTheStart = async (page: Page, email: string, pin: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await typePin(page, pin)
}

/** Waits for the hint about the mailbox, then returns the newest mailed link that registers a browser. */
const readDeviceLink = async (page: Page, email: string): Promise<string> => {
  await expect(page.getByText(/We don’t recognize this browser yet/).first()).toBeVisible()
  const mail = page.getByRole('article').filter({ hasText: `To ${email}` })
  const link = mail.getByRole('link', { name: /login\?token/ }).first()
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  return (await link.getAttribute('href')) ?? ''
}

test('an unknown browser asks for the mailed link once, and is known afterwards @laptop', async ({ page, world }) => {
  const { email, pin } = await world.makeLearner()
  await signInFromTheStart(page, email, pin)
  const link = await readDeviceLink(page, email)

  await page.goto(link)
  await expect(heading(page, 'Enter your PIN')).toBeVisible()
  await expect(page.getByText(`For ${email}`)).toBeVisible()
  await expect(page.getByText('We recognize this browser now. Enter your PIN to sign in.').first()).toBeVisible()
  expect(page.url()).not.toContain('token')
  await typePin(page, pin)
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await signInFromTheStart(page, email, pin)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a used or invalid link says so, and signing in by e-mail still works', async ({ page, world }) => {
  const { email, pin } = await world.makeLearner()
  await signInFromTheStart(page, email, pin)
  const link = await readDeviceLink(page, email)
  await page.goto(link)
  await expect(heading(page, 'Enter your PIN')).toBeVisible()
  for (const over of [link, '/login?token=AAAAAAAAAAAAAAAAAAAAAA']) {
    await page.goto(over)
    await expect(page.getByRole('alert').filter({ hasText: 'This link has been used or has expired' })).toBeVisible()
    expect(page.url()).not.toContain('token')
  }
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await typePin(page, pin)
  await expect(page).toHaveURL(/\/dashboard$/)
})
