import { choose, goOn, heading, learnOf, startLesson } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

const weakPrompt = 'Give me some ideas for Saturday, please. I like music.'

test.describe('practices', () => {
  test.beforeEach(async ({ world, signIn }) => {
    await signIn(await world.makeLearner({ finishedLessons: 3 }))
  })

  test('a weak prompt gets a reason and a suggestion, and can be retried', async ({ page }) => {
    await page.goto(`${learnOf('l03')}?fragment=2`)
    await page.getByRole('button', { name: 'Start Practice' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Hint' }).click()
    await expect(dialog.getByText(/Four short sentences are plenty/)).toBeVisible()
    await dialog.getByPlaceholder('Enter your prompt...').fill(weakPrompt)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Oops!')).toBeVisible()
    const original = dialog.getByRole('textbox')
    await expect(original).toHaveAttribute('readonly', '')
    await expect(original).toHaveValue(new RegExp('Give me some ideas for Saturday'))
    await dialog.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByText('Task completed')).toBeVisible()
    await page.getByRole('button', { name: 'Repeat task' }).click()
    await expect(page.getByRole('dialog').getByPlaceholder('Enter your prompt...')).toBeEditable()
  })

  test('a failed evaluation says so, records nothing, and keeps the text', async ({ page }) => {
    await page.route('**/api/openai/evaluate-prompt', (route) => route.abort())
    await page.goto(`${learnOf('l03')}?fragment=2`)
    await page.getByRole('button', { name: 'Start Practice' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByPlaceholder('Enter your prompt...').fill(weakPrompt)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect(dialog.getByText('Error evaluating prompt. Please try again.')).toBeVisible()
    await expect(dialog.getByRole('textbox').first()).toHaveValue(weakPrompt)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Start Practice' })).toBeVisible()
    await expect(page.getByText('Task completed')).toHaveCount(0)
  })

  test('a wrong answer is explained, and the actions disappear', async ({ page }) => {
    await startLesson(page, 'l03')
    await choose(page, 'Which stored page holds the answer')
    await expect(page.getByText('Incorrect answer')).toBeVisible()
    await expect(page.getByText(/No page is stored inside it/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await goOn(page)
    await expect(heading(page, 'A worked example, line by line')).toBeVisible()
  })

  test('a half-written prompt survives a reload', async ({ page }) => {
    await page.goto(`${learnOf('l03')}?fragment=2`)
    await page.getByRole('button', { name: 'Start Practice' }).click()
    await page.getByPlaceholder('Enter your prompt...').fill('Give me three')
    await page.reload()
    await page.getByRole('button', { name: 'Start Practice' }).click()
    await expect(page.getByPlaceholder('Enter your prompt...')).toHaveValue('Give me three')
  })
})
