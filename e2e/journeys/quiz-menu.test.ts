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

test('the quiz is answered by number keys, and replies on the next step @laptop', async ({ page }) => {
  await page.goto('/quiz/f1/1/v1')
  await expect(page.getByText('Your own AI plan, in one minute')).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('1')
    await expect(page).toHaveURL(/\/quiz\/f1\/2\/v1$/, { timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('Then there’s nothing to unlearn.')).toBeVisible()
  await page.keyboard.press('2')
  await expect(page.getByRole('checkbox', { name: 'At work' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Step 3 of')).toBeVisible()
})
