import { afterAll, beforeAll, expect, it } from 'vitest'
import { actAsLearner, type Learner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { addPracticeResult } from '../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { countFinished, findUsage, hasPassedCapstone, listMetPractices, listSkimmedLessons } from './learning-record.ts'

const catalog = makeCatalog(
  { id: 'a', chapters: { c1: { l1: { f1: ['quiz'], f2: ['quiz'] } } } },
  { id: 'b', chapters: { c1: { l1: { f1: [] }, l2: { f1: ['prompt'] }, l3: { f1: [] } } }, readingSeconds: 600 },
  { id: 'c', chapters: { c1: { l1: { f1: ['reveal', 'quiz'], f2: ['sort'], f3: ['sort'], f4: ['sort'] } } } },
)
const [first, second] = ['a.l1.f1.p1', 'a.l1.f2.p1'] as const
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog })
})
afterAll(() => server.close())

/** As stored by the previous release, which has no first answers. */
const storeAsBefore = async (learner: Learner, practiceId: string, { isCorrect = false, isSkipped = false }) => {
  const answer = isSkipped ? 'SKIPPED' : 'b'
  const result = { practiceId, lessonId: 'a.l1', answer, isCorrect, isSkipped }
  await addPracticeResult(server.context.db, { userId: learner.id, ...result })
}
const firstAnswersOf = async (learner: Learner) => {
  const met = await listMetPractices(server.context, learner.id)
  return Object.fromEntries(met.map(({ practiceId, isFirstCorrect }) => [practiceId, isFirstCorrect]))
}

it('treats an answer stored by the previous release as the first one, but not a skip', async () => {
  const learner = await actAsLearner(server)
  await storeAsBefore(learner, first, { isCorrect: true })
  await storeAsBefore(learner, second, { isSkipped: true })
  expect(await firstAnswersOf(learner)).toEqual({ [first]: true, [second]: null })
})

it('keeps that answer as the first one when a better one follows, and uses the one after a skip', async () => {
  const learner = await actAsLearner(server)
  await storeAsBefore(learner, first, { isCorrect: false })
  await storeAsBefore(learner, second, { isSkipped: true })
  await learner.submit('a.l1', 0, 'a')
  await learner.submit('a.l1', 1, 'a')
  expect(await firstAnswersOf(learner)).toEqual({ [first]: false, [second]: true })
})

it('asks a light exercise again only after a wrong answer, and a prediction never', async () => {
  const learner = await actAsLearner(server)
  expect((await learner.submit('c.l1', 0, 'choice:a')).body.data).toMatchObject({ isCorrect: false })
  expect((await learner.submit('c.l1', 0, 'choice:z')).status).toBe(400)
  await learner.submit('c.l1', 1, 'a:red')
  await learner.submit('c.l1', 2, 'a:green')
  for (const index of [0, 1, 2, 3]) await learner.report('c.l1', index, true)
  expect(await firstAnswersOf(learner)).toEqual({ 'c.l1.f1.p2': null, 'c.l1.f2.p1': false })
})

const courseOf = (id: string) => {
  const course = catalog.findCourse(id)
  if (!course) throw new Error(`There is no course ${id}`)
  return course
}

it('counts days of use, finished lessons and the percent of the furthest course, rounded down', async () => {
  const learner = await actAsLearner(server)
  expect(await findUsage(server.context, learner.id)).toEqual({ days: [], guides: 0, modulesPercent: 0 })
  await learner.report('b.l1', 0, true)
  await learner.finish('b.l1')
  await learner.submit('b.l2', 0, 'Write a short poem about kites for my neighbour, please.')
  await learner.report('b.l2', 0, true)
  await learner.finish('b.l2')
  const usage = await findUsage(server.context, learner.id)
  expect(usage).toMatchObject({ guides: 2, modulesPercent: 66 })
  expect(usage.days).toHaveLength(1)
  expect(await countFinished(server.context, learner.id)).toBe(2)
})

it('lists the lessons that were completed faster than anyone reads', async () => {
  const learner = await actAsLearner(server)
  for (const lesson of ['b.l1', 'b.l2']) {
    await learner.report(lesson, 0, true)
    await learner.finish(lesson)
  }
  expect(await listSkimmedLessons(server.context, learner.id, courseOf('b'))).toEqual(['b.l1', 'b.l2'])
  expect(await listSkimmedLessons(server.context, learner.id, courseOf('a'))).toEqual([])
})

it('counts reading since the previous lesson was finished, and not since an earlier one', async () => {
  const learner = await actAsLearner(server)
  const readAt = async (time: string, lesson: string, timeSpent: number) => {
    server.setNow(new Date(`${today}T${time}Z`))
    await learner.report(lesson, 0, true, { timeSpent })
    await learner.finish(lesson)
  }
  const today = new Date().toISOString().slice(0, 10)
  await readAt('10:00:00', 'b.l1', 1)
  await readAt('10:10:00', 'b.l2', 70)
  await readAt('10:10:10', 'b.l3', 70)
  expect(await listSkimmedLessons(server.context, learner.id, courseOf('b'))).toEqual(['b.l1', 'b.l3'])
})

it('knows who has passed the capstone, not counting a skip', async () => {
  const [evaluated, skipped, none] = [
    await actAsLearner(server),
    await actAsLearner(server),
    await actAsLearner(server),
  ]
  for (const learner of [evaluated, skipped]) {
    await learner.report('b.l1', 0, true)
    await learner.finish('b.l1')
  }
  await evaluated.evaluate('b.l2.f1.p1', 'b.l2', 0, 'Write a short poem about kites for my neighbour, please.')
  await skipped.submit('b.l2', 0, 'SKIPPED')
  const results = await Promise.all(
    [evaluated, skipped, none].map(({ id }) => hasPassedCapstone(server.context, id, courseOf('b'))),
  )
  expect(results).toEqual([true, false, false])
})
