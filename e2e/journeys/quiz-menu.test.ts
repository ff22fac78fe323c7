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

/** Runs in the page: puts each animation on its first frame and returns how much wider than the window the page then is. */
const widthAtFirstFrame = (): number => {
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    if (getComputedStyle(element).animationName === 'none') continue
    element.style.animation = 'none'
    void element.offsetWidth
    element.style.animation = ''
    for (const animation of element.getAnimations()) {
      animation.pause()
      animation.currentTime = 0
    }
  }
  return document.documentElement.scrollWidth - document.documentElement.clientWidth
}

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a step that arrives does not widen the page (motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/quiz/f1/1/v1')
    await expect(page.getByText('Step 1 of')).toBeVisible()
    expect(await page.evaluate(widthAtFirstFrame)).toBe(0)
  })

test('the quiz is answered by number keys while an option has the focus, and replies on the next step @laptop', async ({
  page,
}) => {
  await page.goto('/quiz/f1/1/v1')
  await expect(page.getByText('Your own AI plan, in one minute')).toBeVisible()
  const option = page.getByRole('main').getByRole('group').getByRole('button')
  await expect(async () => {
    await option.last().focus()
    await page.keyboard.press('1')
    await expect(page).toHaveURL(/\/quiz\/f1\/2\/v1$/, { timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('Then there’s nothing to unlearn.')).toBeVisible()
  const choice = page.getByRole('checkbox', { name: 'At work' })
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Open the menu' }).focus()
  await page.keyboard.press('2')
  await expect(choice).not.toBeChecked()
  await page.getByRole('checkbox').last().focus()
  await page.keyboard.press('2')
  await expect(choice).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Step 3 of')).toBeVisible()
})
