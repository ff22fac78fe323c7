import { enterPin, expect, signInByForm, test } from '../support/test.ts'

test.describe('signing in', () => {
  test('a learner signs in with e-mail and PIN and stays signed in after a reload @laptop', async ({ page, world }) => {
    const learner = await world.makeLearner()
    await signInByForm(page, learner)
    await page.reload()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/login')
    await expect(page).toHaveURL(/\/courses$/)
    await page.goto('/')
    await expect(page).toHaveURL(/\/profile$/)
  })

  test('LOG IN is disabled until an e-mail address is entered', async ({ page }) => {
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'LOG IN' })
    await expect(button).toBeDisabled()
    await page.getByLabel('Email').fill('somebody@')
    await expect(button).toBeDisabled()
    await page.getByLabel('Email').fill('somebody@kitewise.example')
    await expect(button).toBeEnabled()
  })

  test('a wrong PIN says so and keeps the e-mail, and the right one still works', async ({ page, world }) => {
    const learner = await world.makeLearner()
    await page.goto('/login')
    await page.getByLabel('Email').fill(learner.email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/step=pin/)
    await enterPin(page, '0000')
    await expect(page.getByText('Invalid credentials').first()).toBeVisible()
    await enterPin(page, learner.pin)
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('the back button of the PIN step leads to the e-mail step', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('somebody@kitewise.example')
    await page.getByRole('button', { name: 'LOG IN' }).click()
    await expect(page).toHaveURL(/step=pin/)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  test('a learner without a subscription signs in with the PIN and gets to the plans', async ({ page, world }) => {
    const learner = await world.makeLearner({ subscription: 'none' })
    await page.goto('/login')
    await page.getByLabel('Email').fill(learner.email)
    await page.keyboard.press('Enter')
    await enterPin(page, learner.pin)
    await expect(page.getByRole('heading', { name: 'Select Your Plan' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('jwt_token'))).not.toBeNull()
  })

  for (const path of [
    '/profile',
    '/boost',
    '/courses',
    '/course/ai-zero',
    '/course/ai-zero/lesson/ai-zero.l01/learn',
  ]) {
    test(`a visitor who opens ${path} is sent to sign-in`, async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveURL(/\/login$/)
    })
  }

  test('signing out ends the session here and in other tabs', async ({ page, world, context }) => {
    await signInByForm(page, await world.makeLearner())
    const other = await context.newPage()
    await other.goto('/courses')
    await expect(other.getByRole('heading', { name: 'Recommended courses' })).toBeVisible()
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(other).toHaveURL(/\/login$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
  })
})
