import { examine } from '../support/examine.ts'
import { course, finish, lessonPeak, startLesson, startOf } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

test('a finished lesson takes the screen, ties the bow of the day and leads to the next lesson @laptop', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await startLesson(page, 'l01')
  await finish(page)
  const peak = lessonPeak(page)
  await expect(page).toHaveURL(new RegExp(`${course}$`))
  await expect(peak.getByRole('heading', { name: 'You finished “A very well-read guesser”' })).toBeFocused()
  await expect(peak.getByText('2 days in a row')).toBeVisible()
  await expect(page.locator('[data-moving]')).toHaveCount(0)
  await examine(page, 'after a lesson')
  await peak.getByRole('link', { name: 'Next: Green, yellow, red' }).click()
  await expect(page).toHaveURL(new RegExp(`${startOf('l02')}$`))
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${course}$`))
  await expect(peak).toHaveCount(0)
})

test('a key shows the end of the motion, and only then does Escape leave', async ({ page, world, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(await world.makeLearner({ finishedLessons: 1 }))
  await startLesson(page, 'l01')
  await finish(page)
  const moving = page.locator('[data-moving]')
  await moving.waitFor()
  await expect(async () => {
    await page.keyboard.press('Space')
    await expect(moving).toHaveCount(0, { timeout: 200 })
  }).toPass({ timeout: 1_500 })
  await expect(lessonPeak(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lessonPeak(page)).toHaveCount(0)
  await expect(page.getByText('2 of 14 lessons')).toBeVisible()
})

test('the last lesson of a course shows the whole string and leads to the certificate', async ({
  page,
  world,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(await world.makeLearner({ finishedLessons: 13 }))
  await startLesson(page, 'l13')
  await finish(page)
  const peak = lessonPeak(page)
  await expect(peak.getByText('14 of 14 lessons on your string')).toBeVisible()
  await expect(page.locator('[data-moving]')).toHaveCount(0)
  expect(await peak.locator('svg').first().evaluate(countCut), 'shapes that the screen cuts off').toBe(0)
  await examine(page, 'after a course')
  await peak.getByRole('link', { name: 'Get my certificate' }).click()
  await expect(page).toHaveURL(new RegExp(`${course}/certificate$`))
})

test('a reload shows the course without the moment', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 3 }))
  await startLesson(page, 'l03')
  await finish(page)
  await expect(lessonPeak(page)).toContainText('You finished the level “Meet the machine”')
  await expect(page.locator('[data-moving]')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('4 of 14 lessons')).toBeVisible()
  await expect(lessonPeak(page)).toHaveCount(0)
})

/** Runs in the page: how many shapes of a drawing reach beyond the screen. */
const countCut = (drawing: Element): number =>
  [...drawing.querySelectorAll('path, circle, rect')]
    .map((shape) => shape.getBoundingClientRect())
    .filter(
      ({ top, left, right, bottom }) => top < 0 || left < 0 || right > window.innerWidth || bottom > window.innerHeight,
    ).length
