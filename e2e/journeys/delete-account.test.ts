import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Learner } from '../support/commands.ts'
import { axeFaults } from '../support/examine.ts'
import { course } from '../support/lesson.ts'
import { enterPin, expect, test } from '../support/test.ts'

const openDeletion = async (page: Page): Promise<void> => {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Delete my account' }).click()
  await expect(page.getByRole('heading', { name: 'Delete account', level: 1 })).toBeVisible()
}

const deleteWith = async (page: Page, word: string): Promise<void> => {
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Confirmation word').fill(word)
  await page.getByRole('button', { name: 'Delete account' }).click()
}

const signInAgain = async (page: Page, { email, pin }: Learner): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await enterPin(page, pin)
}

test('a learner deletes the account, is signed out, restores it by signing in, and keeps everything @laptop', async ({
  page,
  world,
  signIn,
}) => {
  const learner = await world.makeLearner({ finishedLessons: 2 })
  await signIn(learner)
  await openDeletion(page)
  await expect(page.getByText(/within 28 days, and everything will be as it was/)).toBeVisible()
  await deleteWith(page, 'goodbye')
  await expect(page.getByLabel('Confirmation word')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Type GOODBYE to delete your account.')).toBeVisible()

  await page.getByLabel('Confirmation word').fill('GOODBYE')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Your account has been deleted successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  await signInAgain(page, learner)
  await expect(page.getByText('Your account is back, with everything in it.')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(course)
  await expect(page.getByText('2 of 14 lessons')).toBeVisible()
})

test('a learner downloads all data as a file', async ({ page, world, signIn }) => {
  const learner = await world.makeLearner({ finishedLessons: 1 })
  await signIn(learner)
  await openDeletion(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const { records } = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(records.users).toMatchObject([{ email: learner.email }])
  expect(records.lesson_progress).toHaveLength(1)
})

test('a learner without a subscription can still export the data and delete the account', async ({ page, world }) => {
  const learner = await world.makeLearner({ subscription: 'expired' })
  await page.goto('/login')
  await signInAgain(page, learner)
  await expect(page.getByText('Welcome back, your progress is safe')).toBeVisible()
  await page.getByRole('link', { name: 'Download my data or delete my account' }).click()
  await expect(page.getByRole('heading', { name: 'Delete account', level: 1 })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await download
  await deleteWith(page, 'DELETE')
  await expect(page.getByText('Your account has been deleted successfully.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the screen and its dialog fit 320 px and pass axe in ${colorScheme}`, async ({ page, world, signIn }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn(await world.makeLearner())
    await page.goto('/delete-account')
    await expect(page.getByRole('button', { name: 'Download my data' })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete my account' }).press('Enter')
    await expect(page.getByLabel('Confirmation word')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  })
