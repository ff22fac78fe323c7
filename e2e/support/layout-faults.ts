import type { Page } from '@playwright/test'
import { untilSettled } from './settle.ts'

/** Everything in `inPage` runs in the page, where it knows only the other functions of that list. */
const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('[inert], option')

const nameOf = (element: Element): string => {
  const text = element.getAttribute('aria-label') ?? element.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''
  return `${element.tagName.toLowerCase()} “${text.slice(0, 40)}”`
}

const withAncestors = (element: Element | null): Element[] =>
  element === null ? [] : [element, ...withAncestors(element.parentElement)]

/** Content may pass under a bar, but not at the end of the scroll where the bar is. */
const isPassing = (owner: Element, cover: Element): boolean => {
  const bar = withAncestors(cover).find((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
  if (bar === undefined || bar.contains(owner)) return false
  const { top, bottom } = bar.getBoundingClientRect()
  const isBottomBar = top + bottom > innerHeight
  return isBottomBar ? scrollY + innerHeight < document.documentElement.scrollHeight - 1 : scrollY > 0
}

/** A link or a switch may be stretched over its card: it belongs to the text and hides nothing. */
const isStretched = (cover: Element, x: number, y: number): boolean => {
  if (!cover.matches('a, label, button, input')) return false
  const { left, top, right, bottom } = cover.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom || getComputedStyle(cover).opacity === '0'
}

const faultAt = (owner: Element, x: number, y: number): string | null => {
  if (x < 0 || x > innerWidth) return `${nameOf(owner)} leaves the window`
  const hit = document.elementFromPoint(x, y)
  if (hit === null || hit.contains(owner) || owner.contains(hit)) return null
  return isStretched(hit, x, y) || isPassing(owner, hit) ? null : `${nameOf(owner)} is under ${nameOf(hit)}`
}

/** Clamped lines end with an ellipsis on purpose. */
const isClipper = (element: Element): boolean => {
  const { overflowY, webkitLineClamp } = getComputedStyle(element)
  const isWhole = element === document.body || element === document.documentElement
  return !isWhole && ['hidden', 'clip'].includes(overflowY) && webkitLineClamp === 'none'
}

/** A modal dialog or an open popover is in the top layer, where no ancestor clips it. */
const clippingAncestors = (owner: Element): Element[] => {
  const ancestors = withAncestors(owner)
  const top = ancestors.findIndex((one) => one.matches('dialog:modal, :popover-open'))
  return top === -1 ? ancestors : ancestors.slice(0, top + 1)
}

const clippersOf = (owner: Element, box: DOMRect): string[] =>
  clippingAncestors(owner)
    .filter((one) => {
      const { top, bottom, right } = one.getBoundingClientRect()
      return isClipper(one) && (box.top < top - 2 || box.bottom > bottom + 2 || box.right > right + 2)
    })
    .map((one) => `${nameOf(owner)} is clipped by ${nameOf(one)}`)

/** What only screen readers say is one pixel large. */
const isForListeners = (owner: Element): boolean =>
  withAncestors(owner).some((one) => one.clientWidth === 1 && one.clientHeight === 1)

/** Every shown line of text and every control, with its place in the window. */
const listBoxes = (): [Element, DOMRect][] => {
  const found: [Element, DOMRect][] = []
  // What is behind a modal dialog is covered on purpose.
  const area = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement
    if (owner === null || !node.textContent?.trim()) continue
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) found.push([owner, box])
  }
  for (const control of area.querySelectorAll('a[href], button, input:not([type=hidden]), textarea, select'))
    for (const box of control.getClientRects()) found.push([control, box])
  return found.filter(
    ([owner, { width, height, top, bottom }]) =>
      width > 2 &&
      height > 2 &&
      top + bottom >= 0 &&
      top + bottom <= 2 * innerHeight &&
      isShown(owner) &&
      !isForListeners(owner),
  )
}

const findFaults = (end: 'top' | 'bottom'): string[] => {
  const { scrollHeight } = document.documentElement
  window.scrollTo({ top: end === 'top' ? 0 : scrollHeight, behavior: 'instant' })
  return listBoxes().flatMap(([owner, box]) => {
    const y = (box.top + box.bottom) / 2
    const places = [box.left + 2, (box.left + box.right) / 2, box.right - 2]
    return [...places.flatMap((x) => faultAt(owner, x, y) ?? []), ...clippersOf(owner, box)]
  })
}

/** The main action, if there is one, must be in view before the learner scrolls. It has the color of the kite. */
const findHiddenAction = (): string[] => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.backgroundColor = 'var(--kite)'
  const color = getComputedStyle(probe).backgroundColor
  probe.remove()
  const area = [...document.querySelectorAll('dialog[open], [role="dialog"]')].at(-1) ?? document.querySelector('main')
  const action = [...(area?.querySelectorAll('a, button') ?? [])].find(
    (one) => getComputedStyle(one).backgroundColor === color && isShown(one),
  )
  if (action === undefined) return []
  const { top, bottom } = action.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight + 1 ? [] : [`the main action ${nameOf(action)} is out of view`]
}

const inPage = Object.entries({
  isShown,
  nameOf,
  withAncestors,
  isPassing,
  isStretched,
  faultAt,
  isClipper,
  clippingAncestors,
  clippersOf,
  isForListeners,
  listBoxes,
  findFaults,
  findHiddenAction,
}).map(([name, code]) => `const ${name} = ${String(code)}`)

/** Resizes the window and waits for the layout. */
export async function resizeTo(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await untilSettled(page, `at ${size.width} px`, { width: size.width })
}

/** Returns texts and controls of the open screen that overlap, are clipped or covered, and a main action out of view. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const calls = "[...findFaults('bottom'), ...findFaults('top'), ...findHiddenAction()]"
  return [...new Set(await page.evaluate<string[]>(`(() => { ${inPage.join('\n')}; return ${calls} })()`))]
}

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
