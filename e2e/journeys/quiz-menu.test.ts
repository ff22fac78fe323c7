import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const menuButton = (page: Page) => page.getByRole('button', { name: 'Open the menu' })

const openMenu = async (page: Page): Promise<void> => {
  await menuButton(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
}

const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('app-storage') ?? 'null'))

test('the quiz menu covers the screen, can be closed in every way, and survives a reload', async ({ page }) => {
  await page.goto('/quiz/f1/1/v1')
  await openMenu(page)
  expect(await stored(page)).toEqual({ state: { isDrawerMenuOpen: true }, version: 1 })
  await page.reload()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText([/Terms/, /Privacy/, /Subscription/, /Support/])

  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menuButton(page)).toBeFocused()
  expect(await stored(page)).toEqual({ state: { isDrawerMenuOpen: false }, version: 1 })

  await openMenu(page)
  await page.mouse.click(10, 400)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openMenu(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openMenu(page)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(/\/privacy$/)
  await page.goBack()
  await expect(page.getByText('Step 1 of')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
