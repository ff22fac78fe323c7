import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { course } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

// Only journeys that set the clock share this world, one at a time. The next one gets our own brand again.
test.use({ clock: 'set', serviceWorkers: 'allow' })
test.afterEach(({ world }) => world.rebrand({}))

const brand = 'Lern & "Werk" <b>'
const company = 'Lernwerk GmbH'

/** The text of the first page. */
const textOfPdf = async (bytes: Uint8Array): Promise<string> => {
  const { promise } = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const content = await (await (await promise).getPage(1)).getTextContent()
  return content.items.map((item) => ('str' in item ? item.str : '')).join('')
}

test('a new brand is applied everywhere after a restart, without a build and despite the service worker', async ({
  page,
  world,
  signIn,
}) => {
  test.slow()
  await page.goto('/login')
  await expect(page).toHaveTitle(/ · Kitewise$/)
  const manifestBefore = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifestBefore.name).toBe('Kitewise')
  const tagBefore = (await page.request.get('/login')).headers().etag
  // From here on, the service worker serves the pages.
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

  await world.rebrand({
    BRAND_NAME: brand,
    BRAND_COMPANY: company,
    BRAND_ADDRESS: '2 Harbour Road, 20457 Hamburg',
    SUPPORT_EMAIL: 'help@lernwerk.example',
  })

  await test.step('title, sign-in page and manifest', async () => {
    await page.reload()
    await expect(page).toHaveTitle(/ · Lern & "Werk" <b>$/)
    await page.goto('/')
    await expect(page).toHaveTitle(/ · Lern & "Werk" <b>$/)
    await expect(page.getByText(brand, { exact: true }).first()).toBeVisible()
    const answer = await page.request.get('/login')
    expect(await answer.text()).toContain(' · Lern &amp; &quot;Werk&quot; &lt;b&gt;</title>')
    expect(answer.headers().etag).not.toBe(tagBefore)
    const manifest = await (await page.request.get('/manifest.webmanifest')).json()
    expect([manifest.name, manifest.short_name]).toEqual([brand, brand])
  })

  await test.step('legal documents', async () => {
    for (const path of ['/terms', '/privacy', '/subscription-terms']) {
      await page.goto(path)
      const text = page.getByRole('article')
      await expect(text).toContainText(company)
      await expect(text).not.toContainText('Kitewise')
    }
    await page.goto('/privacy')
    await expect(page.getByRole('article')).toContainText('2 Harbour Road, 20457 Hamburg')
    await expect(page.locator('article a[href^="mailto:help@lernwerk.example"]').first()).toBeVisible()
  })

  const learner = await world.makeLearner({ finishedLessons: 14 })
  await test.step('emails', async () => {
    await page.goto('/restore-pass')
    await page.getByLabel('Email').fill(learner.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText(`If there’s an account for ${learner.email}`)).toBeVisible()
    const mail = page.getByRole('article').filter({ hasText: learner.email })
    await expect(async () => {
      await page.goto('/dev/mailbox')
      await expect(mail).toContainText(`Set a new PIN for ${brand}`, { timeout: 1_000 })
    }).toPass()
    await expect(mail).toContainText(`${company} · ${brand} · Questions? Write to help@lernwerk.example.`)
  })

  await test.step('certificate page, PDF and issuer', async () => {
    await signIn(learner)
    await page.goto(course)
    await page.getByRole('link', { name: 'Get my certificate' }).click()
    await page.getByRole('textbox', { name: 'Name on your certificate' }).fill('Ana Example')
    await page.getByRole('button', { name: 'Get my certificate' }).click()
    await expect(page).toHaveURL(/\/certificates\/[\w-]{16,}$/)
    await expect(page.getByRole('figure')).toContainText(brand)
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as PDF' }).click(),
    ])
    const text = await textOfPdf(await readFile(await paper.path()))
    expect(text).toContain(brand)
    expect(text).toContain(company)
    const issuer = await (await page.request.get('/api/badges/issuer')).json()
    expect(JSON.stringify(issuer)).toContain(company)
  })
})
