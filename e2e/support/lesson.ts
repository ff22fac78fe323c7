import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Steps and addresses shared by lesson journeys. */
export const course = '/course/ai-zero'
export function startOf(lesson: string): string {
  return `${course}/lesson/ai-zero.${lesson}/start`
}
export function learnOf(lesson: string): string {
  return `${course}/lesson/ai-zero.${lesson}/learn`
}

export function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true })
}

/** Opens a new lesson from its intro. */
export async function startLesson(page: Page, lesson: string): Promise<void> {
  await page.goto(startOf(lesson))
  await page.getByRole('button', { name: 'START LESSON' }).click()
  await expect(page).toHaveURL(new RegExp(`${lesson}/learn`))
}

export function goOn(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Answers the question on screen. */
export async function choose(page: Page, answer: string): Promise<void> {
  await page.getByRole('radio', { name: answer }).check()
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** The main button of a lesson. */
export function lessonButton(page: Page) {
  return page.getByRole('button', { name: /^(Continue|Finish Lesson|SKIP PRACTICE)$/ })
}

/** Waits until the outbox is empty, because its writes are sent again after the next load. */
export async function everythingSent(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(countUnsent), { message: 'writes that the browser still holds' }).toBe(0)
}

/** Runs in the page: the number of writes in the outbox. */
const countUnsent = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('keyval-store')
    // The app creates the database; until then there is none, which isn't an error.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
    opening.addEventListener('error', () => resolve(0))
    opening.addEventListener('success', () => {
      const database = opening.result
      const reading = database.transaction('keyval').objectStore('keyval').getAll()
      reading.addEventListener('error', () => reject(reading.error))
      reading.addEventListener('success', () => resolve(reading.result.flat().length))
      database.close()
    })
  })

/** Presses the fragment's button and waits until its completion is stored. */
export async function completeFragment(page: Page): Promise<void> {
  // A write of an earlier page may be sent again; its response isn't the one to wait for.
  await everythingSent(page)
  const stored = page.waitForResponse(
    (response) =>
      response.url().includes('/user-course-progress/fragment/') &&
      response.ok() &&
      response.request().postDataJSON()?.completed === true,
  )
  await lessonButton(page).click()
  await stored
  await everythingSent(page)
}
