import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Course } from '@kitewise/contract/entities'
import type { Page } from '@playwright/test'
import { completeFragment, everythingSent, lessonButton, turnCard, toCourse } from '../support/lesson.ts'
import type { World } from '../support/start-world.ts'
import { expect, test } from '../support/test.ts'

/** Each course is on its own, and each worker has its own clock. */
test.describe.configure({ mode: 'parallel' })

/** A certificate needs time to read, so minutes pass on the world's clock. */
test.use({ clock: 'set' })

const folder = join(import.meta.dirname, '../../content/courses')
const courseIds = readdirSync(folder)

/** The part of the last lesson that has the final task, from 1, and a prompt that passes it. */
type FinalTask = { part: number; model: string }

/** From the course's file, and from the English file of its last lesson. */
const readFinalTask = (courseId: string): FinalTask => {
  const settings = readFileSync(join(folder, courseId, 'course.yml'), 'utf8')
  const [, lesson = '', part = ''] = /^capstone: \S+\.(l\d+)\.f(\d+)\.p\d+$/m.exec(settings) ?? []
  const lessons = join(folder, courseId, 'lessons')
  const last = readdirSync(lessons).find((name) => name.startsWith(`${lesson}-`)) ?? ''
  const text = readFileSync(join(lessons, last, 'en.md'), 'utf8')
  const [, model = ''] = text.split(/^model: \|\n/m).slice(-2)
  return { part: Number(part), model: (model.split(/^:::$/m)[0] ?? '').replaceAll(/^ {2}/gm, '').trim() }
}

/** Every part of a lesson takes ten minutes. Required practices are skipped, except the final task. */
const learnLesson = async (page: Page, world: World, { parts, task }: { parts: number; task?: FinalTask }) => {
  for (let part = 1; part <= parts; part += 1) {
    // The lesson's start must be stored before the clock moves.
    await lessonButton(page).waitFor()
    await everythingSent(page)
    minutes += 10
    await world.setNow(new Date(start + minutes * 60_000).toISOString())
    if (part === task?.part) await passTask(page, task.model)
    await completeFragment(page)
  }
}

/** The browser counts real seconds, so its reports say two minutes instead. */
const reportMinutes = async (page: Page): Promise<void> => {
  await page.route('**/user-course-progress/fragment/**', async (route) => {
    const body = route.request().postDataJSON() as object | null
    await (body === null ? route.continue() : route.continue({ postData: { ...body, timeSpent: 120 } }))
  })
}

const passTask = async (page: Page, model: string): Promise<void> => {
  const task = page.getByRole('button', { name: 'Start Practice' })
  // A card shows before its practice, whose script is loaded then.
  const practice = task.or(page.getByRole('radio').first())
  const isTask = async (): Promise<boolean> => {
    if ((await lessonButton(page).textContent()) !== 'SKIP PRACTICE') return false
    await expect(practice).toBeVisible()
    return task.isVisible()
  }
  while (!(await isTask())) await turnCard(page)
  await task.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('Enter your prompt...').fill(model)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Amazing!')).toBeVisible()
  await dialog.getByRole('button', { name: 'CONTINUE' }).click()
  await expect(lessonButton(page)).toHaveText(/Continue|Finish Lesson/)
}

const start = Date.parse('2027-02-01T10:00:00Z')
let minutes = 0

for (const courseId of courseIds)
  test(`a learner takes the course ${courseId} from its start to the certificate`, async ({ page, world, signIn }) => {
    test.setTimeout(180_000)
    const now = new Date(start + minutes * 60_000)
    await world.setNow(now.toISOString())
    const learner = await world.makeLearner()
    await signIn(learner)
    await reportMinutes(page)
    const { data: course } = (await (await page.request.get(`/api/courses/${courseId}`)).json()) as { data: Course }
    const lessons = (course.chapters ?? []).flatMap((chapter) => chapter.lessons ?? [])
    const [first, last] = [lessons[0], lessons.at(-1)]
    if (!first || !last) throw new Error(`${courseId} has no lessons`)

    await test.step('the first lesson', async () => {
      await page.goto(`/course/${courseId}`)
      await page.getByRole('link', { name: 'Start the first lesson' }).click()
      await page.getByRole('button', { name: 'START LESSON' }).click()
      await learnLesson(page, world, { parts: first.fragmentCount })
      await expect(page.getByText(`1 of ${lessons.length} lessons`)).toBeVisible()
    })

    await test.step('the last lesson and its final task', async () => {
      await world.learn(learner.id, courseId, lessons.length - 1)
      await page.goto(`/course/${courseId}/lesson/${last.id}/start`)
      await page.getByRole('button', { name: 'START LESSON' }).click()
      await learnLesson(page, world, { parts: last.fragmentCount, task: readFinalTask(courseId) })
      await toCourse(page)
      await expect(page.getByText(`${lessons.length} of ${lessons.length} lessons`)).toBeVisible()
      await expect(page.getByRole('img', { name: 'Medal earned' })).toBeVisible()
    })

    await test.step('every lesson can be read again, with all its parts', async () => {
      for (const lesson of lessons) {
        await page.goto(`/course/${courseId}/lesson/${lesson.id}/learn`)
        await expect(page.getByRole('heading', { level: 2 }), lesson.id).toHaveCount(lesson.fragmentCount)
        await expect(page.getByText(/\[(PRACTICE|PICTURE|FACT)_\d\]/), lesson.id).toHaveCount(0)
      }
    })

    await test.step('the certificate', async () => {
      await page.goto(`/course/${courseId}`)
      await page.getByRole('link', { name: 'Get my certificate' }).click()
      await page.getByRole('textbox', { name: 'Name on your certificate' }).fill('Ada Example')
      await page.getByRole('button', { name: 'Get my certificate' }).click()
      await expect(page.getByText('Verified')).toBeVisible()
      await expect(page.getByRole('figure')).toContainText(course.title)
    })
  })
