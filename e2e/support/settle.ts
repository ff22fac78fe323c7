import { expect, type Page } from '@playwright/test'

type Settled = { width?: number; isLoaded?: boolean }

/**
 * Runs in the page: checks every frame, because Playwright's own polling waits up to a second between two looks.
 * Resolves with an empty text once the page has been settled for two frames, or with the reason why it isn't.
 */
const settle = async ({ width, isLoaded, patience }: Settled & { patience: number }): Promise<string> => {
  const findReason = (): string => {
    const { clientWidth } = document.documentElement
    if (width !== undefined && (innerWidth !== width || clientWidth !== width))
      return `the page is ${innerWidth} px wide`
    if (isLoaded === true) {
      if (document.querySelector('main[data-left]') !== null) return 'the last screen is still shown'
      if (document.querySelector('[aria-busy="true"]') !== null) return 'the screen is still loading'
      if ([...document.querySelectorAll('[role="status"]')].some((one) => one.textContent?.includes('Loading')))
        return 'the screen says that it is loading'
      const headings = [...document.querySelectorAll('h1, h2, h3, [role="heading"]')]
      if (!headings.some((one) => one.checkVisibility())) return 'the screen has no heading'
    }
    return document.getAnimations().some(({ playState }) => playState === 'running') ? 'something moves on and on' : ''
  }
  const end = performance.now() + patience
  let settledFrames = 0
  let reason = ''
  while (settledFrames < 2 && performance.now() < end) {
    // If there is no frame for a second, nothing moves.
    await Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 1_000))])
    reason = findReason()
    settledFrames = reason === '' ? settledFrames + 1 : 0
  }
  return reason
}

/** Waits until nothing moves, the window has the width, and (on request) the screen has its content. */
export async function untilSettled(page: Page, name: string, wanted: Settled = {}): Promise<void> {
  expect(await page.evaluate(settle, { ...wanted, patience: 10_000 }), name).toBe('')
}

const firstPart = (path: string): string => path.split(/[/?]/)[1] ?? ''

/** Runs in the page: goes to an address as Forward does, without loading the app again. */
const go = (address: string): void => {
  document.querySelector('main')?.setAttribute('data-left', '')
  history.pushState({ key: address }, '', address)
  dispatchEvent(new PopStateEvent('popstate'))
}

/**
 * Opens a screen in the loaded app, which takes a fraction of a load. Two addresses of one route may share their
 * elements, so the screens of such a group are loaded.
 */
export async function openScreen(page: Page, screen: string): Promise<void> {
  const { protocol, pathname } = new URL(page.url())
  const isInApp = protocol === 'http:' && firstPart(pathname) !== firstPart(screen)
  if (isInApp) await page.evaluate(go, screen)
  else await page.goto(screen)
  await untilSettled(page, screen, { isLoaded: true })
}

/**
 * Makes every load wait until a closed dialog has left its entry of the history: that step back would abort the load.
 * A person can't type an address that fast.
 */
export function loadAfterDialogs(page: Page): void {
  const left = (): Promise<unknown> =>
    page.waitForFunction(() => {
      const entry = history.state as { dialogs?: number } | null
      return entry?.dialogs === undefined || document.querySelector('dialog[open]') !== null
    })
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...how) => (await left(), goto(...how))
  page.reload = async (...how) => (await left(), reload(...how))
}
