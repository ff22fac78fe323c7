import type { Page, Route } from '@playwright/test'
import { leavePlan, newEmail, reachPlan } from '../support/buyer.ts'
import { course, heading, learnOf, startOf } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const startPractice = (page: Page) => button(page, 'Start Practice').click()
/** Whether the current history entry belongs to an open dialog. */
const isAtDialog = (page: Page): Promise<boolean> => page.evaluate(() => (history.state?.dialogs ?? 0) > 0)
/** Waits until the history matches the dialog's state. */
const atDialog = (page: Page) => expect.poll(() => isAtDialog(page)).toBe(true)
const atScreen = (page: Page) => expect.poll(() => isAtDialog(page)).toBe(false)

const backCloses = async (page: Page): Promise<void> => {
  const address = page.url()
  await expect(dialog(page)).toBeVisible()
  await atDialog(page)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  expect(page.url()).toBe(address)
}

test('the prompt dialog: Back closes it, not the lesson, and the text is kept', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await page.goto(course)
  await page.goto(`${learnOf('l03')}?fragment=2`)
  const prompt = page.getByPlaceholder('Enter your prompt...')
  await test.step('Back, then open it again', async () => {
    await startPractice(page)
    await prompt.fill('Give me three')
    await backCloses(page)
    await expect(heading(page, 'Your turn: a free Saturday')).toBeVisible()
    await startPractice(page)
    await expect(prompt).toHaveValue('Give me three')
  })
  await test.step('Forward opens nothing, and Back then leaves the lesson', async () => {
    await backCloses(page)
    await page.goForward()
    await atScreen(page)
    await expect(dialog(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`${course}$`))
    await page.goForward()
    await expect(heading(page, 'Your turn: a free Saturday')).toBeVisible()
  })
  await test.step('a reload closes it, and Back then leaves the lesson', async () => {
    await startPractice(page)
    await atDialog(page)
    await page.reload()
    await expect(button(page, 'Start Practice')).toBeVisible()
    await atScreen(page)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`${course}$`))
    await page.goForward()
  })
  await test.step('closing by button or Escape leaves no history entry', async () => {
    await startPractice(page)
    await button(page, 'Close').last().click()
    await expect(dialog(page)).toHaveCount(0)
    await startPractice(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await atScreen(page)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`${course}$`))
  })
})

test('the settings: Back closes them, and following a link leaves no entry', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/courses')
  await page.goto('/profile')
  await button(page, 'Settings').click()
  await backCloses(page)
  await button(page, 'Settings').click()
  await atDialog(page)
  await page.getByRole('link', { name: 'Change email' }).click()
  await expect(page).toHaveURL(/\/change-email$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(dialog(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/courses$/)
})

test('the quiz menu: Back closes it, even after a reload, and its links leave no entry', async ({ page }) => {
  await page.goto('/login')
  await page.goto('/quiz/f1/1/v1')
  await button(page, 'Open the menu').click()
  await backCloses(page)
  await button(page, 'Open the menu').click()
  await atDialog(page)
  await page.reload()
  await backCloses(page)
  await button(page, 'Open the menu').click()
  await atDialog(page)
  await dialog(page).getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(/\/privacy$/)
  await page.goBack()
  await expect(page.getByText('Step 1 of')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
})

test('the filter: Back closes it without applying a choice, and an applied choice stays in the address', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  await page.goto('/courses')
  await page.goto('/recommended-courses')
  await button(page, 'Filter').click()
  await backCloses(page)
  await button(page, 'Filter').click()
  await page.getByRole('radio', { name: 'Beginner' }).check()
  await dialog(page).getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL(/level=beginner/)
  await expect(dialog(page)).toHaveCount(0)
  await atScreen(page)
  await expect(page).toHaveURL(/level=beginner/)
  await page.goBack()
  await expect(page).toHaveURL(/\/courses$/)
})

test('canceling and deleting: Back closes the confirmation and changes nothing', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/subscription')
  await button(page, 'Cancel subscription').click()
  await backCloses(page)
  await expect(button(page, 'Cancel subscription')).toBeFocused()

  await page.goto('/delete-account')
  await button(page, 'Delete my account').click()
  await backCloses(page)
  await expect(button(page, 'Delete my account')).toBeFocused()
})

test('nested dialogs: Back closes the PIN dialog first, then the one below, and a pending call keeps its dialog open', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  await page.route('**/api/product-user/delete-account', (route) =>
    route.fulfill({
      status: 403,
      json: { data: null, error: { status: 403, name: 'reauthenticate', message: 'reauthenticate' } },
    }),
  )
  await page.goto('/delete-account')
  await button(page, 'Delete my account').click()
  await page.getByLabel('Confirmation word').fill('GOODBYE')
  await button(page, 'Delete account').click()
  await expect(dialog(page)).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => history.state?.dialogs)).toBe(2)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(1)
  await expect(page.getByLabel('Confirmation word')).toHaveValue('GOODBYE')

  await page.unroute('**/api/product-user/delete-account')
  const waiting: Route[] = []
  await page.route('**/api/product-user/delete-account', (route) => void waiting.push(route))
  await button(page, 'Delete account').click()
  await expect(button(page, 'Deleting…')).toBeVisible()
  await page.goBack()
  await atDialog(page)
  await expect(dialog(page)).toHaveCount(1)
  await waiting[0]?.abort()
  await expect(button(page, 'Delete account')).toBeVisible()
  await backCloses(page)
})

test('consent is asked once, beside its box: Back returns to the form with the typed address', async ({ page }) => {
  test.slow()
  await reachPlan(page)
  await leavePlan(page)
  const email = newEmail()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('checkbox').first().check()
  await button(page, 'Continue').click()
  await expect(heading(page, 'Choose your plan')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
})

test('a session that ends under an open dialog leads to sign-in, and Back shows no dialog', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await page.goto(startOf('l01'))
  await page.goto('/profile')
  await button(page, 'Settings').click()
  await atDialog(page)
  await dialog(page).getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await atScreen(page)
  await expect(dialog(page)).toHaveCount(0)
})
