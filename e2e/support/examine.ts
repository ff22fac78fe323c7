import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { clippedWords } from './layout-faults.ts'
import { untilSettled } from './settle.ts'
import { expect, test } from './test.ts'

/** The axe rules that depend on the color scheme. For all others, light and dark are the same page. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Legacy mode skips frames, which we don't have; the default mode opens a second page for each analysis. */
const axeTroubles = async (axe: AxeBuilder): Promise<string[]> => {
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
}

/** Examining another scheme has already loaded axe into the page. */
const alreadyThere = 'void 0'

const axeFor = (page: Page, scheme: 'light' | 'dark'): AxeBuilder =>
  scheme === 'light'
    ? new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
    : new AxeBuilder({ page, axeSource: alreadyThere }).withRules(colorRules)

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  const path = join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${test.info().project.name}.png`)
  await page.screenshot({ path, fullPage: true })
}

const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size)

const troublesIn = async (page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<string[]> => {
  // Without reduced motion, endless animations would never settle.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
  // Colors change over several frames; measured in between, they belong to neither scheme.
  await untilSettled(page, name)
  await picture(page, `${name}-${colorScheme}`)
  return axeTroubles(axeFor(page, colorScheme))
}

/** Returns what axe finds on the open screen, once nothing moves: words that fade in have too little contrast. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await untilSettled(page, page.url())
  return axeTroubles(new AxeBuilder({ page }))
}

/** Returns what has too little contrast on the open screen, in light and dark. Needs reduced motion. */
export async function colorFaults(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await untilSettled(page, name)
    const isThere = await page.evaluate(() => 'axe' in window)
    const axe = new AxeBuilder({ page, ...(isThere && { axeSource: alreadyThere }) }).withRules(colorRules)
    faults.push(...(await axeTroubles(axe)).map((trouble) => `${colorScheme}: ${trouble}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return faults
}

/**
 * Returns problems of the open screen: axe in light and dark, and clipped or overflowing words at double font size and
 * (on the phone) at 320 px. Set SCREENSHOTS to a folder to save pictures there.
 */
export async function examine(page: Page, name: string): Promise<void> {
  const troubles: string[] = []
  const note = (where: string, found: string[]): void => {
    troubles.push(...found.map((trouble) => `${name}, ${where}: ${trouble}`))
  }
  const size = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) note(colorScheme, await troublesIn(page, name, colorScheme))
  await page.emulateMedia({ colorScheme: 'light' })
  await setTextSize(page, '200%')
  await untilSettled(page, name)
  await picture(page, `${name}-large`)
  note('200 % text', await clippedWords(page))
  await setTextSize(page, '')
  if (!isLaptop()) {
    await page.setViewportSize({ width: 320, height: 640 })
    await untilSettled(page, `${name} at 320 px`, { width: 320 })
    note('320 px', await clippedWords(page))
    if (size !== null) await page.setViewportSize(size)
  }
  expect(troubles).toEqual([])
}

/** Laptop tests also run on the phone, where the same page is made 320 px wide. */
const isLaptop = (): boolean => test.info().project.name === 'laptop'
