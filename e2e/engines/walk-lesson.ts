import { expect } from '@playwright/test'
import { answerKey } from '../support/course-package.ts'
import type { EnginePage } from './engine-page.ts'

const { prompts } = answerKey()

const onwards = { role: 'button', name: /^(Continue|Finish Lesson|Skip|SKIP PRACTICE)$/ }

/** What a card of a lesson asks for. `light` is an exercise of taps, `choice` the spec's question. */
type Card = { place: string; task: 'prediction' | 'light' | 'choice' | 'prompt' | null; isLast: boolean }

/**
 * Takes the lesson on screen to its end: taps an option of each exercise, writes the model prompt of each task.
 * @returns what was answered
 */
export async function walkLesson(page: EnginePage): Promise<string[]> {
  const answered: string[] = []
  for (;;) {
    await page.see(onwards)
    const card = await page.run(readCard)
    if (card.task !== null) {
      await answerTask[card.task](page)
      answered.push(card.task)
    }
    await page.click(onwards)
    if (card.isLast) return answered
    await page.until(`the card after ${card.place}`, isPast, card.place)
  }
}

const pick = async (page: EnginePage): Promise<void> => {
  while (await page.run(hasOpenGroup)) {
    const left = await page.run(countAnswered)
    await page.clickFirst(openOption)
    await page.until('the option is chosen', hasChosen, left)
  }
}

const answerTask = {
  prediction: async (page: EnginePage): Promise<void> => {
    await page.clickFirst('fieldset:enabled > button[aria-pressed]')
    await page.until('the prediction is answered', hasFeedback)
  },
  light: async (page: EnginePage): Promise<void> => {
    await pick(page)
    await page.click({ role: 'button', name: 'Check' })
    await page.until('the exercise is answered', hasFeedback)
  },
  choice: async (page: EnginePage): Promise<void> => {
    await pick(page)
    await page.click({ role: 'button', name: /^(Check|Submit)$/ })
    await page.until('the question is answered', hasFeedback)
  },
  prompt: async (page: EnginePage): Promise<void> => {
    await page.click({ role: 'button', name: 'Start Practice' })
    await page.see({ label: 'Your prompt' })
    const title = await page.run(readDialogTitle)
    const prompt = prompts.get(title)
    expect(prompt, `the model prompt of ${title}`).toBeDefined()
    await page.enter({ label: 'Your prompt' }, (prompt ?? '').replaceAll(/\s+/g, ' '))
    await page.click({ role: 'button', name: 'Submit' })
    await page.see({ text: 'Amazing!' })
    await page.click({ role: 'button', name: 'CONTINUE' })
    await page.seeGone({ label: 'Your prompt' })
  },
}

const openOption = 'fieldset:enabled:not(:has(:checked)) > label'

// These run in the page.

const readCard = (): Card => {
  const progress = document.querySelector('[role="progressbar"][aria-valuetext]')
  const visible = [...document.querySelectorAll('button')].filter((one) => one.checkVisibility())
  const names = new Set(visible.map((one) => one.textContent?.trim()))
  const isPrediction = visible.some((one) => one.matches('fieldset:enabled > button[aria-pressed]'))
  const tasks = { 'Start Practice': 'prompt', Submit: 'choice', Check: 'light' } as const
  const [, task = null] = Object.entries(tasks).find(([name]) => names.has(name)) ?? []
  return {
    place: progress?.getAttribute('aria-valuetext') ?? '',
    task: isPrediction ? 'prediction' : task,
    isLast: progress?.getAttribute('aria-valuenow') === progress?.getAttribute('aria-valuemax'),
  }
}

const isPast = (place: string): boolean => {
  const progress = document.querySelector('[role="progressbar"][aria-valuetext]')
  return progress !== null && progress.getAttribute('aria-valuetext') !== place
}

const hasOpenGroup = (): boolean => document.querySelector('fieldset:enabled:not(:has(:checked)) > label') !== null

const countAnswered = (): number => document.querySelectorAll('fieldset:enabled:has(:checked)').length

const hasChosen = (before: number): boolean =>
  document.querySelectorAll('fieldset:enabled:has(:checked)').length > before

const hasFeedback = (): boolean => document.querySelector('[data-feedback]') !== null

const readDialogTitle = (): string => document.querySelector('dialog[open] h2')?.textContent ?? ''
