import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsLearner, type Learner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { makeJudgement } from '../../test-support/make-evaluation.ts'
import { countReadFragments } from '../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const start = new Date('2026-05-10T20:30:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)

/** A fake judge with the score that the test sets. */
const judge = {
  score: '5',
  evaluate: async () => makeJudgement({ score: judge.score }),
}
beforeEach(() => {
  judge.score = '5'
})

const requirementsOf = async (server: TestServer, { token }: Learner, courseId: string) =>
  (await server.call('certificateRequirements', { token, params: { courseId } })).body.data
const issue = async (server: TestServer, { token }: Learner, courseId: string) => {
  const reply = await server.call('issueCertificate', { token, body: { courseId, name: 'Ada' } })
  return reply.error?.name ?? reply.status
}

describe('script that completes a whole course at once', () => {
  const catalog = loadContent(join(import.meta.dirname, '../../../../../content'))
  const lessons = catalog.findCourse('ai-zero')?.lessons ?? []
  let server: TestServer
  let script: Learner
  beforeAll(async () => {
    server = await startTestServer({ catalog, judge, now: start })
    script = await actAsLearner(server)
  })
  afterAll(() => server.close())

  const claim = (lessonId: string, index: number) => script.report(lessonId, index, true, { timeSpent: 3_600 })
  const skimmed = async () => (await requirementsOf(server, script, 'ai-zero')).skimmedLessons

  it('skips every practice, claims an hour for each part and gets no certificate', async () => {
    for (const { id, fragments } of lessons) {
      await script.start(id)
      for (const [index, { practices }] of fragments.entries()) {
        for (const practice of practices) {
          const ids = { practiceId: practice.id, practiceType: practice.type }
          expect((await script.submit(id, index, 'SKIPPED', ids)).status).toBe(200)
        }
        await claim(id, index)
      }
      expect((await script.finish(id)).status).toBe(200)
    }
    expect((await script.course('ai-zero')).body.data).toMatchObject({ percent: 100, status: 'completed' })
    expect(await issue(server, script, 'ai-zero')).toBe('capstone_not_passed')
    expect(await requirementsOf(server, script, 'ai-zero')).toEqual({
      isCompleted: true,
      capstone: { lessonId: 'ai-zero.l13', fragmentIndex: 3, practiceId: 'ai-zero.l13.f4.p1', isPassed: false },
      skimmedLessons: lessons.map(({ id }) => id),
    })
  })

  it('gets no certificate even with the final task passed', async () => {
    await script.evaluate('ai-zero.l13.f4.p1', 'ai-zero.l13', 3, 'Write a note for my neighbour about the lift.')
    expect(await issue(server, script, 'ai-zero')).toBe('lessons_skimmed')
  })

  it('cannot count the same seconds for several parts by concurrent claims', async () => {
    server.setNow(later(6))
    await Promise.all(lessons.flatMap(({ id, fragments }) => [...fragments.keys()].map((index) => claim(id, index))))
    expect(await countReadFragments(server.context.db, script.id)).toBeLessThan(4)
    expect(await skimmed()).toHaveLength(lessons.length)
  })

  it('gets the certificate once the minimum time for the course has passed', async () => {
    server.setNow(later(400))
    for (const { id, fragments } of lessons) for (const index of fragments.keys()) await claim(id, index)
    expect(await skimmed()).toEqual([])
    expect(await issue(server, script, 'ai-zero')).toBe(200)
  })
})

describe('learner', () => {
  const catalog = makeCatalog({
    id: 'a',
    chapters: { c1: { l1: { f1: [], f2: [] }, l2: { f1: [], f2: ['prompt'] } } },
    readingSeconds: 40,
  })
  const capstone = 'a.l2.f2.p1'
  let server: TestServer
  let ann: Learner
  beforeAll(async () => {
    server = await startTestServer({ catalog, judge })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.setNow(start)
    ann = await actAsLearner(server)
  })

  /** Opens and completes each part of a lesson with the given seconds, from a given time, and finishes the lesson. */
  const read = async (lessonId: string, fromSeconds: number, secondsEach: number) => {
    for (const index of [0, 1]) {
      server.setNow(later(fromSeconds + index * secondsEach))
      await ann.report(lessonId, index, false)
      server.setNow(later(fromSeconds + (index + 1) * secondsEach))
      await ann.report(lessonId, index, true, { timeSpent: secondsEach })
    }
    await ann.finish(lessonId)
  }
  const skimmed = async () => (await requirementsOf(server, ann, 'a')).skimmedLessons
  const secondsToCount = async (lessonId: string) =>
    Object.values((await ann.lesson(lessonId)).body.data.fragmentProgress).map((entry) => entry.secondsToCount)

  it('gets the certificate by reading, however fast, and passing the final task', async () => {
    await read('a.l1', 0, 4)
    await read('a.l2', 8, 4)
    await ann.evaluate(capstone, 'a.l2', 1, 'Write a poem.')
    expect(await issue(server, ann, 'a')).toBe(200)
  })

  it('rereads a lesson finished in less than a tenth of its reading time, and it counts', async () => {
    await read('a.l1', 0, 3)
    await read('a.l2', 6, 40)
    await ann.evaluate(capstone, 'a.l2', 1, 'Write a poem.')
    expect(await secondsToCount('a.l1')).toEqual([4, 4])
    const reply = await server.call('issueCertificate', { token: ann.token, body: { courseId: 'a', name: 'Ada' } })
    expect(reply.error).toMatchObject({ status: 409, name: 'lessons_skimmed', details: { skimmedLessons: ['a.l1'] } })

    server.setNow(later(200))
    await ann.report('a.l1', 0, true, { timeSpent: 3 })
    await ann.report('a.l1', 1, true, { timeSpent: 4 })
    expect(await secondsToCount('a.l1')).toEqual([4, 0])
    await ann.report('a.l1', 0, true, { timeSpent: 4 })
    expect(await skimmed()).toEqual([])
    expect(await issue(server, ann, 'a')).toBe(200)
  })

  it('gets credit for offline learning although everything arrives at once', async () => {
    await read('a.l1', 0, 20)
    server.setNow(later(340))
    for (const index of [0, 1]) {
      await ann.report('a.l2', index, false)
      await ann.report('a.l2', index, true, { timeSpent: 35 })
    }
    await ann.finish('a.l2')
    expect(await skimmed()).toEqual([])
  })

  it('spends reading time once on a report that two tabs send at the same time', async () => {
    await ann.start('a.l1')
    server.setNow(later(8))
    await Promise.all([1, 2, 3, 4].map(() => ann.report('a.l1', 0, true, { timeSpent: 4 })))
    await ann.report('a.l1', 1, true, { timeSpent: 4 })
    expect(await secondsToCount('a.l1')).toEqual([0, 0])
  })

  it('needs no second full reading of a part that was open before', async () => {
    await ann.report('a.l1', 0, false)
    server.setNow(later(60))
    await ann.report('a.l1', 0, true, { timeSpent: 1 })
    expect(await secondsToCount('a.l1')).toEqual([0, 4])
  })

  it.each([
    ['skipped', '0', false],
    ['not passed', '3', false],
    ['passed', '4', true],
  ])('has a final task that was %s', async (kind, score, isPassed) => {
    judge.score = score
    await read('a.l1', 0, 20)
    await read('a.l2', 40, 20)
    if (kind === 'skipped') await ann.submit('a.l2', 1, 'SKIPPED')
    else await ann.evaluate(capstone, 'a.l2', 1, 'Write a poem.')
    expect(await issue(server, ann, 'a')).toBe(isPassed ? 200 : 'capstone_not_passed')
    expect((await requirementsOf(server, ann, 'a')).capstone.isPassed).toBe(isPassed)
  })

  it('can pass the final task later, in the daily practice too', async () => {
    await read('a.l1', 0, 20)
    await read('a.l2', 40, 20)
    await ann.submit('a.l2', 1, 'SKIPPED')
    const { token } = ann
    server.setNow(later(3 * 86_400))
    const { items } = (await server.call('reviewSession', { token })).body.data
    const turn = items.find(({ practiceId }) => practiceId === capstone)?.turn
    const body = { practiceId: capstone, turn, prompt: 'Write a poem.' }
    expect((await server.call('answerPromptReview', { token, body })).status).toBe(200)
    expect(await issue(server, ann, 'a')).toBe(200)
  })

  it('sees the missing requirements of their own courses only', async () => {
    const call = (courseId: string, token?: string) =>
      server.call('certificateRequirements', { params: { courseId }, ...(token ? { token } : {}) })
    expect((await call('a')).status).toBe(401)
    expect((await call('b', ann.token)).error?.name).toBe('course_not_found')
    expect(await requirementsOf(server, ann, 'a')).toMatchObject({ isCompleted: false, skimmedLessons: [] })
  })
})
