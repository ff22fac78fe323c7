import type { Locator, Page } from '@playwright/test'
import { newEmail, openCheckout, reachOffer, setPin, startDayOne } from '../support/buyer.ts'
import { expect, test } from '../support/test.ts'

const fields = (page: Page): { number: Locator; expiry: Locator; cvc: Locator } => ({
  number: page.getByLabel('Card number'),
  expiry: page.getByLabel('Expiry date'),
  cvc: page.getByLabel('CVC'),
})

const caretOf = (field: Locator): Promise<number | null> =>
  field.evaluate((input: HTMLInputElement) => input.selectionStart)

/** Presses the keys of a phone's numeric keypad: ten digits and a delete key. */
const tap = async (page: Page, field: Locator, digits: string): Promise<void> => {
  await field.click()
  await page.keyboard.type(digits)
}

test('a digits-only keypad is enough to pay', async ({ page }) => {
  await reachOffer(page, newEmail())
  await openCheckout(page)
  const { number, expiry, cvc } = fields(page)
  for (const field of [number, expiry, cvc]) await expect(field).toHaveAttribute('inputmode', 'numeric')
  await tap(page, number, '4242424242424242')
  await tap(page, expiry, '1240')
  await tap(page, cvc, '123')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  await expect(expiry).toHaveValue('12 / 40')
  await page.getByRole('button', { name: 'Start the free trial' }).click()
  await startDayOne(page)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a learner can correct a card number and an expiry date in the middle', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ subscription: 'bought' }))
  await page.goto('/subscription')
  await page.getByRole('button', { name: 'Change card' }).click()
  const { number, expiry, cvc } = fields(page)

  await tap(page, number, '42429424242424242')
  await expect(number).toHaveValue('4242 9424 2424 2424 2')
  await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 6))
  await page.keyboard.press('Backspace')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  expect(await caretOf(number)).toBe(4)
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  expect(await caretOf(number)).toBe(5)

  await tap(page, expiry, '0240')
  await expect(expiry).toHaveValue('02 / 40')
  await expiry.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5))
  await page.keyboard.press('Backspace')
  await page.keyboard.type('3')
  await expect(expiry).toHaveValue('03 / 40')
  expect(await caretOf(expiry)).toBe(5)
  await page.keyboard.type('x')
  expect(await caretOf(expiry)).toBe(5)

  await tap(page, cvc, '123')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByText('Expires 03/2040')).toBeVisible()
})

test('a card filled in by autofill or paste is formatted', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ subscription: 'bought' }))
  await page.goto('/subscription')
  await page.getByRole('button', { name: 'Change card' }).click()
  const { number, expiry } = fields(page)
  await number.click()
  await page.keyboard.insertText('3782-822463-10005')
  await expect(number).toHaveValue('3782 822463 10005')
  for (const [pasted, shown] of [
    ['1/30', '01 / 30'],
    ['12/2030', '12 / 30'],
    ['12-30', '12 / 30'],
    ['1230', '12 / 30'],
  ] as const) {
    await expiry.selectText()
    await page.keyboard.insertText(pasted)
    await expect(expiry).toHaveValue(shown)
  }
})
