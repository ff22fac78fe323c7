import { expect, type Page, test } from '@playwright/test'
import { blockOtherOrigins, packageShortCourse, serveCourse } from '../support/course-package.ts'
import { startRecordStore, type Statement } from '../support/record-store.ts'
import { finishLesson, goOn } from '../support/walk-course.ts'

const activityId = 'https://lms.example/units/7'
const registration = '3f9c0f5e-6a4b-4b0e-9d0a-1d7a3a1f2b11'
const actor = { objectType: 'Agent', account: { homePage: 'https://lms.example', name: 'learner-7' } }

const verbs = (statements: readonly Statement[]): string[] =>
  statements.map(({ verb }) => verb.id.split('/').at(-1) ?? '')

let course: Awaited<ReturnType<typeof serveCourse>>
let store: Awaited<ReturnType<typeof startRecordStore>>

test.beforeAll(async () => {
  course = await serveCourse(await packageShortCourse('cmi5'), { '/back': '<title>Back in the LMS</title>' })
})
test.afterAll(() => course.close())

test.beforeEach(async () => {
  store = await startRecordStore()
})
test.afterEach(() => store.close())

type LaunchSettings = { session: string; mode?: string }

/** What an LMS does when a learner opens the unit. */
async function launch(page: Page, { session, mode = 'Normal' }: LaunchSettings): Promise<void> {
  const contextActivities = {
    grouping: [{ objectType: 'Activity', id: 'https://learn.company.test/cmi5/ai-zero/unit' }],
  }
  const extensions = { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': session }
  const data = {
    contextTemplate: { contextActivities, extensions },
    launchMode: mode,
    masteryScore: 0.7,
    moveOn: 'CompletedOrPassed',
    returnURL: `${course.url}/back`,
  }
  store.documents.set('state LMS.LaunchData', JSON.stringify(data))
  store.documents.set('profile cmi5LearnerPreferences', JSON.stringify({ languagePreference: 'uk-UA,en' }))
  store.launchAgain()
  const query = new URLSearchParams({
    endpoint: `${store.url}/xapi/`,
    fetch: `${store.url}/fetch?session=${session}`,
    actor: JSON.stringify(actor),
    registration,
    activityId,
  })
  await page.goto(`${course.url}/course/index.html?${query.toString()}`)
}

test('a course is launched, reloaded, left, resumed and passed', async ({ page }) => {
  const refused = await blockOtherOrigins(page, [course.url, store.url])
  await launch(page, { session: 'one' })
  await page.getByLabel('Мова').selectOption('en')
  await page.getByRole('button', { name: 'Start the first lesson' }).click()
  await goOn(page)
  await goOn(page)
  const heading = await page.locator('#lesson-card').textContent()
  // The token comes from the tab, and the session isn't begun twice.
  await page.reload()
  await expect(page.locator('#lesson-card')).toHaveText(heading ?? '')
  await page.getByRole('button', { name: 'Close the lesson' }).click()
  await page.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page).toHaveTitle('Back in the LMS')
  expect(verbs(store.statements)).toEqual(['initialized', 'terminated'])

  await launch(page, { session: 'two' })
  await page.getByRole('button', { name: /^Continue: / }).click()
  await expect(page.locator('#lesson-card')).toHaveText(heading ?? '')
  await finishLesson(page)
  await page.getByRole('button', { name: /^Next: / }).click()
  await finishLesson(page)
  await page.getByRole('button', { name: 'Back to the course' }).click()
  await expect.poll(() => verbs(store.statements)).toContain('passed')
  await page.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page).toHaveTitle('Back in the LMS')

  expect(verbs(store.statements)).toEqual([
    'initialized',
    'terminated',
    'initialized',
    'completed',
    'passed',
    'terminated',
  ])
  const [, , , completed, passed, terminated] = store.statements
  expect(completed?.result?.completion).toBe(true)
  expect(passed?.result).toMatchObject({ success: true, score: { scaled: 1 } })
  expect(terminated?.result?.duration).toMatch(/^PT/)
  for (const statement of store.statements) {
    expect(statement).toMatchObject({ actor, object: { id: activityId }, context: { registration } })
    expect(statement.context.contextActivities.grouping).toHaveLength(1)
  }
  expect(store.faults).toEqual([])
  expect(refused).toEqual([])
})

test('a course that is finished below the mark has failed when the learner leaves', async ({ page }) => {
  await blockOtherOrigins(page, [course.url, store.url])
  await launch(page, { session: 'one' })
  await page.getByLabel('Мова').selectOption('en')
  await page.getByRole('button', { name: 'Start the first lesson' }).click()
  await finishLesson(page, { isSkipping: true })
  await page.getByRole('button', { name: /^Next: / }).click()
  await finishLesson(page, { isSkipping: true })
  await expect(page.getByText('Do lessons again to raise your score.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to the course' }).click()
  await page.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page).toHaveTitle('Back in the LMS')
  expect(verbs(store.statements)).toEqual(['initialized', 'completed', 'failed', 'terminated'])
  expect(store.faults).toEqual([])
})

test('a store that is away loses nothing', async ({ page }) => {
  await page.clock.install()
  await launch(page, { session: 'one' })
  await page.getByLabel('Мова').selectOption('en')
  await page.getByRole('button', { name: 'Start the first lesson' }).click()
  store.setDown(true)
  await goOn(page)
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  const heading = await page.locator('#lesson-card').textContent()
  store.setDown(false)
  await page.clock.runFor(11_000)
  await expect(page.getByText('Not saved yet.')).toBeHidden()
  await page.reload()
  await expect(page.locator('#lesson-card')).toHaveText(heading ?? '')
  // Here nothing stands between the page and the store, so the browser asks it first.
  expect(store.preflights()).toBeGreaterThan(0)
})

test('a review says only that it began and ended', async ({ page }) => {
  await launch(page, { session: 'one', mode: 'Review' })
  await page.getByLabel('Мова').selectOption('en')
  await expect(page.getByText('Nothing is recorded.')).toBeVisible()
  await page.getByRole('button', { name: 'Start the first lesson' }).click()
  await finishLesson(page, { isSkipping: true })
  await page.getByRole('button', { name: 'Back to the course' }).click()
  await page.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page).toHaveTitle('Back in the LMS')
  expect(verbs(store.statements)).toEqual(['initialized', 'terminated'])
  expect([...store.documents.keys()]).not.toContain('state kitewise.resume')
  expect(store.faults).toEqual([])
})
