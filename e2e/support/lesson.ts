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
