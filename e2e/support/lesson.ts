import type { Locator, Page } from '@playwright/test'
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

/** What leads on from a card. */
export function lessonButton(page: Page) {
  return page.getByRole('button', { name: /^(Continue|Finish Lesson|SKIP PRACTICE|Skip)$/ })
}

const place = (page: Page) => page.getByRole('progressbar', { name: 'Lesson progress' })

const cardOf = async (page: Page) => {
  const [, number, count] = /(\d+)\D+(\d+)/.exec((await place(page).getAttribute('aria-valuetext')) ?? '') ?? []
  return { number: Number(number), count: Number(count) }
}

export async function isLastCard(page: Page): Promise<boolean> {
  const { number, count } = await cardOf(page)
  return number === count
}

/** The card of the lesson that is on screen, from 1. */
export async function cardNumber(page: Page): Promise<number> {
  return (await cardOf(page)).number
}

/** To the next card, past a practice that is open. */
export async function turnCard(page: Page): Promise<void> {
  const before = (await place(page).getAttribute('aria-valuetext')) ?? ''
  await lessonButton(page).click()
  await expect(place(page)).not.toHaveAttribute('aria-valuetext', before)
}

/** Like `turnCard`, with the keyboard. */
export async function pressCard(page: Page): Promise<void> {
  const before = (await place(page).getAttribute('aria-valuetext')) ?? ''
  await lessonButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(place(page)).not.toHaveAttribute('aria-valuetext', before)
}

/** The title of the fragment on screen; empty outside of a lesson in progress. */
const fragmentOnScreen = (page: Page) => page.locator('#lesson-card').textContent()

/** Reads the rest of the fragment. */
export async function goOn(page: Page): Promise<void> {
  const title = await fragmentOnScreen(page)
  while ((await fragmentOnScreen(page)) === title) await turnCard(page)
}

/** Reads the rest of the lesson and finishes it. */
export async function finish(page: Page): Promise<void> {
  while (!(await isLastCard(page))) await turnCard(page)
  await lessonButton(page).click()
}

/** What takes the screen after a finished lesson. */
export function lessonPeak(page: Page): Locator {
  return page.getByRole('dialog', { name: /^You finished/ })
}

/** From what takes the screen after a finished lesson to the course. */
export async function toCourse(page: Page): Promise<void> {
  const peak = lessonPeak(page)
  await peak.waitFor()
  // The first tap may come too early or only end the motion; after one that works, a busy machine closes it late.
  await expect(async () => {
    if (await peak.isVisible()) await peak.getByRole('button', { name: 'Back to the course' }).click({ timeout: 1_000 })
    await expect(peak).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Turns cards until `shown` is on screen. */
export async function turnTo(page: Page, shown: Locator): Promise<void> {
  await place(page).waitFor()
  while (!(await shown.isVisible())) await turnCard(page)
}

/** Goes to a question of the lesson and answers it. */
export async function choose(page: Page, answer: string): Promise<void> {
  const option = page.getByRole('radio', { name: answer })
  await place(page).or(option).first().waitFor()
  while ((await place(page).isVisible()) && !(await option.isVisible())) await turnCard(page)
  await option.check()
  await page.getByRole('button', { name: /^(Check|Submit)$/ }).click()
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

/** Reads the fragment's cards and waits until its completion is stored. */
export async function completeFragment(page: Page): Promise<void> {
  // A write of an earlier page may be sent again; its response isn't the one to wait for.
  await everythingSent(page)
  const stored = page.waitForResponse(
    (response) =>
      response.url().includes('/user-course-progress/fragment/') &&
      response.ok() &&
      response.request().postDataJSON()?.completed === true,
  )
  await lessonButton(page).waitFor()
  const title = await fragmentOnScreen(page)
  while (/\/learn/.test(page.url()) && (await fragmentOnScreen(page)) === title) {
    if (await isLastCard(page)) {
      await lessonButton(page).click()
      break
    }
    await turnCard(page)
  }
  await stored
  await everythingSent(page)
}
