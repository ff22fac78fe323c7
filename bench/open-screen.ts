import type { BrowserContext, Page } from '@playwright/test'

/** What it's like to open a screen on a slow phone: 150 ms, 1.6 Mbit/s, a CPU four times slower. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const cpuSlowdown = 4

type Paints = { firstPaint: number; largestPaint: number; shift: number }
type Request = { startedAt: number; endedAt: number; bytes: number }
export type ScreenFigures = Paints & { requests: number; waves: number; kilobytes: number }

/** Runs in the page before its scripts. It names no function of its own: the compiler would wrap it in a helper that the page lacks. */
const watchPaints = (): void => {
  const paints = { firstPaint: 0, largestPaint: 0, shift: 0 }
  Object.assign(window, { paints })
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift'])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (entry.name === 'first-contentful-paint') paints.firstPaint = entry.startTime
        else if (type === 'largest-contentful-paint') paints.largestPaint = entry.startTime
        else if (type === 'layout-shift' && !entry.hadRecentInput) paints.shift += entry.value
    }).observe({ type, buffered: true })
}

/** A wave is a set of requests that started before the first of them had ended: each wave costs a round trip. */
const countWaves = (requests: readonly Request[]): number => {
  let waves = 0
  let firstEnd = -Infinity
  for (const { startedAt, endedAt } of requests.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt >= firstEnd) {
      waves += 1
      firstEnd = endedAt
    } else firstEnd = Math.min(firstEnd, endedAt)
  }
  return waves
}

/** Slows a page down to a slow phone, and notes every request with its times in seconds and its bytes on the wire. */
export async function watchRequests(page: Page): Promise<Map<string, Request>> {
  const requests = new Map<string, Request>()
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp }) => {
    requests.set(requestId, { startedAt: timestamp, endedAt: Infinity, bytes: 0 })
  })
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { endedAt: timestamp, bytes: encodedDataLength })
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return requests
}

/** `token` is empty for a visitor. A screen with a service worker is left when that has kept its files. */
type OpenedScreen = { path: string; token: string; hasServiceWorker: boolean }

/** Opens a screen in a new page of the context and measures until its largest paint. */
export async function open(
  context: BrowserContext,
  { path, token, hasServiceWorker }: OpenedScreen,
): Promise<ScreenFigures> {
  const page = await context.newPage()
  if (token !== '') await page.addInitScript((jwt) => localStorage.setItem('jwt_token', jwt), token)
  await page.addInitScript(watchPaints)
  const requests = await watchRequests(page)
  await page.goto(path)
  await page.getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  const paints = await page.evaluate(() => (window as unknown as { paints: Paints }).paints)
  const origin = Math.min(...[...requests.values()].map(({ startedAt }) => startedAt))
  const beforePaint = [...requests.values()].filter(
    ({ startedAt }) => (startedAt - origin) * 1000 < paints.largestPaint,
  )
  if (hasServiceWorker) await page.evaluate(() => navigator.serviceWorker.ready)
  await page.close()
  return {
    ...paints,
    requests: beforePaint.length,
    waves: countWaves(beforePaint),
    kilobytes: beforePaint.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
  }
}
