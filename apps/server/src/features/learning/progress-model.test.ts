import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner, makeCalls, type Learner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

/** The number of fragments in each lesson. The first fragment of each has a quiz. */
const shape = [2, 1, 3]
const catalog = makeCatalog({
  id: 'a',
  chapters: {
    c1: { l1: { f1: ['quiz'], f2: [] }, l2: { f1: ['quiz'] } },
    c2: { l3: { f1: ['quiz'], f2: [], f3: [] } },
  },
})
const lessonIds = ['a.l1', 'a.l2', 'a.l3']

type Call =
  | { kind: 'start' | 'update' | 'finish'; lesson: number }
  | { kind: 'report'; lesson: number; fragment: number; completed: boolean; timeSpent: number }
  | { kind: 'submit'; lesson: number; answer: 'a' | 'b' | 'c' | 'SKIPPED' }

/** A minimal model of the server: one learner, strictly sequential. */
class Model {
  started = new Set<number>()
  finished = new Set<number>()
  times = new Map<string, number>()
  completed = new Set<string>()
  answers = new Map<number, string>()

  isOpen = (lesson: number) => lesson === 0 || this.finished.has(lesson - 1)

  apply(call: Call): number {
    if (!this.isOpen(call.lesson)) return 403
    if (call.kind === 'finish') {
      const all = Array.from({ length: shape[call.lesson] ?? 0 }, (_, index) => `${call.lesson}.${index}`)
      if (!all.every((key) => this.completed.has(key))) return 409
      this.finished.add(call.lesson)
      return 200
    }
    this.started.add(call.lesson)
    if (call.kind === 'report') {
      const key = `${call.lesson}.${call.fragment}`
      this.times.set(key, Math.max(this.times.get(key) ?? 0, call.timeSpent))
      if (call.completed) this.completed.add(key)
    }
    if (call.kind === 'submit') this.answer(call.lesson, call.answer)
    return 200
  }

  answer(lesson: number, answer: string) {
    const kept = this.answers.get(lesson)
    const isWorse = kept === 'a' || (kept !== undefined && kept !== 'SKIPPED' && answer === 'SKIPPED')
    if (!isWorse) this.answers.set(lesson, answer)
  }

  view() {
    return lessonIds.map((_, lesson) => ({
      started: this.started.has(lesson),
      finished: this.finished.has(lesson),
      fragments: Array.from({ length: shape[lesson] ?? 0 }, (_, index) => ({
        completed: this.completed.has(`${lesson}.${index}`),
        timeSpent: this.times.get(`${lesson}.${index}`) ?? 0,
        answer: index === 0 ? this.answers.get(lesson) : undefined,
      })),
    }))
  }
}

const lesson = fc.nat(2)
const report = fc
  .record({
    kind: fc.constant('report' as const),
    lesson,
    fragment: fc.nat(2),
    completed: fc.boolean(),
    timeSpent: fc.nat(60),
  })
  .map((call) => ({ ...call, fragment: call.fragment % (shape[call.lesson] ?? 1) }))
const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('start' as const, 'update' as const), lesson }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('finish' as const), lesson }) },
  { weight: 8, arbitrary: report },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      lesson,
      answer: fc.constantFrom('a' as const, 'b' as const, 'c' as const, 'SKIPPED' as const),
    }),
  },
)

const send = (learner: Pick<Learner, 'start' | 'update' | 'finish' | 'report' | 'submit'>, one: Call) => {
  const id = lessonIds[one.lesson] ?? ''
  if (one.kind === 'report') return learner.report(id, one.fragment, one.completed, { timeSpent: one.timeSpent })
  if (one.kind === 'submit') return learner.submit(id, 0, one.answer)
  return learner[one.kind](id)
}

const viewOf = async (learner: Learner) => {
  const replies = await Promise.all(lessonIds.map((id) => learner.lesson(id)))
  return replies.map(({ body: { data } }) => ({
    started: data.started,
    finished: data.finished,
    fragments: Object.values(data.fragmentProgress).map(({ completed, timeSpent, practiceResults }) => ({
      completed,
      timeSpent,
      answer: practiceResults[0]?.answer,
    })),
  }))
}

let server: TestServer
let second: TestServer
const now = new Date('2026-11-02T10:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ catalog, now })
  second = await startTestServer({ catalog, now, database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

describe('random calls on two instances', () => {
  it('give the same answers and final state as the model, each sent up to four times at once', async () => {
    const sent = fc.record({ call, times: fc.integer({ min: 1, max: 4 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: 5, maxLength: 30 }), async (calls) => {
        const model = new Model()
        const learner = await actAsLearner(server)
        const elsewhere = makeCalls(second, learner.id, learner.token)
        for (const { call, times } of calls) {
          const expected = model.apply(call)
          const copies = Array.from({ length: times }, (_, index) => send(index % 2 ? elsewhere : learner, call))
          const statuses = (await Promise.all(copies)).map(({ status }) => status)
          expect(statuses).toEqual(statuses.map(() => expected))
        }
        expect(await viewOf(learner)).toEqual(model.view())
        expect((await learner.course('a')).body.data.lessonsCompleted).toBe(model.finished.size)
      }),
      { numRuns: 30 },
    )
  })

  it('reach the same state when reports of an open lesson arrive at once, duplicated and shuffled', async () => {
    const ofFirst = report.filter((one) => one.lesson === 0)
    await fc.assert(
      fc.asyncProperty(fc.array(ofFirst, { minLength: 2, maxLength: 8 }), async (reports) => {
        const model = new Model()
        for (const one of reports) model.apply(one)
        const learner = await actAsLearner(server)
        const elsewhere = makeCalls(second, learner.id, learner.token)
        await Promise.all([...reports].reverse().flatMap((one) => [send(learner, one), send(elsewhere, one)]))
        expect(await viewOf(learner)).toEqual(model.view())
      }),
      { numRuns: 30 },
    )
  })

  it('never revert a finished lesson or a completed fragment', async () => {
    const learner = await actAsLearner(server)
    for (const index of [0, 1]) await learner.report('a.l1', index, true)
    await learner.finish('a.l1')
    const before = await viewOf(learner)
    await Promise.all([
      learner.report('a.l1', 0, false),
      learner.start('a.l1'),
      learner.update('a.l1', { completed: false, progressPercentage: 0 }),
      learner.finish('a.l1'),
    ])
    expect(await viewOf(learner)).toEqual(before)
  })
})
