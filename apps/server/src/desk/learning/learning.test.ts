import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Judgement } from '../../adapters/judge/port.ts'
import { addJob } from '../../platform/add-job.ts'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { makeCatalog, withQuizzes } from '../../test-support/make-catalog.ts'
import { makeJudgement, makePoint } from '../../test-support/make-evaluation.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { readLessonsAndAnswers } from '../../test-support/rows/learning.ts'
import { ageFirstVisit } from '../../test-support/rows/onboarding.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { beginQuiz, onboardingCatalog } from '../../test-support/visitor.ts'
import { reportLearning } from './report-learning.ts'

const catalog = withQuizzes(
  makeCatalog({ id: 'a', chapters: { c1: { l1: { f1: ['quiz', 'reveal'], f2: ['prompt'] }, l2: { f1: ['quiz'] } } } }),
  onboardingCatalog().quizzes,
)
const start = new Date('2026-05-04T10:00:00Z')
const [quiz, prompt] = ['a.l1.f1.p1', 'a.l1.f2.p1'] as const

/** A fake judge. */
const judge = {
  points: [] as ReturnType<typeof makePoint>[],
  score: '5',
  evaluate: async (): Promise<Judgement> => makeJudgement({ score: judge.score, points: judge.points }),
}

let server: TestServer
let other: TestServer
let staff: Awaited<ReturnType<typeof actAsStaff>>

/** Ten learners open the first part. Six choose b, c and then a, one skips; these finish. Three stay away. */
const learn = async (index: number) => {
  const learner = await actAsLearner(server, { lang: index % 2 === 0 ? 'en' : 'ua' })
  await learner.report('a.l1', 0, false)
  for (const answer of index < 6 ? ['b', 'c', 'a'] : index === 6 ? ['SKIPPED'] : [])
    await learner.submit('a.l1', 0, answer)
  if (index > 6) return learner
  await learner.report('a.l1', 0, true, { timeSpent: 60 })
  await learner.report('a.l1', 1, false)
  judge.score = '2'
  judge.points = [makePoint({ id: 'tone', state: 'missing' })]
  await learner.evaluate(prompt, 'a.l1', 1, `A first text, number ${index}`)
  server.setNow(new Date(+start + 60_000))
  judge.score = '5'
  judge.points = [makePoint({ id: 'tone', state: 'shown' })]
  await learner.evaluate(prompt, 'a.l1', 1, `A better text, number ${index}`)
  server.setNow(start)
  await learner.report('a.l1', 1, true, { timeSpent: 60 })
  await learner.finish('a.l1')
  return learner
}

const learners: Awaited<ReturnType<typeof learn>>[] = []

beforeAll(async () => {
  server = await startTestServer({ catalog, judge, now: start })
  other = await startTestServer({ catalog, judge, now: start, database: server.database })
  for (let index = 0; index < 10; index += 1) learners.push(await learn(index))
  for (const { setNow } of [server, other]) setNow(new Date(+start + 8 * 86_400_000))
  staff = await actAsStaff(server, 'content')
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const lessons = async (query = '') => (await staff.call('learningLessons', { query })).body.data.rows
const practices = async (query = '') => (await staff.call('learningPractices', { query })).body.data.rows

describe('the report on learning', () => {
  it('counts every learner once, in batches that two instances share', async () => {
    await Promise.all([reportLearning(server.context, 3), reportLearning(other.context, 3)])
    expect(await lessons()).toEqual([
      {
        place: 'a.l1',
        course: 'a',
        title: 'Lesson l1',
        started: 10,
        finished: 7,
        left: 3,
        medianSeconds: expect.closeTo(120, -1.2),
        firstTry: 0,
      },
    ])
    expect(await practices('sort=place&direction=asc')).toMatchObject([
      { place: quiz, kind: 'question', started: 10, finished: 6, skipped: 1, left: 3, firstTry: 0 },
      { place: 'a.l1.f1.p2', kind: 'exercise', started: 10, finished: 0, skipped: 7, left: 3, firstTry: null },
      { place: prompt, kind: 'prompt', started: 7, skipped: 0, firstTry: 0 },
    ])
  })

  it('runs again as a nightly job without counting twice', async () => {
    for (const { context } of [server, other]) await addJob(context.db, 'report-learning', {})
    await Promise.all([runJobs(server.context), runJobs(other.context)])
    expect(await lessons()).toMatchObject([{ started: 10, finished: 7, left: 3 }])
    expect((await staff.call('learningOverview')).body.data.countedAt).toBe(+start + 8 * 86_400_000)
  })

  it('names the wrong option that was chosen first, and points missed and marked', async () => {
    const { rows } = (await staff.call('learningAnswers', { query: 'sort=kind&direction=asc' })).body.data
    expect(rows.map(({ place, kind, learners: count, share }) => ({ place, kind, count, share }))).toEqual([
      { place: prompt, kind: 'marked', count: 7, share: 1 },
      { place: prompt, kind: 'missed', count: 7, share: 1 },
      { place: quiz, kind: 'wrong_option', count: 6, share: 1 },
    ])
    const rowsOfLearner = await readLessonsAndAnswers(server.context.db, learners[0]?.id ?? '')
    expect(rowsOfLearner[1]).toMatchObject({ answer: 'a', is_correct: true, first_wrong_option: 'b' })
  })

  it('shows no row of fewer than five learners, in any language', async () => {
    expect(await lessons('language=en')).toMatchObject([{ started: 5, finished: 4 }])
    expect(await practices('language=en&kind=question')).toMatchObject([{ place: quiz }])
    expect(await practices('language=en&kind=prompt')).toEqual([])
    expect((await staff.call('learningAnswers', { query: 'language=en' })).body.data.rows).toEqual([])
    expect(await lessons('language=fr')).toEqual([])
    expect(await lessons('course=b')).toEqual([])
  })

  it('lists no weak place with fewer than 20 learners', async () => {
    expect((await staff.call('learningWeakest')).body.data).toEqual({ rows: [], total: 0 })
    server.setNow(start)
    for (let index = 10; index < 20; index += 1) await learn(index)
    server.setNow(new Date(+start + 8 * 86_400_000))
    await reportLearning(server.context, 50)
    const { rows } = (await staff.call('learningWeakest')).body.data
    expect(rows).toMatchObject([
      { place: quiz, kind: 'practice', learners: 20, struggled: 20, share: 1 },
      { place: 'a.l1', kind: 'lesson', learners: 20, struggled: 13, share: 0.65 },
    ])
  })

  it('is a CSV with the filters of the page, for those who may read it', async () => {
    const params = { table: 'answers' }
    const file = await staff.call('exportLearning', { params, query: 'kind=wrong_option' })
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.text.split('\r\n')[0]).toBe('place,course,title,kind,answer,learners,share')
    expect(file.text.trim().split('\r\n')).toHaveLength(2)
    const finance = await actAsStaff(server, 'finance')
    expect((await finance.call('exportLearning', { params })).error?.name).toBe('not_permitted')
  })
})

const weeks = async (query = '') => (await staff.call('learningFunnel', { query })).body.data.rows

describe('the funnel by week', () => {
  it('keeps counts of visitors that were deleted, and hides weeks of fewer than five', async () => {
    const now = new Date()
    for (const { setNow } of [server, other]) setNow(now)
    const visitors = []
    for (let index = 0; index < 6; index += 1) visitors.push((await beginQuiz(server)).onboardingId)
    const [early = '', ...others] = visitors
    await ageFirstVisit(server.context.db, early, 60)
    await reportLearning(server.context)
    expect(await weeks()).toMatchObject([{ quiz: 'f1-v1', begun: 5, learningOnDay30: null }])
    for (const onboardingId of others.slice(1)) await ageFirstVisit(server.context.db, onboardingId, 400)
    await reportLearning(server.context)
    expect(await weeks()).toMatchObject([{ begun: 5 }])
    expect(await weeks('quiz=f2-v1')).toEqual([])
  })
})
