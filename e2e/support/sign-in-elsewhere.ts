import type { Browser, Page } from '@playwright/test'
import type { Learner } from './commands.ts'
import { expect } from './test.ts'

/** Signs the learner in on another device, a separate browser context. Close the context at the end. */
export async function signInElsewhere(browser: Browser, url: string, { email, pin }: Learner): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Digit 1 of 4').click()
  await page.keyboard.type(pin)
  await expect(page).toHaveURL(/dashboard/)
  return page
}
