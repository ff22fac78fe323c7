import type { Page } from '@playwright/test'
import { heading } from './lesson.ts'
import { expect } from './test.ts'

/** As a learner who belongs to none; ends on the team's page. */
export const createTeam = async (page: Page, name: string): Promise<void> => {
  await page.goto('/team')
  await page.getByRole('button', { name: 'Create the team' }).click()
  await expect(page.getByText('Please fill this in.').first()).toBeVisible()
  await page.getByLabel('Name of the team').fill(name)
  await page.getByRole('textbox', { name: 'Company' }).fill(`${name} Ltd`)
  await page.getByLabel('Street and number').fill('1 Kite Street')
  await page.getByLabel('City').fill('Berlin')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('button', { name: 'Create the team' }).click()
  await expect(heading(page, name)).toBeVisible()
}
