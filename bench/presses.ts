import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import type { World } from '../e2e/support/start-world.ts'
import { watchRequests } from './open-screen.ts'

/** How soon a slow phone paints after a press. `prepare` opens the screen on a fast one. */
type Press = {
  name: string
  finishedLessons?: number
  prepare: (page: Page) => Promise<void>
  /** What a finger touches, or the key that is pressed. */
  target: ((page: Page) => Locator) | string
  /** The heading that the press leads to, if that is to be measured. */
  leadsTo?: string
}

const course = '/course/ai-zero'
const learn = (lesson: string): string => `${course}/lesson/ai-zero.${lesson}/learn`

const opened = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
}

const lessonButton = (page: Page) => page.getByRole('button', { name: /^(Continue|Finish Lesson|SKIP PRACTICE|Skip)$/ })

/** Reads a lesson to its end, up to what takes the screen after it. */
const finishLesson = async (page: Page, path: string): Promise<void> => {
  await opened(page, path)
  await page.getByRole('button', { name: 'START LESSON' }).click()
  const bar = page.getByRole('progressbar', { name: 'Lesson progress' })
  const words = async (): Promise<string> => (await bar.getAttribute('aria-valuetext').catch(() => null)) ?? ''
  await bar.waitFor()
  while (await bar.isVisible()) {
    const before = await words()
    await lessonButton(page).click()
    // The same button leads on from the next card, once it is there.
    await page.waitForFunction(
      (text) => document.querySelector('[role=progressbar][aria-label="Lesson progress"]')?.ariaValueText !== text,
      before,
    )
  }
  await page.getByRole('dialog', { name: /^You finished/ }).waitFor()
  await page.waitForFunction(() => document.querySelector('[data-moving]') === null)
  await page.waitForLoadState('networkidle')
}

const presses: Press[] = [
  {
    name: 'quiz answer',
    prepare: (page) => opened(page, '/quiz/f1/1/v1'),
    target: (page) => page.getByRole('main').getByRole('group').getByRole('button').first(),
  },
  {
    name: 'PIN digit',
    prepare: async (page) => {
      await opened(page, '/login')
      await page.getByLabel('Email').fill('someone@kitewise.example')
      await page.keyboard.press('Enter')
      await page.getByLabel('Digit 1 of 4').click()
    },
    target: '1',
  },
  {
    name: 'open a course',
    finishedLessons: 3,
    prepare: (page) => opened(page, '/courses'),
    target: (page) => page.locator(`a[href="${course}"]`).first(),
    leadsTo: 'AI from Zero: Your First Useful Hours',
  },
  {
    name: 'next card',
    finishedLessons: 3,
    prepare: (page) => opened(page, learn('l03')),
    target: (page) => lessonButton(page),
  },
  {
    name: 'exercise option',
    finishedLessons: 3,
    prepare: async (page) => {
      await opened(page, '/course/find-check/lesson/find-check.l01/start')
      await page.getByRole('button', { name: 'START LESSON' }).click()
      await page.getByRole('button', { name: 'A tidy essay about uniforms in general' }).waitFor()
    },
    target: (page) => page.getByRole('button', { name: 'A tidy essay about uniforms in general' }),
  },
  {
    name: 'open a dialog',
    finishedLessons: 3,
    prepare: (page) => opened(page, `${learn('l03')}?fragment=2`),
    target: (page) => page.getByRole('button', { name: 'Start Practice' }),
  },
  {
    name: 'lesson to lesson',
    finishedLessons: 1,
    prepare: (page) => finishLesson(page, `${course}/lesson/ai-zero.l01/start`),
    target: (page) => page.getByRole('dialog').getByRole('link', { name: 'Next: Green, yellow, red' }),
    leadsTo: 'Green, yellow, red',
  },
]

type Watched = { presses: number[]; shown: number }

/**
 * Runs in the page: notes how long each press takes until the next paint (Event Timing counts from the hardware's time stamp, in steps
 * of 8 ms, and leaves out what is below 16 ms), and when the heading is painted after the first press.
 */
const watchPresses = (heading: string | null): void => {
  const watched: Watched = { presses: [], shown: Number.NaN }
  Object.assign(window, { watched })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) watched.presses.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  if (heading === null) return
  window.addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      // Once a frame, because looking at each change would lengthen what is measured.
      const [look]: [FrameRequestCallback] = [
        () => {
          if ([...document.querySelectorAll('h1')].some(({ textContent }) => textContent === heading))
            setTimeout(() => (watched.shown = performance.now() - timeStamp))
          else requestAnimationFrame(look)
        },
      ]
      requestAnimationFrame(look)
    },
    { capture: true, once: true },
  )
}

/** Two frames later the entry of a press is there, if there is one. */
const afterPaint = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))

/** Touches the middle: Playwright's own tap asks the page what is there while the press is measured. */
const aim = async (page: Page, target: Press['target']): Promise<() => Promise<void>> => {
  if (typeof target === 'string') return () => page.keyboard.press(target)
  await target(page).scrollIntoViewIfNeeded()
  const box = await target(page).boundingBox()
  if (box === null) throw new Error('what is to be pressed is not on the screen')
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

const measure = async (context: BrowserContext, world: World, { finishedLessons, prepare, target, leadsTo }: Press) => {
  const page = await context.newPage()
  if (finishedLessons !== undefined) {
    const { email, pin } = await world.makeLearner({ finishedLessons })
    const answer = await context.request.post('/api/product-user/login', { data: { email, pin } })
    const { jwt } = (await answer.json()) as { jwt: string }
    await page.addInitScript((token) => localStorage.setItem('jwt_token', token), jwt)
  }
  await prepare(page)
  const press = await aim(page, target)
  await watchRequests(page)
  await page.evaluate(watchPresses, leadsTo ?? null)
  await press()
  if (leadsTo !== undefined)
    await page.waitForFunction(() => !Number.isNaN((window as unknown as { watched: Watched }).watched.shown))
  await page.evaluate(afterPaint)
  const { presses: durations, shown } = await page.evaluate(() => (window as unknown as { watched: Watched }).watched)
  return { paintedMs: Math.max(0, ...durations), shownMs: shown }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Prints a table: the median and the longest time from press to paint, and from press to the heading that it leads to. */
export async function measurePresses(browser: Browser, world: World, rounds: number): Promise<void> {
  console.log('press             paint ms  longest  heading ms  longest')
  for (const press of presses) {
    const runs: { paintedMs: number; shownMs: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({
        baseURL: world.url,
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        serviceWorkers: 'block',
      })
      runs.push(await measure(context, world, press))
      await context.close()
    }
    const cells = [runs.map(({ paintedMs }) => paintedMs), runs.map(({ shownMs }) => shownMs)].flatMap((times) =>
      [median(times), Math.max(...times)].map((ms) => (Number.isNaN(ms) ? '' : ms === 0 ? '< 16' : ms.toFixed(0))),
    )
    const widths = [8, 7, 10, 7]
    const row = cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('  ')
    console.log(`${press.name.padEnd(16)}  ${row}`.trimEnd())
  }
}
