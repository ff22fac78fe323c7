import type { Page } from '@playwright/test'
import { heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

/** Goes through the quiz as somebody in a hurry: the first option each time. */
const takeQuiz = async (page: Page): Promise<void> => {
  await page.goto('/quiz/f1/1/v1')
  for (let step = 1; page.url().includes('/quiz/'); step += 1) {
    await expect(page.getByText(new RegExp(`Step ${step} of`))).toBeVisible()
    const main = page.getByRole('main')
    const option = main.getByRole('checkbox').or(main.getByRole('group').getByRole('button'))
    if ((await option.count()) > 0) await option.first().click()
    const goOn = main.getByRole('button', { name: 'Continue' })
    if ((await goOn.count()) > 0) await goOn.click()
    await expect(page).not.toHaveURL(new RegExp(`/quiz/f1/${step}/v1$`))
  }
}

const pay = async (page: Page, card: string): Promise<void> => {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Start the free trial' }).click()
}

test('somebody new goes from the quiz to a first lesson, after a declined card @laptop', async ({ page }, testInfo) => {
  test.slow()
  await takeQuiz(page)
  await expect(heading(page, 'Your personal plan')).toBeVisible({ timeout: 15_000 })
  await page
    .getByRole('button', { name: 'Continue' })
    .or(page.getByRole('link', { name: 'Continue' }))
    .last()
    .click()

  await page
    .getByRole('textbox', { name: 'E-mail' })
    .fill(`new-${testInfo.project.name}-${Date.now()}@kitewise.example`)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()

  await expect(heading(page, 'Choose your plan').first()).toBeVisible()
  await page.getByRole('button', { name: 'Start the free trial' }).first().click()
  await expect(page.getByText('Test checkout')).toBeVisible()
  await pay(page, '4000 0000 0000 0002')
  await expect(page.getByText('The card was declined. Try another card.')).toBeVisible()
  await pay(page, '4242 4242 4242 4242')

  await expect(heading(page, 'Set your PIN')).toBeVisible({ timeout: 15_000 })
  await page.getByLabel('Digit 1 of 4').click()
  await page.keyboard.type('4826')
  const next = page.getByRole('button', { name: 'Continue' })
  if ((await next.count()) > 0) await next.click()
  await expect(heading(page, 'Enter your PIN again')).toBeVisible()
  await page.getByLabel('Digit 1 of 4').click()
  await page.keyboard.type('4826')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(heading(page, 'A very well-read guesser')).toBeVisible()
})
