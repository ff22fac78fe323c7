import type { Page } from '@playwright/test'
import { moveTo } from '../support/days.ts'
import { examine } from '../support/examine.ts'
import { heading, startOf } from '../support/lesson.ts'
import { enterPin, expect, test } from '../support/test.ts'

/** Reminders wait for their hour, so the test sets the world's clock, and the browser's follows. */
test.use({ clock: 'set', timezoneId: 'Europe/Kyiv', serviceWorkers: 'allow' })
test.describe.configure({ timeout: 120_000 })

const offer = (page: Page) => page.getByRole('region', { name: 'Want a reminder?' })
const byMail = (page: Page) => page.getByRole('switch', { name: 'By email' })

/** Waits until the reminder is in the embedded mailbox. */
const openReminder = async (page: Page, email: string) => {
  const mail = page.getByRole('article').filter({ hasText: email }).filter({ hasText: 'For today:' })
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(mail).toHaveCount(1, { timeout: 500 })
  }).toPass()
  return mail
}

test('reminders are not offered before the second finished lesson', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Your streak' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await page.goto('/profile')
  await page.getByRole('link', { name: /^Reminders/ }).click()
  await expect(heading(page, 'After your second lesson')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
  await examine(page, 'reminders too early')
})

test('a reminder arrives at the chosen hour, leads through sign-in to the lesson, and ends with one click @laptop', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  const learner = await world.makeLearner({ finishedLessons: 2 })
  await moveTo(page, world, '2027-01-12T10:00:00Z')
  const late = await world.makeLearner({ finishedLessons: 2 })
  await test.step('the offer appears once, and the hour is chosen by keyboard', async () => {
    await signIn(late)
    await page.goto('/dashboard')
    await expect(offer(page)).toBeVisible()
    await examine(page, 'reminder offer')
    await offer(page).getByRole('button', { name: 'Choose a time' }).press('Enter')
    await expect(page).toHaveURL(/\/reminders$/)
    await byMail(page).press('Space')
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.getByLabel('Time of day').selectOption('18')
    await expect(page.getByText('In your local time: Eastern European Time')).toBeVisible()
    await examine(page, 'reminders')
    await page.reload()
    await expect(byMail(page)).toBeChecked()
    await expect(page.getByLabel('Time of day')).toHaveValue('18')
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'Your streak' })).toBeVisible()
    await expect(offer(page)).toBeHidden()
  })

  // A browser without a session.
  const elsewhere = await (await browser.newContext({ baseURL: world.url })).newPage()
  await test.step('the mail arrives at 18:01 in Kyiv', async () => {
    await world.setNow('2027-01-12T15:55:00Z')
    await world.remind()
    await world.setNow('2027-01-12T16:01:00Z')
    await world.remind()
    await world.remind()
    const mail = await openReminder(elsewhere, late.email)
    await expect(mail).toContainText('For today:')
    await expect(mail).toContainText('Days in a row so far: 2.')
    await expect(elsewhere.getByRole('article').filter({ hasText: learner.email })).toHaveCount(0)
  })
  await test.step('its link opens the lesson after sign-in', async () => {
    const mail = await openReminder(elsewhere, late.email)
    await mail.getByRole('link', { name: /\/lesson\// }).click()
    await expect(elsewhere).toHaveURL(/\/login/)
    await elsewhere.getByLabel('Email').fill(late.email)
    await elsewhere.keyboard.press('Enter')
    await elsewhere.getByLabel('Digit 1 of 4').click()
    await elsewhere.keyboard.type(late.pin)
    await expect(elsewhere).toHaveURL(new RegExp(`${startOf('l02')}$`))
  })
  await test.step('one click in the mail ends reminders, even when signed out', async () => {
    await elsewhere.context().clearCookies()
    await elsewhere.evaluate(() => localStorage.clear())
    const mail = await openReminder(elsewhere, late.email)
    await mail.getByRole('link', { name: /\/unsubscribe/ }).click()
    await expect(heading(elsewhere, 'Turn off reminders?')).toBeVisible()
    await examine(elsewhere, 'turn off reminders')
    await elsewhere.getByRole('button', { name: 'Turn off reminders' }).click()
    await expect(heading(elsewhere, 'Reminders are off')).toBeVisible()
    await page.goto('/reminders')
    await expect(byMail(page)).not.toBeChecked()
  })
  await elsewhere.context().close()
})

test('declining the offer applies on every device', async ({ page, world, signIn, browser }) => {
  const learner = await world.makeLearner({ finishedLessons: 2 })
  await signIn(learner)
  await page.goto('/dashboard')
  await offer(page).getByRole('button', { name: 'No, thanks' }).click()
  await expect(offer(page)).toBeHidden()
  const other = await (await browser.newContext({ baseURL: world.url })).newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(learner.email)
  await other.getByRole('button', { name: 'LOG IN' }).click()
  await enterPin(other, learner.pin)
  await expect(other.getByRole('region', { name: 'Your streak' })).toBeVisible()
  await expect(offer(other)).toBeHidden()
  await other.context().close()
})

test('a learner who blocked notifications learns how to allow them and still gets the mail', async ({
  page,
  world,
  signIn,
}) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await signIn(await world.makeLearner({ finishedLessons: 2 }))
  await page.goto('/reminders')
  await expect(page.getByText(/This browser blocks notifications from Kitewise/)).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(1)
})

test('a calendar subscribes to an address that is shown once @laptop', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 2 }))
  await page.goto('/reminders')
  await page.getByRole('button', { name: 'Make a calendar address' }).press('Enter')
  const address = page.getByLabel('Your secret address')
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  await examine(page, 'a new calendar address')
  const path = new URL(await address.inputValue()).pathname
  const calendar = await page.request.get(`${world.url}${path}`)
  expect(await calendar.text()).toContain('BEGIN:VEVENT')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download once as a file' }).click()
  expect((await download).suggestedFilename()).toBe('kitewise.ics')
  await page.reload()
  await expect(page.getByText(/Your address has worked since/)).toBeVisible()
  await expect(address).toBeHidden()
  await examine(page, 'a calendar address')
  await page.getByRole('button', { name: 'Turn off the address' }).click()
  await expect(page.getByRole('button', { name: 'Make a calendar address' })).toBeVisible()
  expect((await page.request.get(`${world.url}${path}`)).status()).toBe(404)
})
