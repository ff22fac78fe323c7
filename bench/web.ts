import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import bundleWorld from '../e2e/support/bundle-world.ts'
import { launchOptions } from '../e2e/support/launch-options.ts'
import { startWorld, type World } from '../e2e/support/start-world.ts'
import { open, type ScreenFigures, watchRequests } from './open-screen.ts'
import { measurePresses } from './presses.ts'

/**
 * `npm run bench:web [screen …]`: opens screens of the built app in Chromium as a slow phone does, and prints paints, shifts,
 * requests, waves and bytes. bench/README.md says how to read them.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

/** `path` may have to be made first. */
type Visit = {
  name: string
  path: string | ((context: BrowserContext, world: World) => Promise<string>)
  isSignedIn: boolean
}
const signIn = async (context: BrowserContext, world: World, finishedLessons = 3): Promise<string> => {
  const { email, pin } = await world.makeLearner({ finishedLessons })
  const answer = await context.request.post('/api/product-user/login', { data: { email, pin } })
  return ((await answer.json()) as { jwt: string }).jwt
}

const earnCertificate = async (context: BrowserContext, world: World): Promise<string> => {
  const authorization = `Bearer ${await signIn(context, world, 14)}`
  const data = { courseId: 'ai-zero', name: 'Ana Silva' }
  const answer = await context.request.post('/api/certificates', { headers: { authorization }, data })
  return ((await answer.json()) as { data: { certificateUrl: string } }).data.certificateUrl
}

const visits: Visit[] = [
  { name: 'login', path: '/login', isSignedIn: false },
  { name: 'quiz', path: '/quiz/f1/1/v1', isSignedIn: false },
  { name: 'plans', path: '/plans', isSignedIn: false },
  { name: 'certificate', path: earnCertificate, isSignedIn: false },
  { name: 'terms', path: '/terms', isSignedIn: false },
  { name: 'welcome', path: '/welcome', isSignedIn: false },
  { name: 'a course', path: '/welcome/ai-zero', isSignedIn: false },
  { name: 'not found', path: '/nowhere', isSignedIn: false },
  { name: 'dashboard', path: '/dashboard', isSignedIn: true },
  { name: 'courses', path: '/courses', isSignedIn: true },
  { name: 'course', path: '/course/ai-zero', isSignedIn: true },
  { name: 'lesson', path: '/course/ai-zero/lesson/ai-zero.l03/learn', isSignedIn: true },
]

const newPhone = (browser: Browser, world: World): Promise<BrowserContext> =>
  browser.newContext({ baseURL: world.url, viewport: { width: 390, height: 844 }, isMobile: true })

/** With an empty cache, and again in the same browser. */
const visit = async (
  browser: Browser,
  world: World,
  { path, isSignedIn }: Visit,
): Promise<ScreenFigures & { warm: number }> => {
  const context = await newPhone(browser, world)
  const token = isSignedIn ? await signIn(context, world) : ''
  const shown = typeof path === 'string' ? path : await path(context, world)
  const screen = { path: shown, token, hasServiceWorker: true }
  const cold = await open(context, screen)
  const { largestPaint: warm } = await open(context, screen)
  await context.close()
  return { ...cold, warm }
}

/** From the tap on a lesson's start screen to its first card, in milliseconds. */
const enterLesson = async (browser: Browser, world: World): Promise<number> => {
  const context = await newPhone(browser, world)
  const token = await signIn(context, world)
  const page = await context.newPage()
  await page.addInitScript((jwt) => localStorage.setItem('jwt_token', jwt), token)
  await watchRequests(page)
  await page.goto('/course/ai-zero/lesson/ai-zero.l03/start')
  await page.getByRole('button', { name: 'START LESSON' }).waitFor()
  await page.waitForLoadState('networkidle')
  const waited = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const since = performance.now()
        new MutationObserver((_, observer) => {
          if (document.getElementById('lesson-card') === null) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - since))
        }).observe(document.body, { childList: true, subtree: true })
        for (const button of document.querySelectorAll('button'))
          if (button.textContent === 'START LESSON') button.click()
      }),
  )
  await context.close()
  return waited
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const wanted = process.argv.slice(2)
await bundleWorld()
const world = await startWorld({ provider: 'embedded', newDevice: 'risk', clock: 'ours', modelUrl: null })
const browser = await chromium.launch(launchOptions())
console.log('screen      FCP ms  LCP ms  shift  requests  waves      kB  LCP again')
for (const place of visits.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const runs: (ScreenFigures & { warm: number })[] = []
  for (let round = 0; round < rounds; round += 1) runs.push(await visit(browser, world, place))
  const of = (key: keyof ScreenFigures | 'warm'): number => median(runs.map((run) => run[key]))
  const cells = [
    of('firstPaint').toFixed(0).padStart(6),
    of('largestPaint').toFixed(0).padStart(6),
    of('shift').toFixed(3),
    of('requests').toFixed(0).padStart(8),
    of('waves').toFixed(0).padStart(5),
    of('kilobytes').toFixed(0).padStart(6),
    of('warm').toFixed(0).padStart(9),
  ]
  console.log(`${place.name.padEnd(10)}  ${cells.join('  ')}`)
}
if (wanted.length === 0 || wanted.includes('enter')) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await enterLesson(browser, world))
  console.log(`from a lesson's start screen to its first card: ${median(times).toFixed(0)} ms`)
}
if (wanted.length === 0 || wanted.includes('presses')) await measurePresses(browser, world, rounds)
await browser.close()
await world.stop()
