import type { Page } from '@playwright/test'
import { dayOf, expectStreakCards, moveTo } from '../support/days.ts'
import { examine } from '../support/examine.ts'
import { choose, everythingSent, goOn, heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

/** Practice is scheduled by day, so the test sets the world's clock, and the browser's follows. */
test.use({ clock: 'set' })

const question = 'Which request will most likely fail?'
const openBoost = async (page: Page): Promise<void> => {
  await page.goto('/boost')
  await expect(page.locator('h1')).toBeVisible()
}

test('before the first lesson, practice says where it starts @laptop', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await openBoost(page)
  await expect(heading(page, 'Your practice starts with a lesson')).toBeVisible()
  await examine(page, 'boost, nothing met')
})

test('a mistake returns the next day, is answered correctly, and then returns at a longer interval @laptop', async ({
  page,
  world,
  signIn,
}) => {
  test.slow()
  await moveTo(page, world, dayOf(0))
  await signIn(await world.makeLearner())

  await test.step('nothing is due on the day of the mistake', async () => {
    await page.goto('/course/beyond-text/lesson/beyond-text.l01/start')
    await page.getByRole('button', { name: 'START LESSON' }).click()
    await goOn(page)
    await goOn(page)
    await choose(page, 'A quiet harbor in the fog')
    await expect(page.getByText('Incorrect answer')).toBeVisible()
    await everythingSent(page)
    await openBoost(page)
    await expect(heading(page, 'Nothing to review today')).toBeVisible()
    await expect(page.getByText(/The next practice is tomorrow\.$/)).toBeVisible()
  })

  await test.step('the next day it comes first', async () => {
    await moveTo(page, world, dayOf(1))
    await openBoost(page)
    await expect(page.getByRole('group', { name: question })).toBeVisible()
    await expect(page.getByText('You missed this one last time')).toBeVisible()
    await examine(page, 'boost, a question')
    await choose(page, 'A wall clock at 4:35')
    await expect(page.getByText('Correct answer')).toBeVisible()
    await examine(page, 'boost, a question answered')
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(heading(page, 'That’s all for today')).toBeVisible()
    await examine(page, 'boost, done')
    await expectStreakCards(page, '2 days', '2 days')
  })

  await test.step('it returns on the announced day and no longer counts as a mistake', async () => {
    await openBoost(page)
    const said = await page.getByText(/The next practice is in \d+ days/).innerText()
    const days = Number(/in (\d+) days/.exec(said)?.[1])
    await moveTo(page, world, dayOf(days))
    await openBoost(page)
    await expect(heading(page, 'Nothing to review today')).toBeVisible()
    await moveTo(page, world, dayOf(1 + days))
    await openBoost(page)
    await expect(page.getByRole('group', { name: question })).toBeVisible()
    await expect(page.getByText('You missed this one last time')).toHaveCount(0)
  })
})

test('after two weeks away ten tasks are due, including prompts, and postponed tasks come last', async ({
  page,
  world,
  signIn,
}) => {
  await moveTo(page, world, dayOf(0))
  await signIn(await world.makeLearner({ finishedLessons: 14 }))
  await moveTo(page, world, dayOf(15))
  await openBoost(page)
  await expect(page.getByText('0 of 10', { exact: true })).toBeVisible()

  await test.step('a prompt that cannot be scored is not a lapse: it stays with its text', async () => {
    await page.route('**/api/product-user/review/prompt', (route) => route.abort())
    await page.getByRole('button', { name: 'Start Practice' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByPlaceholder('Enter your prompt...').fill('Give me some ideas, please. I like music.')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Error evaluating prompt. Please try again.')).toBeVisible()
    await page.unroute('**/api/product-user/review/prompt')
    await page.reload()
    await expect(page.getByText('0 of 10', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Start Practice' }).click()
    await expect(dialog.getByPlaceholder('Enter your prompt...')).toHaveValue(/^Give me some ideas/)
  })

  await test.step('a weak prompt is scored as in a lesson, returns tomorrow, and is finished for today', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Oops!')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Comes back tomorrow.')).toBeVisible()
    await examine(page, 'boost, a prompt judged')
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
  })

  await test.step('postponing brings up the next task, and a reload restores the postponed one', async () => {
    const title = (): Promise<string> => page.getByRole('heading', { level: 2 }).innerText()
    const first = await title()
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(page.getByRole('heading', { level: 2, name: first })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: first })).toBeVisible()
    await expect(page.getByText('1 of 10', { exact: true })).toBeVisible()
  })
})
