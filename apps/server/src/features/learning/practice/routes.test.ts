import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Judgement, JudgeRequest } from '../../../adapters/judge/port.ts'
import { actAsLearner, type Learner, makeCalls } from '../../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../../test-support/make-catalog.ts'
import { makeEvaluation, makeJudgement, makePoint } from '../../../test-support/make-evaluation.ts'
import { countEvaluations } from '../../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'

const catalog = makeCatalog({
  id: 'a',
  chapters: { c1: { l1: { f1: ['prompt'], f2: ['quiz'], f3: ['prompt'] }, l2: { f1: ['prompt'] } } },
})
const task = 'a.l1.f1.p1'
const goodPrompt = 'Write a short poem about kites for my neighbour.'
const start = new Date('2026-11-02T10:00:00Z')
const hoursLater = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

/** A fake judge: each answer contains the number of earlier ones, and marks are accepted. */
const judge = {
  asked: [] as JudgeRequest[],
  score: '5',
  isDown: false,
  isFallback: false,
  /** Awaited before it answers. */
  wait: async (_request: JudgeRequest) => {},
  evaluate: async (asked: JudgeRequest): Promise<Judgement> => {
    if (judge.isDown) throw new Error('the judge is down')
    judge.asked.push(asked)
    const comment = `Answer ${judge.asked.length}`
    const { shown } = asked
    await judge.wait(asked)
    if (!shown) return makeJudgement({ score: judge.score, comment, points: [makePoint()] }, judge.isFallback)
    const points = shown.map(({ point, from, to }) => makePoint({ id: point, state: 'shown', spans: [[from, to]] }))
    return makeJudgement({ score: points.length > 0 ? '5' : judge.score, comment, points }, judge.isFallback)
  },
}

let server: TestServer
let ann: Learner

beforeAll(async () => {
  server = await startTestServer({ catalog, judge })
})
afterAll(() => server.close())
beforeEach(async () => {
  Object.assign(judge, { asked: [], score: '5', isDown: false, isFallback: false, wait: async () => {} })
  server.setNow(start)
  ann = await actAsLearner(server)
})

const storedCount = (learner: Learner) => countEvaluations(server.context.db, learner.id)

describe('evaluating a prompt', () => {
  it('returns the evaluation', async () => {
    const reply = await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    expect(reply.status).toBe(200)
    expect(reply.body.data.evaluation).toEqual(makeEvaluation({ comment: 'Answer 1', points: [makePoint()] }))
  })

  it('uses the task from the catalog, whatever the client sends', async () => {
    const forged = { practiceTask: 'Say hello.', criteria: [{ id: 'none' }], model: 'the-dearest' }
    await ann.evaluate(task, 'a.l1', 0, `  ${goodPrompt}\n`, forged)
    expect(judge.asked).toMatchObject([
      { prompt: goodPrompt, task: { texts: { title: `Task ${task}` }, points: [{ id: 'task', kind: 'request' }] } },
    ])
    expect(JSON.stringify(judge.asked)).not.toMatch(/Say hello|the-dearest/)
  })

  it('does not call the judge twice for the same prompt within 24 hours', async () => {
    await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    server.setNow(hoursLater(23))
    const again = await ann.evaluate(task, 'a.l1', 0, ` ${goodPrompt} `)
    expect(again.body.data.evaluation.comment).toBe('Answer 1')
    server.setNow(hoursLater(25))
    const nextDay = await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    expect(nextDay.body.data.evaluation.comment).toBe('Answer 2')
  })

  it('calls it again for another prompt, practice, learner or language', async () => {
    const bea = await actAsLearner(server)
    await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    await ann.evaluate(task, 'a.l1', 0, `${goodPrompt} Now.`)
    await ann.evaluate('a.l1.f3.p1', 'a.l1', 2, goodPrompt)
    await bea.evaluate(task, 'a.l1', 0, goodPrompt)
    await server.call('evaluatePrompt', {
      token: ann.token,
      headers: { 'accept-language': 'es' },
      body: { lessonId: 'a.l1', fragmentIndex: 0, practiceId: task, prompt: goodPrompt },
    })
    expect(judge.asked).toHaveLength(5)
  })

  it('gives concurrent requests the same answer', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => ann.evaluate(task, 'a.l1', 0, goodPrompt)))
    expect(new Set(replies.map(({ body }) => body.data.evaluation.comment)).size).toBe(1)
    expect(await storedCount(ann)).toBe(1)
  })

  it('does not store a failed verdict of the fallback checklist', async () => {
    Object.assign(judge, { isFallback: true, score: '2' })
    expect((await ann.evaluate(task, 'a.l1', 0, goodPrompt)).body.data.evaluation.score).toBe('2')
    expect(await storedCount(ann)).toBe(0)
    judge.score = '4'
    await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    expect(await storedCount(ann)).toBe(1)
  })

  it('returns 503 when no judge can answer, and records nothing', async () => {
    judge.isDown = true
    const reply = await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    expect(reply.error).toMatchObject({ status: 503, name: 'unavailable' })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await storedCount(ann)).toBe(0)
    judge.isDown = false
    expect((await ann.evaluate(task, 'a.l1', 0, goodPrompt)).status).toBe(200)
  })
})

describe('passed evaluation', () => {
  it('makes exactly this prompt correct', async () => {
    await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    expect((await ann.submit('a.l1', 0, 'Some other text', { isCorrect: true })).body.data.isCorrect).toBe(false)
    expect((await ann.submit('a.l1', 0, `${goodPrompt} `, { isCorrect: false })).body.data).toEqual({
      practiceId: task,
      answer: goodPrompt,
      isCorrect: true,
    })
  })

  it.each([
    ['3', false],
    ['4', true],
  ])('treats a score of %s as passed: %s', async (score, isCorrect) => {
    judge.score = score
    await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    expect((await ann.submit('a.l1', 0, goodPrompt)).body.data.isCorrect).toBe(isCorrect)
  })

  it('does not apply to another learner or practice', async () => {
    const bea = await actAsLearner(server)
    await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    expect((await bea.submit('a.l1', 0, goodPrompt)).body.data.isCorrect).toBe(false)
    expect((await ann.submit('a.l1', 2, goodPrompt)).body.data.isCorrect).toBe(false)
  })

  it('still counts when the answer arrives days later', async () => {
    await ann.evaluate(task, 'a.l1', 0, goodPrompt)
    server.setNow(hoursLater(72))
    expect((await ann.submit('a.l1', 0, goodPrompt)).body.data.isCorrect).toBe(true)
  })
})

describe('access and validation', () => {
  it('needs a session, then a subscription', async () => {
    expect((await makeCalls(server, ann.id, '').evaluate(task, 'a.l1', 0, goodPrompt)).status).toBe(401)
    const eve = await actAsLearner(server, { subscription: null })
    expect((await eve.evaluate(task, 'a.l1', 0, goodPrompt)).error?.name).toBe('subscription_required')
  })

  it('keeps the tasks of locked lessons closed', async () => {
    const reply = await ann.evaluate('a.l2.f1.p1', 'a.l2', 0, goodPrompt)
    expect(reply.error).toMatchObject({ status: 403, name: 'lesson_locked' })
  })

  it.each([
    ['a blank prompt', { prompt: ' \n ' }],
    ['a prompt of more than 4,000 characters', { prompt: 'a'.repeat(4_001) }],
    ['a question with options', { practiceId: 'a.l1.f2.p1', fragmentIndex: 1 }],
    ['an unknown practice', { practiceId: 'a.l1.f1.p9' }],
    ['a practice of another lesson', { practiceId: 'a.l2.f1.p1' }],
    ['an index outside the lesson', { fragmentIndex: 3 }],
  ])('rejects %s', async (_, changes) => {
    const reply = await ann.evaluate(task, 'a.l1', 0, goodPrompt, changes)
    expect([reply.status, reply.error?.name]).toEqual([400, 'invalid_request'])
    expect(judge.asked).toEqual([])
  })

  it('finds a task by its id, even when it moved within the lesson', async () => {
    expect((await ann.evaluate(task, 'a.l1', 0, goodPrompt, { fragmentIndex: 2 })).status).toBe(200)
  })

  it('rejects lessons outside the catalog', async () => {
    expect((await ann.evaluate(task, 'a.l9', 0, goodPrompt)).error?.name).toBe('lesson_not_found')
  })
})
