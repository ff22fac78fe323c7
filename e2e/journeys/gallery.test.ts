import type { Page } from '@playwright/test'
import { examine } from '../support/examine.ts'
import { layoutFaults, resizeTo } from '../support/layout-faults.ts'
import { expect, test } from '../support/test.ts'

/** Every component in every state: accessible in light and dark, and nothing overlaps at any size. */
const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
]

const openGallery = async (page: Page): Promise<void> => {
  await page.goto('/dev/gallery')
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
}

test('every component of the gallery is accessible, and nothing overlaps', async ({ page }) => {
  await openGallery(page)
  await examine(page, 'gallery')
  for (const size of sizes) {
    await resizeTo(page, size)
    expect(await layoutFaults(page), `${size.width} px`).toEqual([])
  }
})
