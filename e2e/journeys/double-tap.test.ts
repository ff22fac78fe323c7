import type { Page } from '@playwright/test'
import {
  leavePlan,
  newEmail,
  newPin,
  openPinMail,
  payingCard,
  reachPlan,
  startDayOne,
  typePin,
  writeFreeTask,
} from '../support/buyer.ts'
import {
  cardNumber,
  choose,
  course,
  goOn,
  heading,
  isLastCard,
  learnOf,
  lessonButton,
  startOf,
  turnCard,
  turnTo,
} from '../support/lesson.ts'
import { expectOneCall, expectOneEntry, tapTwice } from '../support/tap-twice.ts'
import { enterPin, expect, test } from '../support/test.ts'

/** Each step taps a button twice in one frame; the effect must happen once. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const submitCall = 'POST /api/user-course-progress/submit-practice/{userId}/{lessonId}/{fragmentIndex}'
const goodPrompt =
  'Give me three ideas for next Saturday. I live in Porto and go out with my father. We can spend 20 euros. Please avoid crowds.'

test('a double tap starts a lesson, takes each step and finishes it only once', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await page.goto(startOf('l03'))
  await expect(button(page, 'START LESSON')).toBeVisible()
  const entries = await page.evaluate(() => history.length)
  await expectOneCall(
    page,
    'POST /api/user-course-progress/start-lesson/{userId}/{lessonId}/{courseId}',
    button(page, 'START LESSON'),
  )
  await expect(heading(page, 'Talk to it like a new colleague')).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(entries + 1)

  await turnTo(page, page.getByRole('radio', { name: 'Which words are likely to come next' }))
  await page.getByRole('radio', { name: 'Which words are likely to come next' }).check()
  await expectOneCall(page, submitCall, button(page, 'Check'))
  await tapTwice(button(page, 'Continue'))
  await expect(heading(page, 'A worked example, line by line')).toBeVisible()
  await expect(heading(page, 'Your turn: a free Saturday')).toBeHidden()
  await goOn(page)

  await button(page, 'Start Practice').click()
  await page.getByPlaceholder('Enter your prompt...').fill(goodPrompt)
  await expectOneCall(page, 'POST /api/openai/evaluate-prompt', button(page, 'Submit'))
  await expect(page.getByText('Amazing!')).toBeVisible()
  await expectOneCall(page, submitCall, button(page, 'CONTINUE'))
  await goOn(page)
  await expect(heading(page, 'One follow-up beats one perfect prompt')).toBeVisible()
  while (!(await isLastCard(page))) await turnCard(page)
  await expectOneCall(
    page,
    'POST /api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}',
    lessonButton(page),
  )
  await expect(page).toHaveURL(new RegExp(`${course}$`))
  // The history length does not reveal it: the closed dialog's entry was replaced.
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${learnOf('l03')}$`))
})

test('a double tap skips a practice only once', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await page.goto(`${learnOf('l01')}?fragment=2`)
  await turnTo(page, button(page, 'SKIP PRACTICE'))
  await expectOneCall(page, submitCall, button(page, 'SKIP PRACTICE'))
  await expect(button(page, 'SKIP PRACTICE')).toBeHidden()
})

test('a double tap cancels a subscription, resumes it and changes the card only once', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ subscription: 'bought' }))
  await page.goto('/subscription')
  await button(page, 'Cancel subscription').click()
  await expectOneCall(page, 'DELETE /api/subscriptions/{id}', button(page, 'Yes, cancel'))
  // The dialog has a button of the same name.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectOneCall(page, 'POST /api/subscriptions/{id}/resume', button(page, 'Keep my subscription'))
  await expectOneCall(page, 'POST /api/subscriptions/{id}/payment-method', button(page, 'Change card'))
  await page.getByLabel('Card number').fill(payingCard)
  await page.getByLabel('Expiry date').fill('03/33')
  await page.getByLabel('CVC').fill('123')
  await expectOneCall(page, 'POST /api/embedded-card-page/{pageId}/change', button(page, 'Use this card'))
  await expect(page.getByText('Expires 03/2033')).toBeVisible()
})

test('a double tap withdraws from the contract only once', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ subscription: 'bought' }))
  await page.goto('/subscription/withdrawal')
  await page.getByLabel('Your name').fill('Ana Silva')
  await button(page, 'Continue').click()
  await expectOneCall(page, 'POST /api/user-subscription/withdraw', button(page, 'Confirm withdrawal'))
  await expect(heading(page, 'We’ve received your withdrawal')).toBeVisible()
})

test('a double tap exports the data and deletes the account only once', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/delete-account')
  await expectOneCall(page, 'GET /api/product-user/export', button(page, 'Download my data'))
  await expect(button(page, 'Download my data')).toBeEnabled()
  await button(page, 'Delete my account').click()
  await page.getByLabel('Confirmation word').fill('GOODBYE')
  await expectOneCall(page, 'DELETE /api/product-user/delete-account', button(page, 'Delete account'))
  await expect(page).toHaveURL(/\/login$/)
})

test('a double tap buys a plan only once: free task, registration, checkout, payment and PIN', async ({ page }) => {
  test.slow()
  const email = newEmail()
  await reachPlan(page)
  // Before the dialog, whose entry the next one would replace.
  await expectOneEntry(page, page.getByRole('link', { name: 'Continue' }), /\/onboarding\/email$/)
  await page.goBack()
  await writeFreeTask(page, 'Plan a Saturday for two in Porto, please.')
  await expectOneCall(page, 'POST /api/onboarding/{onboardingId}/evaluate-prompt', button(page, 'Submit'))
  await button(page, 'Close').click()
  await leavePlan(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('checkbox').first().check()
  await expectOneCall(page, 'POST /api/product-user/register', button(page, 'Continue'))
  await expect(heading(page, 'Choose your plan')).toBeVisible()
  await expectOneCall(page, 'POST /api/checkout', button(page, 'Start the free trial'))
  await page.getByLabel('Card number').fill(payingCard)
  await page.getByLabel('Expiry date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await expectOneCall(page, 'POST /api/embedded-checkout/{sessionId}/pay', button(page, 'Start the free trial'))
  await startDayOne(page)
  await expect(heading(page, 'Set your PIN')).toBeVisible()
  await typePin(page, newPin)
  await expect(heading(page, 'Enter your PIN again')).toBeVisible()
  await typePin(page, newPin)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a double tap at sign-in adds one history entry for the PIN step and sends one mail for a forgotten PIN', async ({
  page,
  world,
}) => {
  const { email, pin } = await world.makeLearner()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await expectOneEntry(page, button(page, 'LOG IN'), /step=pin$/)
  await expectOneEntry(page, page.getByRole('link', { name: 'Forgot your PIN?' }), /restore-pass$/)
  await page.getByLabel('Email').fill(email)
  await expectOneCall(page, 'POST /api/product-user/restore-pin', button(page, 'Send the link'))
  await openPinMail(page, email)
  await expect(heading(page, 'Set your PIN')).toBeVisible()

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await button(page, 'LOG IN').click()
  await enterPin(page, pin)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a double tap changes the e-mail address only once', async ({ page, world, signIn }) => {
  const learner = await world.makeLearner()
  await signIn(learner)
  await page.goto('/change-email')
  await page.getByLabel('New email').fill(`new-${learner.email}`)
  await expectOneCall(page, 'POST /api/product-user/generate-change-email-token', button(page, 'Save'))
  const link = page
    .getByRole('article')
    .filter({ hasText: `To new-${learner.email},` })
    .locator('a[href*="/confirm-email-change?"]')
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(link).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await link.click()
  await expectOneCall(page, 'POST /api/product-user/confirm-email-change', button(page, 'Confirm'))
  await expect(heading(page, 'Email Changed Successfully!')).toBeVisible()
})

test('a double tap sends feedback and changes marketing mail and reminders only once', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await page.goto('/dashboard')
  await expectOneCall(page, 'PUT /api/product-user/reminders', button(page, 'Choose a time'))
  await expect(page).toHaveURL(/\/reminders$/)
  await expectOneCall(page, 'PUT /api/product-user/reminders', page.getByRole('switch', { name: 'By email' }))
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'By email' })).toBeChecked()
  await page.goto('/profile')
  const marketing = page.getByRole('switch', { name: /may send me/ })
  await expectOneCall(page, 'PUT /api/product-user/marketing-consent', marketing)
  await expect(marketing).toBeChecked()
  await page.goto('/feedback')
  await page.getByLabel('Your feedback').fill('Five minutes are enough.')
  await expectOneCall(page, 'POST /api/product-user/send-feedback', button(page, 'Send feedback'))
  await expect(heading(page, 'Thank you!')).toBeVisible()
})

test('a double tap issues a certificate only once', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 14 }))
  await page.goto(`${course}/certificate`)
  await page.getByRole('textbox', { name: 'Name on your certificate' }).fill('Ana Silva')
  await expectOneCall(page, 'POST /api/certificates', button(page, 'Get my certificate'))
  await expect(page).toHaveURL(/\/certificates\/[\w-]{16,}$/)
})

test('a double tap navigates one step forward and one step back', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/courses')
  await expectOneEntry(page, page.getByRole('link', { name: 'See All' }), /recommended-courses$/)
  await tapTwice(button(page, 'Back'))
  await expect(page).toHaveURL(/\/courses$/)
  await expect(heading(page, 'Courses')).toBeVisible()
})

test("a double click's second click never hits a button that replaced the first one", async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await page.goto(learnOf('l01'))
  await lessonButton(page).dblclick()
  await expect.poll(() => cardNumber(page)).toBe(2)
  await choose(page, 'It picks words that fit, and fitting words can be untrue')
  const question = await cardNumber(page)
  await button(page, 'Continue').dblclick()
  await expect.poll(() => cardNumber(page)).toBe(question + 1)
})
