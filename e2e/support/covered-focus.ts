import type { Page } from '@playwright/test'
import { untilSettled } from './settle.ts'

/** A small window, and a window of 1280x1024 at 400 % (WCAG 2.2, 1.4.10 and 2.4.11). */
const zoomedWindows = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
]

/** More than any screen has: a walk that gets here has lost its way. */
const mostStops = 150

type Stop = { name: string; isCovered: boolean; isEnd: boolean }

/**
 * Runs in the page: where the focus is, whether something hides all of it, and whether it has been there before. A control
 * that is hidden gets some frames, in which a browser draws what the focus changes.
 */
const lookAtFocus = async (walk: string): Promise<Stop> => {
  const focused = document.activeElement
  if (focused === null || focused === document.body || focused.getAttribute('data-walked') === walk)
    return { name: '', isCovered: false, isEnd: true }
  focused.setAttribute('data-walked', walk)
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined
  const isDrawn = focused.getBoundingClientRect().width > 4 && getComputedStyle(focused).opacity !== '0'
  // A control that its label draws is where the label is.
  const shown = label && !isDrawn ? label : focused
  const isSeenAt = (x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (shown.contains(hit) || hit.closest('label')?.control === focused)
  }
  const steps = Array.from({ length: 15 }, (_, step) => (step + 0.5) / 15)
  const isSeenIn = ({ x, y, width, height }: DOMRect): boolean =>
    steps.some((across) => steps.some((down) => isSeenAt(x + width * across, y + height * down)))
  const words = focused.getAttribute('aria-label') ?? label?.textContent ?? focused.textContent ?? ''
  const name = `${focused.tagName.toLowerCase()} “${words.trim().slice(0, 40)}”`
  const isCovered = (): boolean => ![...shown.getClientRects()].some(isSeenIn)
  for (let frame = 1; frame <= 60 && isCovered(); frame += 1) await new Promise(requestAnimationFrame)
  return { name, isCovered: isCovered(), isEnd: false }
}

const walkWith = async (page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> => {
  const covered: string[] = []
  const walk = crypto.randomUUID()
  for (let stop = 1; stop <= mostStops; stop += 1) {
    await page.keyboard.press(key)
    const { name, isCovered, isEnd } = await page.evaluate(lookAtFocus, walk)
    if (isEnd) return covered
    if (isCovered) covered.push(name)
  }
  return [...covered, `no end after ${mostStops} stops`]
}

/** Tabs through the open screen to its end and back, in each window. @returns the controls that were hidden when they had the focus */
export async function coveredFocus(page: Page, screen: string): Promise<string[]> {
  const size = page.viewportSize()
  const troubles: string[] = []
  for (const window of zoomedWindows) {
    await page.setViewportSize(window)
    await untilSettled(page, screen, { width: window.width })
    for (const key of ['Tab', 'Shift+Tab'] as const)
      troubles.push(
        ...(await walkWith(page, key)).map((name) => `${screen}, ${window.width}x${window.height}, ${key}: ${name}`),
      )
  }
  if (size) await page.setViewportSize(size)
  return troubles
}
