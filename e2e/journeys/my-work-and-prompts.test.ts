import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { resizeTo } from '../support/layout-faults.ts'
import { expect, test } from '../support/test.ts'

test('a learner chooses a line of work by keyboard, sees its lessons, and is one tap from the next one @laptop', async ({
  page,
  world,
  signIn,
}) => {
  await signIn(await world.makeLearner())
  await page.goto('/courses')
  const section = page.getByRole('region', { name: 'For my work' })
  const choice = section.getByRole('combobox', { name: 'My line of work' })
  await expect(choice).toHaveValue('')
  const saved = page.waitForResponse(/line-of-work/)
  await choice.focus()
  await choice.press('T')
  await expect(choice).toHaveValue('trades')
  expect((await saved).status()).toBe(200)
  await section.getByRole('link', { name: 'See all of them' }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'For my work' })).toBeVisible()
  const lessons = page.getByRole('region', { name: 'Your lessons' }).getByRole('listitem')
  expect(await lessons.count()).toBeGreaterThan(4)
  await page.reload()
  await expect(choiceOn(page)).toHaveValue('trades')
  await page.getByRole('link', { name: 'Start' }).click()
  await expect(page.getByRole('button', { name: 'START LESSON' })).toBeVisible()

  await page.goto('/profile')
  await page.getByRole('link', { name: /For my work/ }).click()
  await choiceOn(page).selectOption('Not chosen')
  await expect(page.getByRole('region', { name: 'Your lessons' })).toHaveCount(0)
})

const choiceOn = (page: Page) => page.getByRole('combobox', { name: 'My line of work' })

test('a learner finds, copies and saves their passed prompts @laptop', async ({ page, context, world, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(await world.makeLearner({ finishedLessons: 5 }))
  await page.goto('/profile')
  await page.getByRole('link', { name: /My prompts/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My prompts' })).toBeVisible()
  const prompts = page.getByRole('main').getByRole('listitem')
  await expect(prompts.first()).toBeVisible()
  const all = await prompts.count()
  expect(all).toBeGreaterThan(1)

  await page
    .getByRole('searchbox', { name: 'Search' })
    .fill((await prompts.last().getByRole('heading').innerText()).toUpperCase())
  await expect(prompts).toHaveCount(1)
  await prompts.getByRole('button', { name: 'Copy' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Prompt copied.')).toBeVisible()
  await resizeTo(page, page.viewportSize() ?? { width: 0, height: 0 })
  const toast = await page.getByText('Prompt copied.').boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect(toast?.y, 'the toast is below the title').toBeGreaterThan((title?.y ?? 0) + (title?.height ?? 0))
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await expect(prompts).toContainText(copied.split('\n')[0] ?? '')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a text file' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^my-prompts-\d{4}-\d\d-\d\d\.txt$/)
  expect(await readFile(await download.path(), 'utf8')).toContain(copied)
})

test('without a passed prompt, the list says how to fill it', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner())
  await page.goto('/my-prompts')
  await page.getByRole('link', { name: 'Go to my next lesson' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})
