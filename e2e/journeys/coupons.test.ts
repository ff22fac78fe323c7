import { enterCoupon, newEmail, payingCard, reachOffer, setPin, startDayOne } from '../support/buyer.ts'
import { createCoupon, enterWithCode } from '../support/desk.ts'
import { expect, test } from '../support/test.ts'

test('a visitor buys with a code that was made at the desk, and every screen names the reduced price', async ({
  page,
  world,
  browser,
}) => {
  test.slow()
  const desk = await enterWithCode(browser, world)
  const stepUp = desk.waitForResponse((answer) => answer.url().endsWith('/api/desk/step-up') && answer.ok())
  const code = await createCoupon(desk, 40, async (dialog) => {
    await dialog.getByRole('combobox', { name: 'Which payments' }).selectOption({ label: 'Every payment' })
    await dialog.getByLabel('Times it can be used, if limited').fill('1')
  })
  await stepUp

  await reachOffer(page, newEmail())
  await page.getByRole('radio', { name: /^12 weeks/ }).check()
  await enterCoupon(page, 'NOBODYS')
  await expect(page.getByText('We don’t know this code. Please check it.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(` ${code.toLowerCase()}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${code}: you pay $35.99 instead of $59.99.`)).toBeVisible()
  const terms = page.getByText(`With ${code}, you pay $35.99 every 12 weeks until you cancel.`)
  await expect(terms).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByText('Test checkout')).toBeVisible()
  await expect(terms).toBeVisible()
  await page.getByLabel('Card number').fill(payingCard)
  await page.getByLabel('Expiry date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay $35.99' }).click()
  await startDayOne(page)
  await setPin(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto('/subscription')
  await expect(page.getByText('$59.99 / 12 weeks', { exact: true })).toBeVisible()
  await expect(page.getByText(/next payment is \$35\.99, and it stays \$35\.99 \/ 12 weeks/)).toBeVisible()

  await desk.reload()
  await expect(desk.getByRole('row', { name: new RegExp(code) })).toContainText('1 of 1used up')
  await desk.goto('/desk/money')
  const revenue = desk.getByRole('table', { name: /^Revenue/ })
  await expect(revenue.getByRole('row', { name: /Twelve weeks/ }).first()).toContainText('24.00')
  await desk.context().close()

  const late = await browser.newContext({ baseURL: world.url })
  const visitor = await late.newPage()
  await reachOffer(visitor, newEmail())
  await enterCoupon(visitor, code)
  await expect(visitor.getByText('This code has been used up.')).toBeVisible()
  // The full price can still be paid, without the code.
  await visitor.getByLabel('Code', { exact: true }).fill('')
  await visitor.getByRole('button', { name: 'Start the free trial' }).click()
  await expect(visitor.getByText('Test checkout')).toBeVisible()
  await late.close()
})
