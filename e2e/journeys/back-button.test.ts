import type { Page } from '@playwright/test'
import {
  answerStep,
  leavePlan,
  newEmail,
  newPin,
  openCheckout,
  payBy,
  payingCard,
  reachOffer,
  register,
  setPin,
  startDayOne,
  takeQuiz,
  typePin,
} from '../support/buyer.ts'
import { heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

const back = (page: Page) => page.getByRole('button', { name: 'Back', exact: true })
/** Resolves when our back button is disabled. Checks every frame, because that lasts less than a second. */
const rests = (page: Page): Promise<void> =>
  back(page).evaluate(async (button: HTMLButtonElement) => {
    while (!button.disabled) await new Promise(requestAnimationFrame)
  })
const step = (page: Page, number: number) => page.getByText(`Step ${number} of`)

test("in the quiz, our back button goes back one step and is disabled briefly; the browser's leaves on the first step", async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/quiz/f1/1/v1')
  await expect(step(page, 1)).toBeVisible()
  await expect(back(page)).toHaveCount(0)
  await answerStep(page, 1)
  await answerStep(page, 2)
  await expect(step(page, 3)).toBeVisible()
  await Promise.all([rests(page), back(page).click()])
  await expect(step(page, 2)).toBeVisible()
  await expect(back(page)).toBeEnabled()
  for (const number of [3, 2, 1]) {
    await page.goBack()
    await expect(step(page, number)).toBeVisible()
  }
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
})

test('between plan, e-mail and offer, Back and forward both work and nothing typed is lost', async ({ page }) => {
  test.slow()
  const plan = heading(page, 'Your personal plan')
  await takeQuiz(page)
  await page.goBack()
  await expect(page.getByText('Step 13 of')).toBeVisible()
  await page.goForward()
  await expect(plan).toBeVisible()

  await leavePlan(page)
  const email = newEmail()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await back(page).click()
  await expect(plan).toBeVisible()
  await leavePlan(page)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await register(page, email)

  await back(page).click()
  await expect(plan).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Choose your plan')).toBeVisible()
})

test('going back from the checkout or the PIN neither dead-ends nor charges twice @laptop', async ({ page }) => {
  test.slow()
  const plans = heading(page, 'Choose your plan')
  await reachOffer(page, newEmail())
  await openCheckout(page)
  const checkout = page.url()
  await page.goBack()
  await expect(plans).toBeVisible()
  await openCheckout(page)
  expect(page.url()).toBe(checkout)
  await page.getByRole('link', { name: 'Cancel and go back' }).click()
  await expect(plans).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Where should we save your plan?')).toBeVisible()
  await page.goForward()
  await openCheckout(page)
  await payBy(page, payingCard)
  await startDayOne(page)
  const firstPin = heading(page, 'Set your PIN')
  await expect(firstPin).toBeVisible()

  await page.goBack()
  await expect(firstPin).toBeVisible()
  await page.goto('/plans')
  await expect(page.getByText('We’ll charge $29.99 today')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(firstPin).toBeVisible()
  await page.goto(checkout)
  await expect(firstPin).toBeVisible()

  await typePin(page, newPin)
  await expect(heading(page, 'Enter your PIN again')).toBeVisible()
  await back(page).click()
  await expect(firstPin).toBeVisible()
  await typePin(page, newPin)
  await expect(heading(page, 'Enter your PIN again')).toBeVisible()
  await page.goBack()
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/')
  await expect(page).toHaveURL(/\/profile$/)
})
