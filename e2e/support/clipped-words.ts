import type { Page } from '@playwright/test'

/** Runs in the page: finds clipped text and the page's width. Text for screen readers only is one pixel wide. */
const findClipped = (): string[] => {
  const found: string[] = []
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const { width, height } = element.getBoundingClientRect()
    const { overflowX, display } = getComputedStyle(element)
    const words = element.innerText?.trim().slice(0, 60)
    const isScroller = overflowX === 'auto' || overflowX === 'scroll' || display === 'inline'
    const isBox = overflowX !== 'visible' || element.matches('button, a, label, h1, h2, h3')
    const isShown =
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (words && isShown && isBox && !isScroller && element.scrollWidth > element.clientWidth + 1)
      found.push(`cut off: ${words}`)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  // Fractions of a pixel are rounded up.
  return scrollWidth > clientWidth + 1 ? [...found, `the page is ${scrollWidth} px wide`] : found
}

/** Returns words that overflow the screen horizontally or are clipped by a box. */
export function clippedWords(page: Page): Promise<string[]> {
  return page.evaluate(findClipped)
}
