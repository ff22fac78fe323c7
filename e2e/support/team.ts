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

/** Orders with an invoice and pays it, from any page of the team; ends on that of the seats. */
export const buyByInvoice = async (page: Page, seats: number, interval: 'month' | 'year' = 'year'): Promise<void> => {
  await page.getByRole('link', { name: 'Seats', exact: true }).click()
  await page.getByLabel('How many seats').fill(String(seats))
  await page.getByText(`per seat and ${interval}`, { exact: false }).click()
  await page.getByText('By invoice', { exact: true }).click()
  await page.getByRole('button', { name: 'Order with an invoice' }).click()
  await expect(page.getByText('Paid by invoice, due after 30 days')).toBeVisible()
  await expect(page.getByText('Access begins when the invoice is paid.')).toBeVisible()
  await payInvoice(page)
}

/** Pays the newest invoice; from the page of the seats, and back to it. */
export const payInvoice = async (page: Page): Promise<void> => {
  await page.goto((await page.getByRole('link', { name: 'View' }).first().getAttribute('href')) ?? '')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  await page.goto('/team/plan')
  await expect(page.getByText('Access begins when the invoice is paid.')).toHaveCount(0)
}

/** The address in the newest mail to somebody; loads the mailbox until it has come. */
export const linkInMail = async (page: Page, email: string, address: RegExp): Promise<string> => {
  const link = page
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .getByRole('link', { name: address })
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(link.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  return (await link.first().getAttribute('href')) ?? ''
}

/** From any page of the team; ends on that of the people. */
export const makeLink = async (page: Page): Promise<string> => {
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByText('Invite with a link').click()
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = page.getByText(/\/join#/)
  await expect(link).toBeVisible()
  return (await link.textContent()) ?? ''
}
