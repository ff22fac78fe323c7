/**
 * No bar hides what has the keyboard's focus (WCAG 2.4.11): the header and the buttons that stick to an edge of the window,
 * the bottom bar, a task that stays above its field, or an on-screen keyboard. Measured at the focused control itself, so
 * that a new bar needs no entry anywhere. `scroll-padding` would need their heights, which grow with text and language.
 */

/** Pixels between the control and the bar. */
const distance = 8

/** Keys that move the focus. A click must not scroll: what it began on would be gone before it ends. */
const movers = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ', 'Escape'])

/** Begins with what has the focus now, because the first key has moved it. @returns what stops watching */
export function keepFocusInView(): () => void {
  let isMoving = true
  const begin = (event: Event): void => {
    isMoving = event instanceof KeyboardEvent && movers.has(event.key)
  }
  const onFocus = ({ target }: Event): void => {
    if (!isMoving || !(target instanceof HTMLElement) || target.tabIndex < 0) return
    uncover(target)
    // Some browsers scroll to the control only after they have told about the focus.
    requestAnimationFrame(() => document.activeElement === target && uncover(target))
  }
  document.addEventListener('keydown', begin, true)
  document.addEventListener('pointerdown', begin, true)
  document.addEventListener('focusin', onFocus)
  window.visualViewport?.addEventListener('resize', uncoverField)
  uncoverField()
  return () => {
    document.removeEventListener('keydown', begin, true)
    document.removeEventListener('pointerdown', begin, true)
    document.removeEventListener('focusin', onFocus)
    window.visualViewport?.removeEventListener('resize', uncoverField)
  }
}

/** Also when an on-screen keyboard opens. */
const uncoverField = (): void => {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused.matches('a, button, summary, input, textarea, select')) uncover(focused)
}

/** A control that its label draws is where the label is. */
const shownPart = (control: HTMLElement): HTMLElement => {
  const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined
  const isDrawn = control.offsetWidth > 4 && getComputedStyle(control).opacity !== '0'
  return label && !isDrawn ? label : control
}

const ancestorsOf = (element: Element | null): Element[] =>
  element === null ? [] : [element, ...ancestorsOf(element.parentElement)]

const barAt = (x: number, y: number, control: Element): Element | undefined =>
  ancestorsOf(document.elementFromPoint(x, y)).find(
    (one) => !one.contains(control) && ['fixed', 'sticky'].includes(getComputedStyle(one).position),
  )

const isScroller = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)

/** What bars leave of the window. */
type Opening = { top: number; bottom: number }

/** The browser gives both edges of a fixed box, and `auto` for the one to which a sticky box doesn't stick. */
const isAbove = (bar: Element, { top, bottom }: DOMRect): boolean => {
  const { position, bottom: stuck } = getComputedStyle(bar)
  return position === 'sticky' ? stuck === 'auto' : top + bottom < window.innerHeight
}

/** Narrows the window by the bars over a control's box; null if there are none. */
const openingBeside = (shown: HTMLElement, { left, top, width, height }: DOMRect): Opening | null => {
  const bars = new Set<Element>()
  for (const across of [0.1, 0.5, 0.9])
    for (const down of [0.02, 0.25, 0.5, 0.75, 0.98]) {
      const bar = barAt(left + width * across, top + height * down, shown)
      if (bar) bars.add(bar)
    }
  const opening = { top: 0, bottom: window.innerHeight }
  for (const bar of bars) {
    const box = bar.getBoundingClientRect()
    if (isAbove(bar, box)) opening.top = Math.max(opening.top, box.bottom)
    else opening.bottom = Math.min(opening.bottom, box.top)
  }
  return bars.size > 0 ? opening : null
}

/** Scrolls by what bars hide of a control, as far as its beginning stays in view. */
const uncover = (control: HTMLElement): void => {
  const shown = shownPart(control)
  const ancestors = ancestorsOf(shown)
  // What stands in a bar moves with it.
  if (ancestors.some((one) => getComputedStyle(one).position === 'fixed' && !one.matches('dialog'))) return
  shown.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const box = shown.getBoundingClientRect()
  const opening = openingBeside(shown, box)
  if (!opening) return
  const spare = box.top - distance - opening.top
  const excess = box.bottom + distance - opening.bottom
  const scroller = ancestors.slice(1).find(isScroller) ?? document.scrollingElement
  if (spare < 0) scroller?.scrollBy({ top: spare, behavior: 'instant' })
  else if (excess > 0) scroller?.scrollBy({ top: Math.min(excess, spare), behavior: 'instant' })
}
