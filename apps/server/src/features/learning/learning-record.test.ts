import { afterAll, beforeAll, expect, it } from 'vitest'
import { actAsLearner, type Learner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { addPracticeResult } from '../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { listMetPractices } from './learning-record.ts'

const catalog = makeCatalog({ id: 'a', chapters: { c1: { l1: { f1: ['quiz'], f2: ['quiz'] } } } })
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
