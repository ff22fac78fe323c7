import {
  decliningCard,
  leavePlan,
  newEmail,
  openCheckout,
  payBy,
  payingCard,
  reachPlan,
  register,
  setPin,
  startDayOne,
  takeQuiz,
  writeFreeTask,
} from '../support/buyer.ts'
import { finish, goOn, heading, toCourse } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

// The whole journey as a browser has it, with the service worker.
test.use({ serviceWorkers: 'allow' })

test('a new visitor goes from the quiz to a finished first lesson, after a declined card @laptop', async ({ page }) => {
  test.slow()
  await takeQuiz(page)
  await writeFreeTask(
    page,
    'Give me three ideas for next Saturday. I live in Porto and go out with my father. We can spend 20 euros. Please avoid crowds.',
  )
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Amazing!')).toBeVisible()
  await page.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(page.getByText('Passed', { exact: true })).toBeVisible()
  await leavePlan(page)
  await register(page, newEmail())

  await openCheckout(page)
  await payBy(page, decliningCard)
  await expect(page.getByText('The card was declined. Try another card.')).toBeVisible()
  await payBy(page, payingCard)
  await startDayOne(page)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Your PIN is ready.')).toBeVisible()

  await page.getByRole('link', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'START LESSON' }).click()
  for (const next of [
    'Type, or just talk',
    'Three settings, two minutes',
    'What you never type',
    'Your first prompt',
  ]) {
    await goOn(page)
    await expect(heading(page, next)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Start Practice' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByPlaceholder('Enter your prompt...')
    .fill('Please explain why onions make me cry when I cut them. Use two sentences and simple words.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Amazing!')).toBeVisible()
  await dialog.getByRole('button', { name: 'CONTINUE' }).click()
  await finish(page)
  await toCourse(page)
  await expect(page.getByText('1 of 14 lessons')).toBeVisible()
})

test('setting the PIN clears all onboarding data from the browser', async ({ page }) => {
  await reachPlan(page)
  await leavePlan(page)
  await register(page, newEmail())
  await openCheckout(page)
  await payBy(page, payingCard)
  await startDayOne(page)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  const left = () =>
    page.evaluate(() => ({
      onboarding: JSON.parse(localStorage.getItem('onboarding-storage') ?? '').state,
      tab: Object.keys(sessionStorage).filter((key) => /registration|checkout|pin/.test(key)),
    }))
  const nothing = { quiz: null, step: 0, answers: {}, taskText: '', email: '' }
  await expect.poll(left).toMatchObject({ onboarding: nothing, tab: [] })
})
