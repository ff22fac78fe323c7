import type { Page } from '@playwright/test'
import type { Quiz } from '@kitewise/contract/onboarding-entities'
import { heading } from './lesson.ts'
import { expect, keepInBrowser } from './test.ts'

/** A visitor's steps from the quiz to the PIN. */
export const newPin = '4826'

export function newEmail(): string {
  return `new-${crypto.randomUUID()}@kitewise.example`
}

/** Answers the current step with the first option. */
export async function answerStep(page: Page, step: number): Promise<void> {
  await expect(page.getByText(`Step ${step} of`)).toBeVisible()
  const main = page.getByRole('main')
  const option = main.getByRole('checkbox').or(main.getByRole('group').getByRole('button'))
  const goOn = main.getByRole('button', { name: 'Continue' })
  // Checked before choosing: a single choice moves on automatically, and the next step may have the button.
  const hasButton = (await goOn.count()) > 0
  if ((await option.count()) > 0) await option.first().click()
  if (hasButton) await goOn.click()
  await expect(page).not.toHaveURL(new RegExp(`/quiz/f1/${step}/v1$`))
}

/** Answers the quiz on the screen, step by step, and waits for the plan. */
export async function takeQuiz(page: Page): Promise<void> {
  await page.goto('/quiz/f1/1/v1')
  for (let step = 1; page.url().includes('/quiz/'); step += 1) await answerStep(page, step)
  await expect(heading(page, 'Your personal plan')).toBeVisible({ timeout: 15_000 })
}

/** Opens the plan of a visitor whose browser has kept the answers of a finished quiz, and the server too. */
export async function reachPlan(page: Page): Promise<void> {
  const quiz = { variant: 1, version: 1 }
  const { data } = (await (await page.request.get('/api/quizzes/1/1')).json()) as { data: Quiz }
  const questions = data.steps.filter(({ options }) => options.length > 0)
  const answers = Object.fromEntries(
    questions.map(({ id, options }) => [id, options.slice(0, 1).map((first) => first.id)]),
  )
  const step = data.steps.length
  const onboardingId = crypto.randomUUID()
  const saved = await page.request.put(`/api/onboarding/${onboardingId}`, { data: { ...quiz, step, answers } })
  expect(saved.status(), 'saving the answers').toBe(200)
  const state = { onboardingId, quiz, step, answers, taskText: '', email: '' }
  await keepInBrowser(page, { 'onboarding-storage': JSON.stringify({ state, version: 1 }) })
  await page.goto('/onboarding/result')
  await expect(heading(page, 'Your personal plan')).toBeVisible({ timeout: 15_000 })
}

/** Opens the free task of the plan and writes a prompt. */
export async function writeFreeTask(page: Page, prompt: string): Promise<void> {
  await page.getByRole('button', { name: 'Try it' }).click()
  await page.getByLabel('Your prompt').fill(prompt)
}

export function leavePlan(page: Page): Promise<void> {
  return page.getByRole('link', { name: 'Continue' }).click()
}

export async function register(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page, 'Choose your plan')).toBeVisible()
}

/** Goes from the plan to the offer. */
export async function reachOffer(page: Page, email: string): Promise<void> {
  await reachPlan(page)
  await leavePlan(page)
  await register(page, email)
}

/** Enters a code on the offer. */
export async function enterCoupon(page: Page, code: string): Promise<void> {
  await page.getByText('I have a code').click()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Use the code' }).click()
}

export async function openCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the free trial' }).click()
  await expect(page.getByText('Test checkout')).toBeVisible()
}

export async function payBy(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Start the free trial' }).click()
}

export const payingCard = '4242 4242 4242 4242'
export const decliningCard = '4000 0000 0000 0002'

export async function typePin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('Digit 1 of 4').click()
  await page.keyboard.type(pin)
}

/** Leaves the first minute after paying, which ignores the first taps. */
export async function startDayOne(page: Page): Promise<void> {
  await expect(heading(page, 'You’re in. Day 1 starts now')).toBeVisible({ timeout: 15_000 })
  await expect(page.locator('[data-moving]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Choose my PIN' }).click()
}

/** Types the new PIN twice. */
export async function setPin(page: Page, pin: string = newPin): Promise<void> {
  await expect(heading(page, 'Set your PIN')).toBeVisible({ timeout: 15_000 })
  await typePin(page, pin)
  await expect(heading(page, 'Enter your PIN again')).toBeVisible()
  await typePin(page, pin)
}

/** Opens the newest mailed link for setting a new PIN. */
export async function openPinMail(page: Page, email: string): Promise<string> {
  const mail = page.getByRole('article').filter({ hasText: `To ${email}` })
  const link = mail.getByRole('link', { name: /restore-pass\?token/ }).first()
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  const address = (await link.getAttribute('href')) ?? ''
  await link.click()
  return address
}
