import type { Page } from '@playwright/test'
import { axeFaults } from '../support/examine.ts'
import { expect, test } from '../support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('a learner gives feedback by keyboard alone and returns to the previous screen @laptop', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Leave feedback' }).click()
  await page.getByRole('button', { name: 'Send feedback' }).press('Enter')
  await expect(page.getByText('Please provide a rating or feedback text')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])

  await page.getByRole('radio', { name: '1 star' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await page.getByLabel('Your feedback').fill('Five minutes are enough.')
  await expect(page.getByText('24 of 150 characters')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await expect(page.getByLabel('Your feedback')).toHaveValue('Five minutes are enough.')
  await page.getByRole('button', { name: 'Send feedback' }).press('Enter')
  await expect(heading(page, 'Thank you!')).toBeFocused()
  await expect(page).toHaveURL(/\/profile$/)

  await page.goto('/feedback')
  await expect(page.getByLabel('Your feedback')).toHaveValue('')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('a signed-out language choice keeps typed text and survives a reload', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('somebody@kitewise.example')
  await page.getByRole('link', { name: /^Language:/ }).click()
  await expect(page.getByRole('radio')).toHaveCount(8)
  await page.getByRole('radio', { name: 'Español' }).check()
  expect(await page.evaluate(() => localStorage.getItem('user_language'))).toBe('es')
  expect(await axeFaults(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Español' })).toBeChecked()
  await page.getByRole('radio', { name: 'English' }).check()
  await page.goBack()
  await expect(page.getByLabel('Email')).toHaveValue('somebody@kitewise.example')
})

test("a learner's language is stored in the profile and applies in another browser", async ({
  page,
  world,
  signIn,
  browser,
}) => {
  const learner = await world.makeLearner()
  await signIn(learner)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'App language' }).click()
  const saved = page.waitForResponse(/update-language/)
  await page.getByRole('radio', { name: 'Türkçe' }).check()
  expect((await saved).status()).toBe(200)
  const other = await (await browser.newContext({ locale: 'fr' })).newPage()
  const token = await page.evaluate(() => localStorage.getItem('jwt_token'))
  await other.addInitScript((jwt) => localStorage.setItem('jwt_token', jwt ?? ''), token)
  await other.goto(`${world.url}/dashboard`)
  await expect.poll(() => other.evaluate(() => localStorage.getItem('user_language'))).toBe('tr')
  await other.context().close()
})

test('a learner turns our emails on and off in the account', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/profile')
  const consent = page.getByRole('switch', { name: /may send me/ })
  await expect(consent).not.toBeChecked()
  await consent.press('Space')
  await expect(page.getByText('You’ll get our tips and news.')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await page.reload()
  await expect(consent).toBeChecked()
  await consent.press('Space')
  await expect(page.getByText(/You won’t get tips and news anymore/)).toBeVisible()
})

test("the link in a marketing mail's header opens a page with a button, and an invalid link says so", async ({
  page,
}) => {
  await page.goto('/u/not-a-token')
  await expect(page).toHaveURL(/\/unsubscribe\?token=not-a-token$/)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText(/This link isn’t complete/)).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})

test('anyone can write to support by keyboard, and the text survives a lost connection', async ({ page }) => {
  await page.goto('/support?concern=Sign-in')
  await page.getByLabel('Email', { exact: true }).fill('ana@kitewise.example')
  await page.getByLabel('Details').fill('I can’t sign in.')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(page.getByText(/Your message wasn’t sent/)).toBeVisible()
  await expect(page.getByLabel('Details')).toHaveValue('I can’t sign in.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(
    page.getByText('We’ve received your message and will answer by email to ana@kitewise.example.'),
  ).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})

test("anyone can write to support: another page fills in the form, and the visitor's mail program opens", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = (address) => {
      document.documentElement.dataset.opened = String(address)
      return window
    }
  })
  await page.goto('/support?concern=Refund')
  await expect(page.getByLabel('What’s it about?')).toHaveValue('Refund')
  await page.getByRole('button', { name: 'Open my email app' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill('ana@kitewise.example')
  await page.getByLabel('Details').fill('Two lines\nof text & more')
  expect(await axeFaults(page)).toEqual([])
  await page.reload()
  await expect(page.getByLabel('Details')).toHaveValue('Two lines\nof text & more')
  await page.getByRole('button', { name: 'Open my email app' }).click()
  await expect(page.getByText(/^Email client opened\./)).toBeVisible()
  const opened = new URL((await page.locator('html').getAttribute('data-opened')) ?? '')
  expect(opened.protocol).toBe('mailto:')
  expect(opened.searchParams.get('subject')).toBe('Support Request: Refund')
  expect(opened.searchParams.get('body')).toContain('Two lines\r\nof text & more')
})
