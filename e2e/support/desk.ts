import type { Browser, Locator, Page } from '@playwright/test'
import { expect } from './test.ts'
import type { World } from './start-world.ts'

/** A browser of a member of staff, with a passkey device of its own. Close its context at the end. */
export async function openStaffBrowser(browser: Browser, world: World): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await addPasskeyDevice(page)
  return page
}

/** Gives the browser of a page a device that creates passkeys and answers with them by itself. */
export async function addPasskeyDevice(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Opens an enrolment link, creates the passkey and enters the desk. @returns the recovery codes */
export async function enrol(page: Page, link: string): Promise<string[]> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem').allTextContents()
  await page.getByRole('link', { name: 'I’ve kept the codes' }).click()
  return codes
}

/** An owner at the desk, added by the command and enrolled with its link. */
export async function enterAsOwner(browser: Browser, world: World): Promise<Page> {
  const page = await openStaffBrowser(browser, world)
  const email = `owner-${crypto.randomUUID()}@staff.example`
  await enrol(page, await world.addOwner({ email, name: 'Olga' }))
  return page
}

/** An owner who came in with a recovery code: actions that need a step-up ask for the passkey. */
export async function enterWithCode(browser: Browser, world: World): Promise<Page> {
  const page = await openStaffBrowser(browser, world)
  const email = `owner-${crypto.randomUUID()}@staff.example`
  const [code = ''] = await enrol(page, await world.addOwner({ email, name: 'Olga' }))
  await page.goto('/desk/account')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Lost your passkey?').click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Sign in with the code' }).click()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  return page
}

/** The newest mail to an address that contains a text, in the mailbox. */
export async function findMail(page: Page, to: string, text: string): Promise<Locator> {
  const mail = page
    .getByRole('article')
    .filter({ hasText: `To ${to}` })
    .filter({ hasText: text })
  await expect(async () => {
    await page.goto('/dev/mailbox')
    await expect(mail).toHaveCount(1, { timeout: 500 })
  }).toPass()
  return mail
}

/** Opens the page of the person with this address. */
export async function openPerson(page: Page, email: string): Promise<void> {
  await page.goto('/desk/people')
  await page.getByRole('searchbox').fill(email)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible()
}

/** Creates a coupon of some percent in its dialog. `rest` fills in what else it has. @returns its code */
export async function createCoupon(
  page: Page,
  percent: number,
  rest: (dialog: Locator) => Promise<unknown>,
): Promise<string> {
  const code = `E2E-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  await page.goto('/desk/coupons')
  await page.getByRole('button', { name: 'Create a coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a coupon' })
  await dialog.getByLabel('Code').fill(code.toLowerCase())
  await dialog.getByRole('spinbutton', { name: 'Percent' }).fill(String(percent))
  await rest(dialog)
  await confirmWith(page, 'Create', 'the spring campaign')
  await expect(page.getByRole('row', { name: new RegExp(code) })).toContainText('active')
  return code
}

/** Fills in the reason of the open dialog, presses its button and waits until it has closed. */
export async function confirmWith(page: Page, button: string, reason = 'asked by phone'): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button }).click()
  await expect(dialog).toHaveCount(0)
}
