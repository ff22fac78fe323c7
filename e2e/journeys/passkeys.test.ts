import type { Page } from '@playwright/test'
import { addPasskeyDevice } from '../support/desk.ts'
import { examine } from '../support/examine.ts'
import { expect, signInByForm, test } from '../support/test.ts'

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const usePasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

test('a learner adds a passkey, signs in with it without an address, renames and removes it @laptop', async ({
  page,
  world,
}) => {
  await addPasskeyDevice(page)
  await signInByForm(page, await world.makeLearner())
  await page.goto('/profile')
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await examine(page, 'passkeys-add')
  await page.keyboard.press('Enter')
  await expect(passkeys(page).getByRole('listitem')).toContainText(/My phone.*not used yet/)
  await examine(page, 'passkeys')

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(usePasskey(page)).toBeVisible()
  await examine(page, 'login-passkey')
  await usePasskey(page).press('Enter')
  await expect(page).toHaveURL(/\/(dashboard|courses|profile)$/)

  await page.goto('/profile')
  await expect(passkeys(page).getByRole('listitem')).toContainText('last used')
  await passkeys(page).getByRole('button', { name: 'Rename My phone' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Old phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(passkeys(page).getByRole('listitem')).toContainText('Old phone')
  await passkeys(page).getByRole('button', { name: 'Remove Old phone' }).click()
  await examine(page, 'passkeys-remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Old phone' }).click()
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(0)

  await page.getByRole('button', { name: 'Log out' }).click()
  const refusal = page.waitForResponse(/\/passkey-login$/)
  await usePasskey(page).click()
  expect((await refusal).status()).toBe(400)
  await expect(
    page.getByRole('main').getByText('The passkey didn’t work. Try again, or sign in with your email and PIN.'),
  ).toBeVisible()
})

test('a browser without passkeys has no button for them', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'LOG IN' })).toBeVisible()
  await expect(usePasskey(page)).toHaveCount(0)
})
