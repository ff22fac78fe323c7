import type { Page } from '@playwright/test'
import { examine } from '../support/examine.ts'
import { expect, test } from '../support/test.ts'

const you = (page: Page) => page.getByRole('region', { name: 'You' })
const device = (page: Page) => page.getByRole('region', { name: 'This device' })
const root = (page: Page) => page.locator('html')

test('a learner sets name, goal, theme, text size and motion; each works at once and is kept @laptop', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner({ finishedLessons: 2 }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello', exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: /of 5 min today|goal reached: 5 min/ })).toBeVisible()

  await page.goto('/profile')
  const name = you(page).getByRole('textbox', { name: 'Name' })
  await name.fill('Ann')
  const saved = page.waitForResponse(/first-name/)
  await name.press('Enter')
  await saved
  const goal = page.waitForResponse(/daily-goal/)
  await you(page).getByRole('radio', { name: '5 min', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await goal
  await expect(you(page).getByRole('radio', { name: '10 min' })).toBeChecked()
  await examine(page, 'settings')

  await device(page).getByRole('switch', { name: 'Less motion' }).press('Space')
  await expect(root(page)).toHaveAttribute('data-motion', 'reduced')
  const light = await root(page).evaluate((html) => getComputedStyle(html).backgroundColor)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await device(page).getByRole('radio', { name: 'Automatic' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(device(page).getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(root(page)).toHaveCSS('background-color', 'rgb(18, 18, 42)')
  expect(light).not.toBe('rgb(18, 18, 42)')
  await expect(root(other)).toHaveAttribute('data-theme', 'dark')
  await other.close()
  await device(page).getByRole('radio', { name: 'Largest' }).check({ force: true })
  await expect(root(page)).toHaveCSS('font-size', '20.8px')

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ann' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: /of 10 min today|goal reached: 10 min/ })).toBeVisible()
  await expect(root(page)).toHaveCSS('font-size', '20.8px')
  await expect(root(page)).toHaveCSS('background-color', 'rgb(18, 18, 42)')
})
