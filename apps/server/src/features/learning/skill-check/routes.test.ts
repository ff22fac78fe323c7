import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { actAsLearner, type Learner } from '../../../test-support/act-as-learner.ts'
import { seedFinishedLessons } from '../seed-finished-lessons.ts'

const courseId = 'find-check'
const catalog = loadContent(join(import.meta.dirname, '../../../../../../content'))
const { skillCheck = [], lessons = [] } = catalog.findCourse(courseId) ?? {}
const rightAnswers = (form: 'a' | 'b') =>
  Object.fromEntries(skillCheck.map(({ id, forms }) => [id, forms[form].correct]))

let server: TestServer
let learner: Learner
beforeAll(async () => {
  server = await startTestServer({ catalog })
})
afterAll(() => server.close())
beforeEach(async () => {
  learner = await actAsLearner(server)
})

const get = (language = 'en') =>
  server.call('skillCheck', { token: learner.token, params: { courseId }, headers: { 'accept-language': language } })
const answer = (form: 'a' | 'b', answers: Record<string, string>) =>
  server.call('answerSkillCheck', { token: learner.token, params: { courseId }, body: { form, answers } })
const finish = (count: number) =>
  seedFinishedLessons(
    server.context,
    learner.id,
    lessons.slice(0, count).map(({ id }) => id),
  )

it('asks form a before the course and does not reveal the right options', async () => {
  const { data } = (await get()).body
  expect(data).toMatchObject({ form: 'a', before: null, after: null, language: 'en' })
  expect(data.questions.map(({ id }) => id)).toEqual(skillCheck.map(({ id }) => id))
  expect(data.questions[0]?.options.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(JSON.stringify(data)).not.toContain('correct"')
})

it('counts the first answers to a form; answered again, they change nothing', async () => {
  const wrong = { ...rightAnswers('a'), s1: 'a' }
  expect((await answer('a', wrong)).body.data).toMatchObject({
    form: null,
    questions: [],
    before: { correct: 4, total: 5 },
  })
  expect((await answer('a', rightAnswers('a'))).body.data.before).toEqual({ correct: 4, total: 5 })
})

it('asks form b once the course is finished, and shows both scores', async () => {
  await answer('a', { ...rightAnswers('a'), s1: 'a', s2: 'a' })
  await finish(lessons.length - 1)
  expect((await get()).body.data.form).toBeNull()
  await finish(lessons.length)
  expect((await get()).body.data.form).toBe('b')
  expect((await answer('b', rightAnswers('b'))).body.data).toMatchObject({
    form: null,
    before: { correct: 3, total: 5 },
    after: { correct: 5, total: 5 },
  })
})

it('offers no form to a learner who has begun without one, because there is nothing to compare', async () => {
  await finish(1)
  expect((await get()).body.data).toMatchObject({ form: null, before: null })
  expect((await answer('a', rightAnswers('a'))).status).toBe(400)
  await finish(lessons.length)
  expect((await answer('b', rightAnswers('b'))).status).toBe(400)
})

it.each([
  ['a missing answer', { s1: 'a' }],
  ['an option that the question does not have', { ...rightAnswers('a'), s3: 'z' }],
])('refuses %s and counts nothing', async (_, answers) => {
  expect((await answer('a', answers)).status).toBe(400)
  expect((await get()).body.data.before).toBeNull()
})

it('knows no unknown course, and asks for a session', async () => {
  const params = { courseId: 'unknown' }
  expect((await server.call('skillCheck', { token: learner.token, params })).status).toBe(404)
  expect((await server.call('skillCheck', { params: { courseId } })).status).toBe(401)
})
