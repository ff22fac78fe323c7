import type { APIRequestContext, Page } from '@playwright/test'
import { oidcClient } from '../../apps/server/src/test-support/oidc-provider.ts'
import { examine } from '../support/examine.ts'
import { heading } from '../support/lesson.ts'
import { buyByInvoice, createTeam } from '../support/team.ts'
import { enterPin, expect, test } from '../support/test.ts'

const domain = 'planes-at-work.example'
const email = `ana@${domain}`

/** The text that a card offers to copy. */
const valueOf = async (page: Page, text: RegExp): Promise<string> =>
  (await page.getByText(text).first().textContent()) ?? ''

/** What the directory of the organization sends. */
const directoryOf = (request: APIRequestContext, address: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  return {
    add: async (): Promise<string> => {
      const data = {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: email,
        emails: [{ primary: true, type: 'work', value: email }],
        active: true,
      }
      const answer = await request.post(`${address}/Users`, { headers, data })
      expect(answer.status()).toBe(201)
      return ((await answer.json()) as { id: string }).id
    },
    deactivate: async (id: string): Promise<void> => {
      const data = {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', value: { active: false } }],
      }
      const answer = await request.patch(`${address}/Users/${id}`, { headers, data })
      expect(answer.ok()).toBe(true)
    },
  }
}

const proveDomain = async (page: Page, publish: (record: string) => Promise<void>): Promise<void> => {
  await page.goto('/team/sign-in')
  await page.getByLabel('New domain').fill(domain)
  await page.getByRole('button', { name: 'Add the domain' }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('There’s no TXT record yet.', { exact: false })).toBeVisible()
  await publish(await valueOf(page, /^kitewise-verification=/))
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The record is there.', { exact: false })).toBeVisible()
  await expect(page.getByText('Proven', { exact: true })).toBeVisible()
}

const connectProvider = async (page: Page, issuer: string): Promise<void> => {
  await page.getByLabel('Issuer').fill(issuer)
  await page.getByLabel('Client ID').fill(oidcClient.clientId)
  await page.getByLabel('Client secret').fill(oidcClient.clientSecret)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Test the provider' }).click()
  await expect(page.getByText('The provider answers as it should.', { exact: false })).toBeVisible()
}

/** From the sign-in page to the organization's page, and through its provider. */
const goThroughProvider = async (phone: Page, team: string): Promise<void> => {
  await phone.goto('/login')
  await phone.getByLabel('Email').fill(email)
  await phone.getByRole('button', { name: 'LOG IN' }).click()
  await phone.getByRole('link', { name: `Continue with ${team}` }).click()
  await expect(heading(phone, `Sign in with ${team}`)).toBeVisible()
  await phone.getByRole('button', { name: 'Continue' }).click()
}

test('an employee signs in through the organization once the account is proven, until the directory ends it', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  test.slow()
  const employee = await world.makeLearner({ subscription: 'none', email })
  await signIn(await world.makeLearner({ subscription: 'none' }))
  await createTeam(page, 'Paper Lanterns')
  await buyByInvoice(page, 2)
  await proveDomain(page, (record) => world.publish({ domain, record }))
  const scimAddress = await valueOf(page, /\/scim\/v2\//)
  const organizationId = scimAddress.split('/').at(-1) ?? ''
  // Entra ID, for one, doesn't say whether it has verified an address.
  const issuer = await world.startProvider({ organizationId, person: { sub: 'ana', email } })
  await connectProvider(page, issuer)
  await page.getByRole('button', { name: 'Create a token' }).click()
  await expect(page.getByText('Copy the token now.', { exact: false })).toBeVisible()
  const token = await valueOf(page, /^scim_|^kws_|^[\w-]{40,}$/)
  await examine(page, 'connected sign-in of a team')
  const directory = directoryOf(page.request, scimAddress, token)
  const directoryId = await directory.add()

  const context = await browser.newContext({ baseURL: world.url })
  const phone = await context.newPage()
  await goThroughProvider(phone, 'Paper Lanterns')
  await expect(heading(phone, 'Is this account yours?')).toBeVisible()
  await examine(phone, 'proving an account')
  await phone.goto('/dashboard')
  await expect(phone).not.toHaveURL(/\/dashboard$/)
  await goThroughProvider(phone, 'Paper Lanterns')
  await enterPin(phone, employee.pin)
  await expect(phone).toHaveURL(/\/dashboard$/)
  await phone.goto('/subscription')
  await expect(phone.getByText('Paid by Paper Lanterns')).toBeVisible()

  await phone.goto('/profile')
  await phone.getByRole('button', { name: 'Log out' }).click()
  await expect(phone).toHaveURL(/\/login$/)
  await goThroughProvider(phone, 'Paper Lanterns')
  await expect(phone).toHaveURL(/\/dashboard$/)
  await phone.goto('/my-prompts')
  await expect(phone.getByText('You’re signed in through Paper Lanterns.', { exact: false })).toBeVisible()
  await examine(phone, 'closed prompts of a session through a team')
  await phone.getByRole('button', { name: 'Confirm that it’s you' }).click()
  await phone
    .getByRole('dialog', { name: 'Enter your PIN again' })
    .getByLabel(/digit 1/i)
    .click()
  await phone.keyboard.type(employee.pin)
  await expect(phone.getByRole('button', { name: 'Confirm that it’s you' })).toBeHidden()
  await phone.goto('/profile')
  await expect(phone.getByRole('button', { name: 'Unlink Paper Lanterns' })).toBeVisible()

  await directory.deactivate(directoryId)
  await phone.goto('/dashboard')
  await expect(phone).toHaveURL(/\/login$/)
  await goThroughProvider(phone, 'Paper Lanterns')
  await enterPin(phone, employee.pin)
  await expect(phone.getByText('Your organization has ended your access.', { exact: false })).toBeVisible()
  await phone.getByRole('link', { name: 'Sign in with a PIN' }).click()
  await phone.getByLabel('Email').fill(email)
  await phone.getByRole('button', { name: 'LOG IN' }).click()
  await enterPin(phone, employee.pin)
  await expect(phone.getByText('Your access through Paper Lanterns has ended.', { exact: false })).toBeVisible()
  await examine(phone, 'plans after a team')
  await context.close()
})
