import { readFile } from 'node:fs/promises'
import { examine } from '../support/examine.ts'
import { completeFragment, course, learnOf, startOf, toCourse } from '../support/lesson.ts'
import { expect, test } from '../support/test.ts'

/** Covers every point of the first course's capstone. */
const passingPrompt =
  'Write a short speech for a colleague who retires on Friday after thirty years in our library. It is ' +
  'for twelve colleagues and her two sons. Facts: she began with paper cards in wooden drawers, she knows every ' +
  "child by name, and she can't stand lilies. At most 150 words, warm, no jokes about age, and add nothing that I " +
  'have not told you. Shape: three short paragraphs, the last one a toast. I will check the years with her deputy ' +
  'and read it aloud twice before Friday.'

test('a finished course gives a certificate: one name prompt, a public page, a PDF and a badge @laptop', async ({
  page,
  world,
  signIn,
  browser,
}) => {
  test.slow()
  await signIn(await world.makeLearner({ finishedLessons: 14 }))

  await test.step("the finished course's button asks for the name and puts it on the certificate", async () => {
    await page.goto(course)
    await page.getByRole('link', { name: 'Get my certificate' }).click()
    const name = page.getByRole('textbox', { name: 'Name on your certificate' })
    await page.getByRole('button', { name: 'Get my certificate' }).click()
    await expect(page.getByText('Please enter your name.')).toBeVisible()
    await name.fill('Ñuñu Şahin-Їжак 김하나')
    await expect(page.getByRole('figure')).toContainText('Ñuñu Şahin-Їжак 김하나')
    await examine(page, 'certificate, the name')
    await page.reload()
    await expect(name).toHaveValue('Ñuñu Şahin-Їжак 김하나')
    await page.getByRole('button', { name: 'Get my certificate' }).click()
    await expect(page).toHaveURL(/\/certificates\/[\w-]{16,}$/)
    await expect(page.getByRole('heading', { name: 'Your certificate is ready' })).toBeVisible()
    await expect(page.getByText('Verified')).toBeVisible()
    await examine(page, 'certificate, its page')
  })
  const address = page.url()

  await test.step('its owner shares it, adds it to a profile and prints it on one page', async () => {
    await page.addInitScript(() => {
      const shared: unknown[] = []
      const share = (data: unknown): Promise<void> => Promise.resolve(void shared.push(data))
      Object.assign(window, { shared })
      Object.defineProperty(navigator, 'share', { value: share, configurable: true })
      Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true })
    })
    const picture = page.waitForResponse(/\/preview$/)
    await page.reload()
    await (await picture).finished()
    await page.getByRole('button', { name: 'Share' }).click()
    const shared = await page.waitForFunction(() => {
      const [data] = (window as unknown as { shared: { url: string; files: File[] }[] }).shared
      return data && { url: data.url, sizes: data.files.map(({ size }) => size > 10_000) }
    })
    expect(await shared.jsonValue()).toEqual({ url: address, sizes: [true] })
    const add = page.getByRole('link', { name: 'Add to LinkedIn profile' })
    await expect(add).toHaveAttribute('href', /^https:\/\/www\.linkedin\.com\/profile\/add\?.*certUrl=http/)
    const paper = await page.pdf({ preferCSSPageSize: true })
    expect(paper.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  })

  await test.step('where the device has no share sheet, there is one with the link', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await examine(page, 'certificate, ways to share it')
    await page.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('back at the course, the button opens the same certificate without asking again', async () => {
    await page.goto(course)
    await expect(page.getByRole('link', { name: 'Get my certificate' })).toHaveCount(0)
    await page.getByRole('link', { name: 'See my certificate' }).click()
    await expect(page).toHaveURL(address)
    await page.goto('/profile')
    await page.getByRole('link', { name: /AI from Zero/ }).click()
    await expect(page).toHaveURL(address)
  })

  await test.step('a stranger can verify it and download the PDF and the badge', async () => {
    const stranger = await browser.newContext()
    const visit = await stranger.newPage()
    const answer = await visit.goto(address)
    expect(answer?.headers()['x-robots-tag']).toContain('noindex')
    await expect(visit.getByRole('figure')).toContainText('Ñuñu Şahin-Їжак 김하나')
    await expect(visit.getByText(/^This certificate is genuine/)).toBeVisible()
    await expect(visit.getByRole('button', { name: 'Share' })).toHaveCount(0)

    const [paper] = await Promise.all([
      visit.waitForEvent('download'),
      visit.getByRole('link', { name: 'Download as PDF' }).click(),
    ])
    expect((await readFile(await paper.path())).subarray(0, 5).toString()).toBe('%PDF-')
    const [badge] = await Promise.all([
      visit.waitForEvent('download'),
      visit.getByRole('link', { name: 'Download as Open Badge' }).click(),
    ])
    expect(await readFile(await badge.path(), 'utf8')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    await stranger.close()
  })
})

test('an unknown certificate link says so and where to go', async ({ page }) => {
  await page.goto('/certificates/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { name: 'We can’t find that certificate' })).toBeVisible()
  await examine(page, 'certificate, unknown')
})

test('an unfinished course gives no certificate, even by direct address', async ({ page, world, signIn }) => {
  await signIn(await world.makeLearner({ finishedLessons: 13 }))
  await page.goto(course)
  await expect(page.getByRole('link', { name: 'Get my certificate' })).toHaveCount(0)
  await page.goto(`${course}/certificate`)
  await expect(page.getByRole('heading', { name: 'Your certificate is waiting at the end' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await examine(page, 'certificate, course not finished')
  await page.getByRole('link', { name: 'Back to the course' }).click()
  await expect(page).toHaveURL(new RegExp(`${course}$`))
})

test('a learner who skipped to the end does the final task, revisits the lesson read too fast, and gets the certificate @laptop', async ({
  page,
  world,
  signIn,
}) => {
  test.setTimeout(150_000)
  await signIn(await world.makeLearner({ finishedLessons: 13 }))

  await test.step('every part of the last lesson is skipped and the course is at 100 %', async () => {
    await page.goto(startOf('l13'))
    const parts = await page.getByText(/^\d+ short parts$/).textContent()
    await page.getByRole('button', { name: 'START LESSON' }).click()
    for (let part = 1; part <= Number.parseInt(parts ?? '', 10); part += 1) await completeFragment(page)
    await toCourse(page)
    await expect(page.getByText('14 of 14 lessons')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Medal earned' })).toBeVisible()
  })

  await test.step('the button opens the final task, which needs a passing prompt', async () => {
    await page.getByRole('link', { name: 'Get my certificate' }).click()
    await expect(page.getByRole('heading', { name: /last thing/ })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await examine(page, 'certificate, the final task is open')
    await page.getByRole('button', { name: 'Start Practice' }).click()
    await page.getByRole('textbox').fill('Please help me.')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Oops!')).toBeVisible()
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await page.getByRole('button', { name: 'Repeat task' }).click()
    await page.getByRole('textbox').fill(passingPrompt)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Amazing!')).toBeVisible()
    await page.getByRole('button', { name: 'CONTINUE' }).click()
    await expect(page.getByRole('button', { name: 'Repeat task' })).toHaveCount(0)
  })

  await test.step('the lesson read too fast is named, and counts after a second look', async () => {
    await expect(page.getByRole('heading', { name: 'One last thing' })).toBeVisible()
    await page.getByRole('link', { name: 'Your name is on it' }).click()
    await expect(page).toHaveURL(new RegExp(`${learnOf('l13')}$`))
    await expect(page.getByText(/^This lesson went by too fast to count/)).toBeVisible()
    await examine(page, 'lesson, to be looked through again')
    await expect(page.getByText('This lesson now counts toward your certificate.')).toBeVisible({ timeout: 45_000 })
    await page.getByRole('link', { name: 'Go to my certificate' }).click()
  })

  await page.getByRole('textbox', { name: 'Name on your certificate' }).fill('Ada')
  await page.getByRole('button', { name: 'Get my certificate' }).click()
  await expect(page.getByText('Verified')).toBeVisible()
})
