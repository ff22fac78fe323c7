import {
  answerStep,
  decliningCard,
  leavePlan,
  newEmail,
  newPin,
  openCheckout,
  payBy,
  payingCard,
  reachOffer,
  startDayOne,
  typePin,
  writeFreeTask,
} from '../support/buyer.ts'
import { examine } from '../support/examine.ts'
import { heading } from '../support/lesson.ts'
import { openScreen } from '../support/settle.ts'
import { expect, test } from '../support/test.ts'

/** The screens from the quiz to the PIN, which can only be reached step by step. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('the quiz, its menu, the processing screen and the plan are accessible @laptop', async ({ page }) => {
  test.slow()
  const names: Record<number, string> = { 1: 'quiz single', 2: 'quiz multiple', 4: 'quiz information' }
  await page.goto('/quiz/f1/1/v1')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await examine(page, 'quiz menu')
  await page.getByRole('button', { name: 'Close' }).click()

  const planCall = '**/api/onboarding/*/plan'
  await page.route(planCall, () => undefined)
  for (let step = 1; page.url().includes('/quiz/'); step += 1) {
    await expect(page.getByText(`Step ${step} of`)).toBeVisible()
    const name = names[step]
    if (name !== undefined) await examine(page, name)
    await answerStep(page, step)
  }
  await expect(heading(page, 'Creating your personal plan')).toBeVisible()
  await examine(page, 'processing')
  await page.unroute(planCall)
  const plan = heading(page, 'Your personal plan')
  await expect(page.getByRole('button', { name: 'Try again' }).or(plan)).toBeVisible()
  if (await plan.isHidden()) await page.getByRole('button', { name: 'Try again' }).click()
  await expect(plan).toBeVisible()
  await examine(page, 'result')
  await writeFreeTask(page, 'Plan a Saturday for me')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'of 5' })).toBeVisible()
  await examine(page, 'result with a verdict')
  await page.getByRole('button', { name: 'Close' }).click()

  await leavePlan(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await examine(page, 'email with what is missing')
  await page.getByRole('textbox', { name: 'Email' }).fill(newEmail())
  await page.getByRole('checkbox').first().check()
  await examine(page, 'email')
})

test('offer, checkout, result and PIN are accessible @laptop', async ({ page }) => {
  test.slow()
  await reachOffer(page, newEmail())
  await page.getByRole('radio').first().waitFor()
  await examine(page, 'offer')
  await openCheckout(page)
  await examine(page, 'checkout')
  await payBy(page, decliningCard)
  await expect(page.getByText('The card was declined. Try another card.')).toBeVisible()
  await examine(page, 'checkout declined')

  await page.route('**/claim', (route) => route.abort())
  await payBy(page, payingCard)
  await expect(heading(page, 'One moment…')).toBeVisible()
  await examine(page, 'success')
  await page.unroute('**/claim')

  await expect(heading(page, 'You’re in. Day 1 starts now')).toBeVisible({ timeout: 15_000 })
  await examine(page, 'the first minute')
  await startDayOne(page)
  await expect(heading(page, 'Set your PIN')).toBeVisible()
  await examine(page, 'pin')
  await typePin(page, '1234')
  await examine(page, 'pin too easy')
  await typePin(page, newPin)
  await expect(heading(page, 'Enter your PIN again')).toBeVisible()
  await examine(page, 'confirm pin')
})

for (const [name, address] of [
  ['plans', '/plans'],
  ['failed', '/subscription/failed'],
  ['success elsewhere', '/subscription/success?session_id=x'],
  ['restore pass', '/restore-pass'],
  ['restore pass with an old link', '/restore-pass?token=x'],
  ['checkout that is gone', '/checkout/cs_x'],
] as const)
  test(`${name} is accessible @laptop`, async ({ page }) => {
    await openScreen(page, address)
    await examine(page, name)
  })
