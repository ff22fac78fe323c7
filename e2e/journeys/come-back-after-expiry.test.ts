import type { Page } from '@playwright/test'
import { payingCard, reachOffer } from '../support/buyer.ts'
import { heading } from '../support/lesson.ts'
import { enterPin, expect, test } from '../support/test.ts'

const welcome = (page: Page) => page.getByText('Welcome back, your progress is safe')

const signInByKeyboard = async (page: Page, { email, pin }: { email: string; pin: string }): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await enterPin(page, pin)
}

const payWithTestCard = async (page: Page): Promise<void> => {
  await page.getByLabel('Card number').fill(payingCard)
  await page.getByLabel('Expiry date').fill('1240')
  await page.getByLabel('CVC').fill('123')
  await page.keyboard.press('Enter')
}

test('a learner with an expired plan signs in, pays by keyboard without the quiz, and keeps all progress @laptop', async ({
  page,
  world,
}) => {
  const learner = await world.makeLearner({ subscription: 'expired', finishedLessons: 3 })
  await signInByKeyboard(page, learner)
  await expect(heading(page, 'Select Your Plan')).toBeVisible()
  await expect(welcome(page)).toBeVisible()
  await expect(page.getByText(/User has been logged out/)).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)

  await page.reload()
  await expect(welcome(page)).toBeVisible()
  await page.getByRole('radio', { name: /^1 week/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Test checkout')).toBeVisible()
  await page.goBack()
  await expect(welcome(page)).toBeVisible()
  await expect(page.getByRole('radio', { name: /^1 week/ })).toBeChecked()
  await page.goForward()
  await payWithTestCard(page)

  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/course/ai-zero')
  await expect(page.getByText('3 of 14 lessons')).toBeVisible()
  await page.goto('/plans')
  await expect(page.getByRole('link', { name: 'Manage my subscription' })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('link', { name: 'Manage my subscription' }).click()
  await expect(page).toHaveURL(/\/subscription$/)
})

test('a learner signed out during a lesson sees the reason once, pays, and returns to the lesson', async ({
  page,
  world,
  signIn,
}) => {
  const learner = await world.makeLearner({ finishedLessons: 2, subscription: 'expired' })
  await signIn(learner)
  await page.goto('/course/ai-zero/lesson/ai-zero.l02/learn?fragment=1')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Subscription has expired. User has been logged out.')).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull()

  await expect(page.getByLabel('Email')).toHaveValue(learner.email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await enterPin(page, learner.pin)
  await expect(welcome(page)).toBeVisible()
  await page.goBack()
  await expect(welcome(page)).toBeVisible()
  await page.getByRole('radio', { name: /^1 week/ }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWithTestCard(page)
  await expect(page).toHaveURL(/\/course\/ai-zero\/lesson\/ai-zero\.l02\/learn\?fragment=1$/)
})

test('a learner without a plan keeps the session when other tabs go on with it', async ({ page, world, context }) => {
  const learner = await world.makeLearner({ subscription: 'expired' })
  const open = await context.newPage()
  await open.goto('/login')
  await expect(heading(open, 'Welcome back')).toBeVisible()
  await signInByKeyboard(page, learner)
  await expect(welcome(page)).toBeVisible()
  await expect(welcome(open)).toBeVisible()
  const later = await context.newPage()
  await later.goto('/dashboard')
  await expect(welcome(later)).toBeVisible()
  await page.getByRole('radio', { name: /^1 week/ }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWithTestCard(page)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('the quiz does not reveal that an address has a plan, does not charge it twice, and leads to sign-in', async ({
  page,
  world,
}) => {
  test.slow()
  const learner = await world.makeLearner()
  await reachOffer(page, learner.email)
  await expect(page.getByRole('link', { name: 'I already have an account: log in' })).toBeVisible()
  await page.getByRole('radio', { name: /^1 week/ }).check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payWithTestCard(page)
  await expect(heading(page, 'You’re in')).toBeVisible()
  await expect(page.getByText(`We’ve sent an email to ${learner.email}`)).toBeVisible()
  const mail = page.getByRole('article').filter({ hasText: `To ${learner.email}` })
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(mail.filter({ hasText: 'You already have a plan, so there’s nothing to pay' })).toBeVisible({
      timeout: 500,
    })
  }).toPass()
})
