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
  takeQuiz,
} from '../support/buyer.ts'
import { choose, goOn, heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

// The whole journey as a browser has it, with the service worker.
test.use({ serviceWorkers: 'allow' })

test('a new visitor goes from the quiz to a finished first lesson, after a declined card @laptop', async ({ page }) => {
  test.slow()
  await takeQuiz(page)
  await page
    .getByLabel('Your prompt')
    .fill(
      'Give me three ideas for next Saturday. I live in Porto and go out with my father. We can spend 20 euros. Please avoid crowds.',
    )
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Amazing!')).toBeVisible()
  await leavePlan(page)
  await register(page, newEmail())

  await openCheckout(page)
  await payBy(page, decliningCard)
  await expect(page.getByText('The card was declined. Try another card.')).toBeVisible()
  await payBy(page, payingCard)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Your PIN is ready.')).toBeVisible()

  await page.getByRole('link', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'START LESSON' }).click()
  await goOn(page)
  await expect(heading(page, 'Next word, again and again')).toBeVisible()
  await goOn(page)
  await expect(heading(page, 'Fluent is not the same as true')).toBeVisible()
  await choose(page, 'It picks words that fit')
  await goOn(page)
  await page.getByRole('button', { name: 'Finish Lesson' }).click()
  await expect(page.getByText('1 of 13 lessons')).toBeVisible()
})

test('setting the PIN clears all onboarding data from the browser', async ({ page }) => {
  await reachPlan(page)
  await leavePlan(page)
  await register(page, newEmail())
  await openCheckout(page)
  await payBy(page, payingCard)
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
