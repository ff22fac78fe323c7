import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Addresses and moves that journeys through lessons share. */
export const course = '/course/ai-zero'
export const startOf = (lesson: string): string => `${course}/lesson/ai-zero.${lesson}/start`
export const learnOf = (lesson: string): string => `${course}/lesson/ai-zero.${lesson}/learn`

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Opens a fresh lesson from its start screen. */
export const startLesson = async (page: Page, lesson: string): Promise<void> => {
  await page.goto(startOf(lesson))
  await page.getByRole('button', { name: 'START LESSON' }).click()
  await expect(page).toHaveURL(new RegExp(`${lesson}/learn`))
}

export const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue', exact: true }).click()

/** Answers the question on the screen. */
export const choose = async (page: Page, answer: string): Promise<void> => {
  await page.getByRole('radio', { name: answer }).check()
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** The one button at the bottom of a lesson. */
export const lessonButton = (page: Page) =>
  page.getByRole('button', { name: /^(Continue|Finish Lesson|SKIP PRACTICE)$/ })

/** Waits until the browser holds nothing that the product has not stored: what it holds, it sends again after the next load. */
export const everythingSent = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate(countUnsent), { message: 'writes that the browser still holds' }).toBe(0)
}

/** Runs in the page: how many writes wait in its outbox. */
const countUnsent = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('keyval-store')
    // Making it is for the app: until then there is none, which is no error.
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

/** Presses the button of the fragment and waits until the product has stored that it is completed. */
export const completeFragment = async (page: Page): Promise<void> => {
  // A write of an earlier page may be on its way once more; its answer is not the one to wait for.
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
