import { expect, test } from '../support/test.ts'

test('both APIs are described at /docs by a page that asks no other host @laptop', async ({ page, world }) => {
  test.slow()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto('/docs')
  await expect(page.getByRole('heading', { name: 'Kitewise', level: 1 })).toBeVisible({ timeout: 60_000 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.goto('/docs#app/tag/certificates/POST/api/certificates')
  await page.reload()
  await expect(page.getByText('Issues the certificate of a completed course').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('"Ada Lovelace"').first()).toBeVisible()
  await page.goto('/docs?api=organizations')
  const title = page.getByRole('heading', { name: 'Kitewise for organizations', level: 1 })
  await expect(title).toBeVisible({ timeout: 60_000 })
  await page.goto('/docs#organizations/tag/people/GET/api/v1/organization')
  await page.reload()
  await expect(page.getByText("The key's organization, with its seats").first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('"Paper Planes Ltd"').first()).toBeVisible()
  const program = await page.request.get(`${world.url}/docs/api-reference.js`)
  expect(program.headers()['content-security-policy']).toContain("connect-src 'self'")
  // The page would have said so: a refused request never reaches the network.
  expect(complaints).toEqual([])
})
