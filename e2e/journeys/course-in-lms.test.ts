import { expect, type Page, test } from '@playwright/test'
import {
  answerKey,
  blockOtherOrigins,
  lmsPages,
  packageShortCourse,
  serveCourse,
  unpackCourse,
} from '../support/course-package.ts'
import { axeFaults } from '../support/examine.ts'
import type { LmsRecord } from '../support/scorm-lms.ts'
import { finishLesson, goOn } from '../support/walk-course.ts'

const readRecord = (page: Page): Promise<LmsRecord> =>
  page.evaluate(() => (window as unknown as { lmsRecord: LmsRecord }).lmsRecord)

type Committed = { cmi: { core?: Record<string, unknown>; suspend_data: string } & Record<string, unknown> }

const readCommitted = (page: Page, version: string): Promise<Committed> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Committed, `lms-${version}`)

const expected = {
  scorm2004: {
    begun: { completion_status: 'incomplete', success_status: 'unknown', exit: 'suspend' },
    done: { completion_status: 'completed', success_status: 'passed', progress_measure: '1' },
    score: { raw: '100', min: '0', max: '100', scaled: '1' },
  },
  scorm12: {
    begun: { lesson_status: 'incomplete', exit: 'suspend' },
    done: { lesson_status: 'passed' },
    score: { raw: '100', min: '0', max: '100' },
  },
}

for (const version of ['scorm2004', 'scorm12'] as const) {
  test.describe(version, () => {
    let lms: Awaited<ReturnType<typeof serveCourse>>

    test.beforeAll(async () => {
      lms = await serveCourse(await packageShortCourse(version), await lmsPages())
    })
    test.afterAll(() => lms.close())

    test('a course is left in the middle, resumed, completed and recorded', async ({ context }) => {
      const first = await context.newPage()
      const refused = await blockOtherOrigins(first, [lms.url])
      await first.goto(`${lms.url}/?version=${version}`)
      const begun = first.frameLocator('iframe')
      // The learner's language in the LMS.
      await expect(begun.getByRole('button', { name: 'Empezar la lección 1' })).toBeVisible()
      await begun.getByLabel('Idioma').selectOption('en')
      await begun.getByRole('button', { name: 'Start the first lesson' }).click()
      await goOn(begun)
      await goOn(begun)
      const heading = await begun.locator('#lesson-card').textContent()
      const place = await begun.getByRole('progressbar').getAttribute('aria-valuenow')
      const before = await readCommitted(first, version)
      expect(before.cmi.core ?? before.cmi).toMatchObject(expected[version].begun)
      expect((await readRecord(first)).faults).toEqual([])
      // The window is gone without a word: nothing runs at the end.
      await first.close()

      const page = await context.newPage()
      await page.goto(`${lms.url}/?version=${version}`)
      const course = page.frameLocator('iframe')
      await expect(course.locator('#lesson-card')).toHaveText(heading ?? '')
      await expect(course.getByRole('progressbar')).toHaveAttribute('aria-valuenow', place ?? '')
      await finishLesson(course)
      await expect(course.getByRole('heading', { level: 1 })).toContainText('You finished “')
      await course.getByRole('button', { name: /^Next: / }).click()
      await finishLesson(course)
      await expect(course.getByRole('heading', { level: 1 })).toHaveText('You finished the course')
      await expect(course.getByText('Passed')).toBeVisible()
      await course.getByRole('button', { name: 'Back to the course' }).click()
      await expect(course.getByText('Score: 100%')).toBeVisible()
      await course.getByRole('button', { name: 'Save and leave' }).click()
      await expect(course.getByRole('heading', { name: 'You can close this window' })).toBeVisible()

      const { cmi } = await readCommitted(page, version)
      const core = cmi.core ?? cmi
      expect(core).toMatchObject(expected[version].done)
      expect(core.score).toMatchObject(expected[version].score)
      const { faults, calls, order } = await readRecord(page)
      expect(faults).toEqual([])
      expect(calls.Initialize).toBe(1)
      expect(calls[version === 'scorm12' ? 'Finish' : 'Terminate']).toBe(1)
      const status = version === 'scorm12' ? 'cmi.core.lesson_status' : 'cmi.success_status'
      const score = version === 'scorm12' ? 'cmi.core.score.raw' : 'cmi.score.raw'
      expect(order.lastIndexOf(score)).toBeLessThan(order.lastIndexOf(status))
      expect(refused).toEqual([])
    })

    test('a state that the LMS has damaged stays until the learner does something', async ({ page }) => {
      const damaged = 'AQC0+H+4 [TRUNCATED]'
      const cmi = {
        suspend_data: damaged,
        [version === 'scorm12' ? 'student_preference' : 'learner_preference']: { language: 'en' },
      }
      await page.addInitScript(
        ([key, stored]) => {
          if (localStorage.getItem(key) === null) localStorage.setItem(key, stored)
        },
        [`lms-${version}`, JSON.stringify({ cmi })] as const,
      )
      await page.goto(`${lms.url}/?version=${version}`)
      const course = page.frameLocator('iframe')
      await course.getByRole('button', { name: 'Save and leave' }).click()
      await expect(course.getByRole('heading', { name: 'You can close this window' })).toBeVisible()
      expect((await readCommitted(page, version)).cmi.suspend_data).toBe(damaged)

      await page.reload()
      await course.getByRole('button', { name: 'Start the first lesson' }).click()
      await goOn(course)
      await expect.poll(async () => (await readCommitted(page, version)).cmi.suspend_data).toMatch(/^2\./)
      expect((await readRecord(page)).faults).toEqual([])
    })

    test('nothing is recorded while browsing', async ({ page }) => {
      const refused = await blockOtherOrigins(page, [lms.url])
      await page.goto(`${lms.url}/?version=${version}&mode=browse`)
      const course = page.frameLocator('iframe')
      await course.getByLabel('Idioma').selectOption('en')
      await expect(course.getByText('Nothing is recorded.')).toBeVisible()
      await course.getByRole('button', { name: 'Start the first lesson' }).click()
      await goOn(course)
      await course.getByRole('button', { name: 'Close the lesson' }).click()
      await course.getByRole('button', { name: 'Save and leave' }).click()
      await expect(course.getByRole('heading', { name: 'You can close this window' })).toBeVisible()
      const { calls, faults } = await readRecord(page)
      expect(calls.SetValue).toBe(undefined)
      expect(calls.Initialize).toBe(1)
      expect(faults).toEqual([])
      expect(refused).toEqual([])
    })
  })
}

test('a package opened from disk works, and continues in the same browser', async ({ page }) => {
  const address = unpackCourse(await packageShortCourse('scorm2004'))
  const refused = await blockOtherOrigins(page, [address.replace('index.html', '')])
  await page.goto(address)
  await expect(page.getByText('isn’t connected to a learning platform')).toBeVisible()
  await page.getByRole('button', { name: 'Start the first lesson' }).click()
  await goOn(page)
  const heading = await page.locator('#lesson-card').textContent()
  await page.reload()
  await expect(page.locator('#lesson-card')).toHaveText(heading ?? '')
  expect(refused).toEqual([])
})

test('a Common Cartridge has the lessons as a page and their questions as quizzes', async ({ page }) => {
  const files = await packageShortCourse('cc')
  const host = await serveCourse(files)
  const refused = await blockOtherOrigins(page, [host.url])
  await page.goto(`${host.url}/course/index.html`)
  await expect(page.getByText('isn’t connected')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Save and leave' })).toBeHidden()
  await page.getByRole('button', { name: 'Start the first lesson' }).click()
  await goOn(page)
  const heading = await page.locator('#lesson-card').textContent()
  await page.reload()
  await expect(page.locator('#lesson-card')).toHaveText(heading ?? '')
  const quizzes = [...files.keys()].filter((path) => path.startsWith('quizzes/'))
  expect(quizzes).toEqual(['quizzes/ai-zero.l01.xml'])
  const questions = await page.evaluate(async (path) => {
    const text = await (await fetch(path)).text()
    const quiz = new DOMParser().parseFromString(text, 'application/xml')
    return Array.from(quiz.querySelectorAll('presentation > material > mattext'), ({ textContent }) => textContent)
  }, 'quizzes/ai-zero.l01.xml')
  expect(questions).toEqual([...answerKey().options.keys()])
  expect(refused).toEqual([])
  await host.close()
})

test('a course is accessible, and works by keyboard alone @laptop', async ({ page }) => {
  const host = await serveCourse(await packageShortCourse('cc'))
  await page.goto(`${host.url}/course/index.html`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Start the first lesson' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#lesson-card')).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-feedback]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '2')
  while (!(await page.getByRole('button', { name: 'Start Practice' }).isVisible())) await goOn(page)
  await page.getByRole('button', { name: 'Start Practice' }).press('Enter')
  await page.getByLabel('Your prompt').fill('Please give me an idea for a nice dinner that I can cook.')
  await page.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'What your prompt says' })).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await finishLesson(page, { isSkipping: true })
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  await host.close()
})
