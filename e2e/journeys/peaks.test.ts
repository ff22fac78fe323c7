import type { Locator, Page } from '@playwright/test'
import {
  countUnfinished,
  isSeen,
  moveMotion,
  openGallery,
  peakFacts,
  type PeakName,
  peakNames,
  peakOf,
  playHeld,
} from '../support/peaks.ts'
import { expect, test } from '../support/test.ts'

/** The main action of each peak, which an early tap must not press. The plan's is on the page around it. */
const actions: Record<PeakName, string | null> = {
  'Finished lesson': 'Next: Set limits it can keep',
  'Finished level': 'Next: Set limits it can keep',
  'Finished course': 'Get my certificate',
  'Passed prompt': 'CONTINUE',
  'First minute': 'Back to the gallery',
  Plan: null,
  'Welcome back': 'Go on learning',
}

/** Taps where the element is, whatever is in front of it. */
const tapAt = async (page: Page, element: Locator): Promise<void> => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('There is nothing to tap.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

const titleOf = (page: Page): Locator =>
  peakOf(page)
    .getByRole('heading', { level: 1 })
    .or(peakOf(page).getByRole('heading', { name: 'Amazing!' }))

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openGallery(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
})

for (const name of peakNames)
  test(`the peak "${name}" ignores early taps, ends with a later one, and is short the second time`, async ({
    page,
  }) => {
    const full = await playHeld(page, name)
    expect(full, 'milliseconds').toBeGreaterThanOrEqual(1_000)
    expect(full, 'milliseconds').toBeLessThanOrEqual(4_000)
    await moveMotion(page, 0, 200)
    await tapAt(page, titleOf(page))
    const action = actions[name]
    if (action !== null) await tapAt(page, peakOf(page).getByText(action, { exact: true }))
    expect(await countUnfinished(page), 'what still moves after an early tap').toBeGreaterThan(0)

    await moveMotion(page, 200, 450)
    await tapAt(page, titleOf(page))
    expect(await countUnfinished(page), 'what still moves after a later tap').toBe(0)
    // The plan's number follows its motion at the next frame.
    await page.clock.runFor(50)
    for (const fact of peakFacts[name]) {
      const words = peakOf(page).getByText(fact, { exact: true }).first()
      await expect.poll(() => isSeen(words), { message: fact }).toBe(true)
    }

    await page.keyboard.press('Escape')
    await expect(peakOf(page)).toHaveCount(0)
    await page.getByRole('switch', { name: 'As the first one of the day' }).click()
    expect(await playHeld(page, name), 'milliseconds').toBeLessThanOrEqual(801)
  })

test('a right answer says why within 0.4 seconds', async ({ page }) => {
  const exercise = page.getByRole('region', { name: 'Exercise: Find the flaw' })
  await exercise.getByRole('radio', { name: 'Four cost 44 euros.' }).first().check()
  await exercise.getByRole('button', { name: 'Check' }).click()
  await expect(exercise.getByText('Four times 12 is 48.').first()).toBeVisible()
  const lengths = await exercise.evaluate((element) =>
    element.getAnimations({ subtree: true }).map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  )
  expect(Math.max(...lengths)).toBeLessThanOrEqual(400)
})
