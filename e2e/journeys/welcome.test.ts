import type { Page } from '@playwright/test'
import { examine } from '../support/examine.ts'
import { heading } from '../support/lesson.ts'
import { openScreen, untilSettled } from '../support/settle.ts'
import { expect, test } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const promise = 'Learn to use AI, five minutes a day'

const firstExercise = (page: Page) => page.getByRole('group', { name: 'Which assistant should Marisol take?' })

test('a newcomer gets from sign-in to the product page, tries a lesson by keyboard and starts the quiz @laptop', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'What is Kitewise?' }).click()
  await expect(heading(page, promise)).toBeFocused()
  await expect(page.getByRole('link', { name: 'Make my plan' }).first()).toBeInViewport({ ratio: 1 })
  const prices = page.getByRole('region', { name: 'What it costs' })
  await expect(prices.getByRole('listitem')).toHaveCount(4)
  await expect(prices.getByText(/^Free until .*, then \$29\.99 every month until you cancel\.$/)).toBeVisible()
  await page.locator('summary', { hasText: 'How do I cancel?' }).press('Enter')
  await expect(page.getByText(/^In your account, in two clicks/)).toBeVisible()

  const courses = page.getByRole('region', { name: /^8 courses/ })
  await expect(courses.getByRole('listitem')).toHaveCount(8)
  await courses.getByRole('link', { name: 'AI from Zero: Your First Useful Hours' }).click()
  await expect(page).toHaveURL(/\/welcome\/ai-zero$/)
  await expect(heading(page, 'AI from Zero: Your First Useful Hours')).toBeFocused()
  await page.getByRole('link', { name: 'Read the first lesson' }).press('Enter')
  const lesson = page.getByRole('region', { name: 'Try the first lesson now' })
  await expect(lesson.getByRole('heading', { name: 'Any big one will do' })).toBeInViewport()
  await firstExercise(page).getByRole('button', { name: 'A big one that opens on her phone' }).press('Enter')
  await expect(lesson.getByText(/What she learns here works in all of them/)).toBeVisible()

  const next = lesson.getByRole('button', { name: 'Next card' })
  const end = lesson.getByText(/^That’s how a lesson reads/)
  for (let card = 2; await next.isVisible(); card += 1) {
    await next.press('Enter')
    await expect(lesson.getByRole('progressbar', { name: new RegExp(`^Card ${card} of `) })).toBeVisible()
    await expect(lesson.getByRole('heading', { level: 3 })).toBeFocused()
  }
  await expect(end).toBeVisible()
  await lesson.getByRole('button', { name: 'Previous card' }).press('Enter')
  await expect(end).toHaveCount(0)

  await page.getByRole('link', { name: 'Make my plan' }).last().press('Enter')
  await expect(page.getByText('Step 1 of')).toBeVisible()
  await page.getByRole('link', { name: 'What is Kitewise?' }).click()
  await expect(heading(page, promise)).toBeVisible()
})

test('each language has an address of its own, which the visit then keeps', async ({ page }) => {
  await openScreen(page, '/welcome/find-check?lang=uk')
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk')
  await expect(page).toHaveTitle(/ · Kitewise$/)
  await page.getByRole('contentinfo').getByRole('link', { name: '日本語' }).click()
  await expect(page).toHaveURL(/\/welcome\/find-check\?lang=ja$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await page.getByRole('link', { name: '学習プランを作る' }).first().click()
  await expect(page.getByText(/^ステップ1\//)).toBeVisible()
})

test('a course that does not exist is not found', async ({ page }) => {
  const answer = await page.goto('/welcome/nothing')
  expect(answer?.status()).toBe(404)
  await expect(heading(page, 'This page has flown away')).toBeVisible()
})

test('the pages for newcomers are accessible, with an answered exercise and an open question @laptop', async ({
  page,
}) => {
  test.slow()
  await openScreen(page, '/welcome')
  await page.getByText('How do I cancel?').click()
  await examine(page, 'welcome')
  await openScreen(page, '/welcome/ai-zero')
  await page.goto('/welcome/ai-zero')
  await firstExercise(page).getByRole('button', { name: 'A big one that opens on her phone' }).click()
  await untilSettled(page, 'an answered exercise')
  await examine(page, 'welcome course')
})
