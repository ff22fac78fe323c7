import { newEmail, setPin } from '../support/buyer.ts'
import { confirmWith, enterAsOwner } from '../support/desk.ts'
import { heading } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

test('a newcomer with a gift code goes from the link to the first lesson, without paying', async ({
  page,
  world,
  browser,
}) => {
  test.slow()
  const desk = await enterAsOwner(browser, world)
  await desk.goto('/desk/gifts')
  await desk.getByRole('button', { name: 'Create gift codes' }).click()
  const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await desk.getByRole('dialog').getByLabel('Last day to redeem').fill(lastDay)
  await desk.getByRole('dialog').getByLabel('Note').fill('For friends')
  await confirmWith(desk, 'Create', 'a present')
  const code = await desk.getByRole('region', { name: 'New codes' }).getByRole('listitem').textContent()
  await desk.context().close()

  const email = newEmail()
  await page.goto(`/gift#${code}`)
  await expect(page.getByLabel('Your code')).toHaveValue(code ?? '')
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await page.getByLabel('Your code').fill('ABCD-EFGH')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText('We don’t know this code. Please check it.')).toBeVisible()
  await page.getByLabel('Your code').fill(code ?? '')
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(heading(page, 'Check your email')).toBeVisible()
  await page.reload()
  await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible()

  const link = page
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .getByRole('link', { name: /gift\/begin/ })
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(link).toBeVisible({ timeout: 500 })
  }).toPass()
  const address = (await link.getAttribute('href')) ?? ''

  const second = await browser.newContext()
  const phone = await second.newPage()
  await phone.goto(new URL(address, page.url()).href)
  await expect(heading(phone, 'Start your gift')).toBeVisible()
  await expect(phone).not.toHaveURL(/token/)
  await phone.reload()
  await phone.getByRole('button', { name: 'Start my gift' }).click()
  await setPin(phone)
  await expect(phone).toHaveURL(/\/dashboard$/)
  await phone.getByRole('link', { name: 'Start' }).click()
  await phone.getByRole('button', { name: 'START LESSON' }).click()
  await expect(phone.getByRole('progressbar').first()).toBeVisible()
  await phone.goto('/subscription')
  await expect(phone.getByText(/It ends on .* You keep access until then/)).toBeVisible()
  await phone.goto(new URL(address, page.url()).href)
  await phone.getByRole('button', { name: 'Start my gift' }).click()
  await expect(heading(phone, 'Your gift has started')).toBeVisible()
  await second.close()
})
