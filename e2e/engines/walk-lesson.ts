import { expect } from '@playwright/test'
import { answerKey } from '../support/course-package.ts'
import type { EnginePage } from './engine-page.ts'

const { prompts } = answerKey()

/** What leads on from a card. */
export const lessonButton = { role: 'button', name: /^(Continue|Finish Lesson|Skip|SKIP PRACTICE)$/ }

/** What a card of a lesson asks for: `choices` are made, then checked. */
type Card = { place: string; task: 'prediction' | 'choices' | 'prompt' | null; isLast: boolean }

/**
 * Takes the lesson on screen to its end: taps an option of each exercise, writes the model prompt of each task.
 * @returns what was answered
 */
export async function walkLesson(page: EnginePage): Promise<string[]> {
  const answered: string[] = []
  for (;;) {
    await page.see(lessonButton)
    const card = await page.run(readCard)
    if (card.task !== null) {
      await answerTask[card.task](page)
      answered.push(card.task)
    }
    await page.clickUntil(lessonButton, `the card after ${card.place}`, isPast, card.place)
    if (card.isLast) return answered
  }
}

const pick = async (page: EnginePage): Promise<void> => {
  while (await page.run(hasOpenGroup)) {
    const answered = await page.run(countAnswered)
    await page.clickUntil({ first: openOption }, 'the option is chosen', hasChosen, answered)
  }
}

const check = { role: 'button', name: /^(Check|Submit)$/ }

const choose = async (page: EnginePage): Promise<void> => {
  await pick(page)
  await page.clickUntil(check, 'the answer is judged', hasFeedback)
}

const answerTask = {
  prediction: (page: EnginePage): Promise<void> =>
    page.clickUntil({ first: 'fieldset:enabled > button[aria-pressed]' }, 'the prediction is told', hasFeedback),
  choices: choose,
  prompt: async (page: EnginePage): Promise<void> => {
    await page.clickUntil({ role: 'button', name: 'Start Practice' }, 'the dialog is open', hasDialog)
    await page.see({ label: 'Your prompt' })
    const title = await page.run(readDialogTitle)
    const prompt = prompts.get(title)
    expect(prompt, `the model prompt of ${title}`).toBeDefined()
    await page.enter({ label: 'Your prompt' }, (prompt ?? '').replaceAll(/\s+/g, ' '))
    await page.click({ role: 'button', name: 'Submit' })
    await page.see({ text: 'Amazing!' })
    await page.clickUntil({ role: 'button', name: 'CONTINUE' }, 'the dialog is closed', hasNoDialog)
  },
}

const openOption = 'fieldset:enabled:not(:has(:checked)) > label'

// These run in the page.

const readCard = (): Card => {
  const progress = document.querySelector('[role="progressbar"][aria-valuetext]')
  const visible = [...document.querySelectorAll('button')].filter((one) => one.checkVisibility())
  const names = new Set(visible.map((one) => one.textContent?.replaceAll('\u200B', '').trim()))
  const isPrediction = visible.some((one) => one.matches('fieldset:enabled > button[aria-pressed]'))
  const tasks = { 'Start Practice': 'prompt', Submit: 'choices', Check: 'choices' } as const
  const [, task = null] = Object.entries(tasks).find(([name]) => names.has(name)) ?? []
  const place = progress?.getAttribute('aria-valuetext') ?? ''
  const [number, count] = place.match(/\d+/g) ?? []
  return { place, task: isPrediction ? 'prediction' : task, isLast: number === count }
}

const isPast = (place: string): boolean => {
  const progress = document.querySelector('[role="progressbar"][aria-valuetext]')
  return progress?.getAttribute('aria-valuetext') !== place || document.querySelector('dialog[open]') !== null
}

const hasOpenGroup = (): boolean => document.querySelector('fieldset:enabled:not(:has(:checked)) > label') !== null

const countAnswered = (): number => document.querySelectorAll('fieldset:enabled:has(:checked)').length

const hasChosen = (before: number): boolean =>
  document.querySelectorAll('fieldset:enabled:has(:checked)').length > before

const hasFeedback = (): boolean => document.querySelector('[data-feedback]') !== null

const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null

const hasNoDialog = (): boolean => document.querySelector('dialog[open]') === null

const readDialogTitle = (): string =>
  (document.querySelector('dialog[open] h2')?.textContent ?? '').replaceAll('\u200B', '')
