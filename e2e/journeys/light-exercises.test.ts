import { everythingSent, heading, startLesson, turnCard, turnTo } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

const lesson = '/course/find-check/lesson/find-check.l01'

test('a learner predicts, sorts and fills blanks by keyboard, and the answers are still there after a reload', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  await page.goto(`${lesson}/start`)
  await page.getByRole('button', { name: 'START LESSON' }).click()
  await expect(heading(page, 'A topic is not a question')).toBeVisible()

  await page.getByRole('button', { name: 'A tidy essay about uniforms in general' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You saw it coming')).toBeInViewport()
  await expect(page.getByText('He asked nothing, so nothing got answered.')).toBeInViewport()

  await page.keyboard.press('Enter')
  await turnCard(page)
  const sort = page.getByRole('group', { name: /Topic, opinion or question/ })
  await expect(page.getByRole('button', { name: 'Check' })).toBeDisabled()
  for (const item of await sort.getByRole('group').all()) {
    await item.getByRole('radio').first().focus()
    await page.keyboard.press('Space')
  }
  await page.getByRole('button', { name: 'Check' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toContainText(/\d of 5 right/)

  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Who, where, when, compared with what')).toBeVisible()
  await everythingSent(page)
  await page.reload()
  const back = page.getByRole('button', { name: 'Previous card' })
  await back.click()
  await expect(page.getByText(/\d of 5 right/)).toBeVisible()
  await back.click()
  await back.click()
  await expect(page.getByText('You saw it coming')).toBeVisible()

  // The sort went wrong, so it comes back.
  await page.goto('/boost')
  await expect(page.getByRole('heading', { name: 'Nothing to review today' })).toBeVisible()
  await expect(page.getByText(/The next practice is tomorrow\.$/)).toBeVisible()
})

test('a filled blank moves no word of its sentence @laptop', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 8 }))
  await startLesson(page, 'l08')
  await turnTo(page, page.getByText('Complete Mateo’s follow-up.'))
  const sentence = page.getByText('the fish soup and the orange cake.').locator('xpath=..')
  const before = await sentence.evaluate(placesOfWords)
  for (const choice of await page.getByRole('radio').all()) {
    await choice.check()
    expect(await sentence.evaluate(placesOfWords)).toEqual(before)
  }
  expect(before.length).toBeGreaterThan(2)
})

/** Where each line of the sentence's own words is, and how tall the sentence is. */
const placesOfWords = (sentence: Element): number[][] => {
  const { top, height } = sentence.getBoundingClientRect()
  const range = document.createRange()
  const words = [...sentence.children].filter((element) => element.children.length === 0)
  const lines = words.flatMap((node) => {
    range.selectNodeContents(node)
    return [...range.getClientRects()].map((box) => [box.left, box.top - top])
  })
  return [...lines, [height]]
}

test('a learner takes the skill check before a course, and the course shows the score', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  await page.goto('/course/find-check')
  await page.getByRole('button', { name: 'Check what I know' }).click()
  const dialog = page.getByRole('dialog', { name: 'Skill check' })
  for (const question of await dialog.getByRole('group').all()) await question.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Send my answers' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^\d of 5$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^\d of 5$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check what I know' })).toHaveCount(0)
})
