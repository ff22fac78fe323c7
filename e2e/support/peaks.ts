import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** The peaks that the gallery plays, with what each says about its sample learner. */
export const peakFacts = {
  'Finished lesson': [
    'Name the task and the reader, and the first answer is already useful.',
    '5 exercises done, 4 right',
  ],
  'Finished level': ['9 of 14 lessons on your string', '7 days in a row'],
  'Finished course': ['14 of 14 lessons on your string', '7 days in a row'],
  'Passed prompt': ['What made the difference: “How much you can spend”', '5 out of 5'],
  'First minute': ['AI from zero, 5 minutes a day', 'Your first lesson: Get set up'],
  Plan: ['42', '“Get more done at work”'],
  'Welcome back': ['You’ve finished 5 lessons, and they’re still yours.', 'Next: Set limits it can keep, 5 minutes'],
}

export type PeakName = keyof typeof peakFacts

export const peakNames = Object.keys(peakFacts) as PeakName[]

export async function openGallery(page: Page): Promise<void> {
  await page.goto('/dev/gallery')
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Peaks' })).toBeVisible()
}

export function peakOf(page: Page): Locator {
  return page.locator('dialog:modal')
}

export function playButton(page: Page, name: PeakName): Locator {
  return page.getByRole('button', { name: `Play: ${name}`, exact: true })
}

/** Whether the peak shows the words now, not before or after its motion. */
export function isSeen(words: Locator): Promise<boolean> {
  return words.evaluate((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
}

/** Runs in the page: the motion of the open peak, without kites that sway on and on and buttons that change color. */
const listMotion = (): Animation[] =>
  (document.querySelector('dialog:modal')?.getAnimations({ subtree: true }) ?? []).filter(
    (animation) => animation instanceof CSSAnimation && Number.isFinite(animation.effect?.getComputedTiming().endTime),
  )

/** Runs in the page. A dialog that fills the screen draws its content after its title. */
const isEmpty = (): boolean => document.querySelector('dialog:modal header + div:empty') !== null

/** Presses a button and stops the motion of the peak at its start. Returns how long it would take, in milliseconds. */
const holdMotion = async (button: Element): Promise<number> => {
  ;(button as HTMLElement).click()
  await Promise.resolve()
  if (isEmpty())
    await new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (isEmpty()) return
        observer.disconnect()
        resolve()
      }).observe(document.body, { childList: true, subtree: true })
    })
  const motion = listMotion()
  for (const animation of motion) animation.pause()
  await Promise.all(motion.map(({ ready }) => ready))
  return Math.max(
    0,
    ...motion.map(({ effect, playbackRate }) => Number(effect?.getComputedTiming().endTime) / playbackRate),
  )
}

const inPage = (body: string): string => {
  const functions = Object.entries({ listMotion, isEmpty, holdMotion })
  return `() => { ${functions.map(([name, one]) => `const ${name} = ${String(one)};`).join(' ')} ${body} }`
}

/** Plays a peak and stops its motion at once. Returns the length in milliseconds. */
export async function playHeld(page: Page, name: PeakName): Promise<number> {
  const find = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Play: ${name}')`
  return page.evaluate<number>(`(${inPage(`return holdMotion(${find})`)})()`)
}

/** Moves the stopped motion and the page's clock. @param to milliseconds since the start of the peak */
export async function moveMotion(page: Page, from: number, to: number): Promise<void> {
  await page.clock.runFor(to - from)
  await page.evaluate(`(${inPage(`for (const animation of listMotion()) animation.currentTime = ${to}`)})()`)
}

/** How many parts of the peak have not reached their end. */
export function countUnfinished(page: Page): Promise<number> {
  const body =
    'return listMotion().filter((one) => Number(one.currentTime) < Number(one.effect.getComputedTiming().endTime)).length'
  return page.evaluate<number>(`(${inPage(body)})()`)
}
