import type { Page } from '@playwright/test'
import { takeQuiz } from '../support/buyer.ts'
import { heading } from '../support/lesson.ts'
import { enterPin, expect, test } from '../support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the PIN step and the forgotten-PIN screen survive a reload and keep the address', async ({ page, world }) => {
  const { email, pin } = await world.makeLearner()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await button(page, 'LOG IN').click()
  await expect(page).toHaveURL(/step=pin$/)
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('link', { name: 'Forgot your PIN?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await button(page, 'Send the link').click()
  const sent = page.getByText(`If there’s an account for ${email}`)
  await expect(sent).toBeVisible()
  await page.reload()
  await expect(sent).toBeVisible()
  await page.goBack()
  await expect(page.getByText(email)).toBeVisible()
  await enterPin(page, pin)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the link to a new address works after a reload, and its result survives one', async ({ page, world, signIn }) => {
  const learner = await world.makeLearner()
  await signIn(learner)
  await page.goto('/change-email')
  await page.getByLabel('New email').fill(`new-${learner.email}`)
  await button(page, 'Save').click()
  await expect(page.getByText('Verification email has been sent.')).toBeVisible()
  const link = page
    .getByRole('article')
    .filter({ hasText: `To new-${learner.email},` })
    .locator('a[href*="/confirm-email-change?"]')
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(link).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await link.click()
  await expect(page).toHaveURL(/\/confirm-email-change$/)
  await page.reload()
  await button(page, 'Confirm').click()
  await expect(heading(page, 'Email Changed Successfully!')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Email Changed Successfully!')).toBeVisible()
})

test('back from the plan leads to the last question, also after a reload and from a typed address', async ({
  page,
}) => {
  test.slow()
  const plan = heading(page, 'Your personal plan')
  await takeQuiz(page)
  await page.reload()
  await expect(plan).toBeVisible()
  await button(page, 'Back').click()
  await expect(page.getByText('Step 13 of')).toBeVisible()
  await page.goto('/onboarding/result')
  await expect(plan).toBeVisible()
  await button(page, 'Back').click()
  await expect(page.getByText('Step 13 of')).toBeVisible()
})
