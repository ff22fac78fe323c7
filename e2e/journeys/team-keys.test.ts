import { examine } from '../support/examine.ts'
import { heading } from '../support/lesson.ts'
import { createTeam } from '../support/team.ts'
import { expect, test } from '../support/test.ts'

test('an owner makes a key that opens the API, and revokes it', async ({ page, world, signIn, browser }) => {
  test.slow()
  await signIn(await world.makeLearner({ subscription: 'none' }))
  await createTeam(page, 'Paper Planes')
  await page.goto('/team/settings')
  await page.getByRole('link', { name: /API keys/ }).click()
  await expect(page).toHaveURL(/\/team\/keys$/)
  await expect(heading(page, 'No keys yet')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Payroll')
  await page.getByLabel('Read names', { exact: false }).check()
  await page.getByLabel('Works for').selectOption('90 days')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByText(/^kw_live_\w{38}$/)
  await expect(shown).toBeVisible()
  const key = (await shown.textContent()) ?? ''
  await expect(heading(page, 'Payroll')).toBeVisible()
  await examine(page, 'keys of a team')

  // A program has no session of the browser.
  const program = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${key}` } })
  const ask = (what: string) => program.request.get(`${world.url}/api/v1/organization${what}`)
  const answered = await ask('')
  expect(await answered.json()).toMatchObject({ data: { name: 'Paper Planes', seats: { taken: 0 } } })
  const refused = await ask('/progress')
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'scope_missing'])

  await page.reload()
  await expect(heading(page, 'Payroll')).toBeVisible()
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(page.getByText('Not yet')).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByRole('button', { name: 'Revoke now' }).click()
  await expect(heading(page, 'No keys yet')).toBeVisible()
  const late = await ask('')
  expect([late.status(), (await late.json()).code]).toEqual([401, 'api_key_invalid'])
  await program.close()
  await page.goto('/team/settings')
  await expect(page.getByText('API key revoked')).toBeVisible()
})
