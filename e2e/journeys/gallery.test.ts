import type { Page } from '@playwright/test'
import { colorFaults, examine } from '../support/examine.ts'
import { clippedWords, layoutFaults, resizeTo } from '../support/layout-faults.ts'
import { countUnfinished, isSeen, openGallery, peakFacts, peakNames, peakOf, playButton } from '../support/peaks.ts'
import { expect, keepInBrowser, test } from '../support/test.ts'

/** Every component in every state: accessible in light and dark, and nothing overlaps at any size. */
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
]

const expectNoFaults = async (page: Page): Promise<void> => {
  for (const size of sizes) {
    await resizeTo(page, size)
    expect(await layoutFaults(page), `${size.width} px`).toEqual([])
  }
}

test('every component of the gallery is accessible, and nothing overlaps', async ({ page }) => {
  await openGallery(page)
  await examine(page, 'gallery')
  await expectNoFaults(page)
})

/** These scroll inside of a dialog, so what is further down is not on the screen. */
const scrolling = new Set(['Passed prompt', 'Plan'])

for (const name of peakNames)
  test(`without motion, the peak "${name}" is complete at once, and accessible`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openGallery(page)
    await playButton(page, name).click()
    for (const fact of peakFacts[name])
      expect(await isSeen(peakOf(page).getByText(fact, { exact: true }).first()), fact).toBe(true)
    await expect.poll(() => countUnfinished(page)).toBe(0)
    await examine(page, `peak ${name}`)
    if (scrolling.has(name)) return
    await expectNoFaults(page)
    if (!name.startsWith('Finished')) return
    for (const size of sizes.slice(1)) {
      await resizeTo(page, size)
      expect(await colorFaults(page, `peak ${name}`), `${size.width} px`).toEqual([])
    }
  })

for (const language of ['ua', 'ja'])
  test(`in the language ${language}, nothing of a peak overlaps or is clipped at any size`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await keepInBrowser(page, { user_language: language })
    await openGallery(page)
    for (const name of peakNames.filter((one) => !scrolling.has(one)))
      await test.step(name, async () => {
        await playButton(page, name).click()
        await expect.poll(() => countUnfinished(page)).toBe(0)
        await expectNoFaults(page)
        expect(await clippedWords(page)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(peakOf(page)).toHaveCount(0)
      })
  })
