import type { Page } from '@playwright/test'
import {
  answerStep,
  leavePlan,
  newEmail,
  newPin,
  openCheckout,
  openPinMail,
  payBy,
  payingCard,
  reachOffer,
  register,
  setPin,
  startDayOne,
  takeQuiz,
  writeFreeTask,
  typePin,
} from '../support/buyer.ts'
import { heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

/** Closes and reopens the browser at the same address, which loses the tab's session storage. */
const openAgain = async (page: Page): Promise<Page> => {
  const address = page.url()
  const other = await page.context().newPage()
  await page.close()
  await other.goto(address)
  return other
}

test('answers, plan, typed task and typed address survive closing the browser', async ({ page }) => {
  test.slow()
  await page.goto('/quiz/f1/1/v1')
  await answerStep(page, 1)
  const quiz = await openAgain(page)
  await expect(quiz.getByText('Step 2 of')).toBeVisible()
  await quiz.getByRole('button', { name: 'Back' }).click()
  await expect(quiz.getByRole('group').getByRole('button', { pressed: true })).toHaveCount(1)

  await takeQuiz(quiz)
  await writeFreeTask(quiz, 'Plan a Saturday')
  const plan = await openAgain(quiz)
  await expect(heading(plan, 'Your personal plan')).toBeVisible()
  await plan.getByRole('button', { name: 'Try it' }).click()
  await expect(plan.getByLabel('Your prompt')).toHaveValue('Plan a Saturday')
  await plan.goto('/onboarding/processing')
  await expect(heading(plan, 'Your personal plan')).toBeVisible({ timeout: 15_000 })

  await leavePlan(plan)
  const email = newEmail()
  await plan.getByRole('textbox', { name: 'Email' }).fill(email)
  const form = await openAgain(plan)
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expect(form.getByRole('checkbox').first()).not.toBeChecked()
  await register(form, email)
  await form.reload()
  await expect(form.getByText(`For ${email}`)).toBeVisible()

  const offer = await openAgain(form)
  await expect(heading(offer, 'Where should we save your plan?')).toBeVisible()
  await expect(offer.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await register(offer, email)
  await openCheckout(offer)
  await offer.reload()
  await expect(offer.getByText('Test checkout')).toBeVisible()
  const checkout = await openAgain(offer)
  await payBy(checkout, payingCard)
  await expect(heading(checkout, 'Thank you')).toBeVisible()
  await expect(checkout.getByText('We’re confirming your payment')).toBeVisible()
  await expect(checkout.getByRole('link', { name: 'I don’t have a PIN yet' })).toHaveAttribute('href', '/restore-pass')
  await openPinMail(checkout, email)
  await setPin(checkout)
  await expect(checkout).toHaveURL(/\/dashboard$/)
})

test('a customer who closes the browser after paying signs in by mailed link, even after typing the PIN once', async ({
  page,
}) => {
  test.slow()
  const email = newEmail()
  await reachOffer(page, email)
  await openCheckout(page)
  await payBy(page, payingCard)
  await startDayOne(page)
  await expect(heading(page, 'Set your PIN')).toBeVisible()
  await typePin(page, newPin)
  await expect(heading(page, 'Enter your PIN again')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Set your PIN')).toBeVisible()

  const again = await openAgain(page)
  await again.goto('/login')
  await again.goto('/restore-pass')
  await again.getByLabel('Email').fill(email)
  await again.getByRole('button', { name: 'Send the link' }).click()
  await expect(again.getByText(`If there’s an account for ${email}`)).toBeVisible()
  await openPinMail(again, email)
  await setPin(again)
  await expect(again).toHaveURL(/\/dashboard$/)
})
