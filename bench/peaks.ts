import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import bundleWorld from '../e2e/support/bundle-world.ts'
import { launchOptions } from '../e2e/support/launch-options.ts'
import { peakNames } from '../e2e/support/peaks.ts'
import { startWorld } from '../e2e/support/start-world.ts'

/**
 * `npm run bench:peaks [peak …]`: plays the gallery's peaks on a slowed processor and prints their long tasks and frames,
 * next to one moving box on an empty page. With FRAMES set to a folder, it also records every frame there as a picture.
 */
const cpuSlowdown = 4
const watchedMs = 3_500
const longFrameMs = 32

type Motion = { longestTask: number; longestFrame: number; longFrames: number; frames: number }

/** Runs in the page: presses the button with these words, or moves a box for `null`, and watches what follows. */
const watchMotion = async ({
  words,
  ms,
  limit,
}: {
  words: string | null
  ms: number
  limit: number
}): Promise<Motion> => {
  const tasks: number[] = []
  const frames: number[] = []
  if (words === null) {
    const box = document.createElement('div')
    Object.assign(box.style, {
      position: 'fixed',
      inset: '0 auto auto 0',
      width: '50px',
      height: '50px',
      background: 'red',
    })
    document.body.replaceChildren(box)
    box.animate([{ transform: 'none' }, { transform: 'translateX(200px)' }], ms)
  } else [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click()
  // The press itself mounts the peak; what is watched is its motion.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  const end = performance.now() + ms
  let last = await new Promise<number>(requestAnimationFrame)
  while (last < end) {
    const next = await new Promise<number>(requestAnimationFrame)
    frames.push(next - last)
    last = next
  }
  observer.disconnect()
  return {
    longestTask: Math.max(0, ...tasks),
    longestFrame: Math.max(...frames),
    longFrames: frames.filter((length) => length > limit).length,
    frames: frames.length,
  }
}

const openGallery = async (page: Page): Promise<void> => {
  await page.goto('/dev/gallery')
  await page.getByRole('heading', { name: 'Peaks' }).waitFor()
  await page.waitForLoadState('networkidle')
}

const play = async (page: Page, devtools: CDPSession, words: string | null): Promise<Motion> => {
  await openGallery(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  const motion = await page.evaluate(watchMotion, { words, ms: watchedMs, limit: longFrameMs })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return motion
}

/** Saves every frame that the browser draws as 000.png, 001.png, …  */
const record = async (page: Page, devtools: CDPSession, name: string, folder: string): Promise<void> => {
  await openGallery(page)
  const target = join(folder, name.toLowerCase().replaceAll(' ', '-'))
  mkdirSync(target, { recursive: true })
  let count = 0
  const save = ({ data, sessionId }: { data: string; sessionId: number }): void => {
    writeFileSync(join(target, `${String(count).padStart(3, '0')}.png`), Buffer.from(data, 'base64'))
    count += 1
    void devtools.send('Page.screencastFrameAck', { sessionId })
  }
  devtools.on('Page.screencastFrame', save)
  await devtools.send('Page.startScreencast', { format: 'png' })
  await page.getByRole('button', { name: `Play: ${name}` }).click()
  await page.waitForTimeout(watchedMs)
  await devtools.send('Page.stopScreencast')
  devtools.off('Page.screencastFrame', save)
}

const wanted = process.argv.slice(2)
await bundleWorld()
const world = await startWorld({ provider: 'embedded', newDevice: 'risk', clock: 'ours', modelUrl: null })
const browser = await chromium.launch(launchOptions())
const context = await browser.newContext({
  baseURL: world.url,
  viewport: { width: 390, height: 844 },
  serviceWorkers: 'block',
})
const page = await context.newPage()
const devtools = await context.newCDPSession(page)

console.log(`peak             longest task  longest frame  frames over ${longFrameMs} ms`)
const print = (name: string, { longestTask, longestFrame, longFrames, frames }: Motion): void => {
  const times = [longestTask, longestFrame].map((ms) => `${ms.toFixed(0)} ms`.padStart(13))
  console.log(`${name.padEnd(16)} ${times.join('  ')}  ${longFrames} of ${frames}`)
}
print('one moving box', await play(page, devtools, null))
for (const name of peakNames.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  print(name, await play(page, devtools, `Play: ${name}`))
  if (process.env.FRAMES !== undefined) await record(page, devtools, name, process.env.FRAMES)
}
await browser.close()
await world.stop()
