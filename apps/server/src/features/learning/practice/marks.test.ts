import { EventEmitter, once } from 'node:events'
import type { Mark } from '@kitewise/contract/entities'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Judgement, JudgeRequest } from '../../../adapters/judge/port.ts'
import { actAsLearner, type Learner, makeCalls } from '../../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../../test-support/make-catalog.ts'
import { makeJudgement, makePoint } from '../../../test-support/make-evaluation.ts'
import { deleteUser } from '../../../test-support/rows/accounts.ts'
import { countEvaluations, forgetMarkedPhrases, replaceEvaluations } from '../../../test-support/rows/learning.ts'
import { readTable } from '../../../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { listMarkedPhrases, sumPasses } from './evaluations.sql.ts'
import { reportMarked } from './report-marked.ts'

const catalog = makeCatalog({ id: 'a', chapters: { c1: { l1: { f1: ['prompt'], f2: ['prompt'] } } } })
const task = 'a.l1.f1.p1'
const prompt = 'Something in rhyme about my kites for Oma.'
const rhyme: Mark = { point: 'task', from: 0, to: 18 }
const noon = new Date('2026-11-02T12:00:00Z')

/** A fake judge that never finds the point and accepts every mark. */
const judge = {
  asked: [] as JudgeRequest[],
  isPassing: false,
  waitFor: null as ((request: JudgeRequest) => Promise<unknown>) | null,
  evaluate: async (request: JudgeRequest): Promise<Judgement> => {
    judge.asked.push(request)
    await judge.waitFor?.(request)
    const marks = (request.shown ?? []).filter(({ from, to }) => from < to)
    const points = [
      marks[0]
        ? makePoint({ state: 'shown', spans: marks.map(({ from, to }) => [from, to]) })
        : makePoint({ state: judge.isPassing ? 'found' : 'missing' }),
    ]
    return makeJudgement({ score: marks[0] || judge.isPassing ? '5' : '2', points })
  },
}

let server: TestServer
let other: TestServer
let ann: Learner

beforeAll(async () => {
  server = await startTestServer({ catalog, judge, now: noon })
  other = await startTestServer({ catalog, judge, now: noon, database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  Object.assign(judge, { asked: [], isPassing: false, waitFor: null })
  for (const one of [server, other]) one.setNow(noon)
  await forgetMarkedPhrases(server.context.db)
  ann = await actAsLearner(server)
})

const evaluate = async (learner: Pick<Learner, 'evaluate'>, text: string, shown?: Mark[], practiceId = task) =>
  learner.evaluate(practiceId, 'a.l1', practiceId === task ? 0 : 1, text, shown ? { shown } : {})
const statesOf = async (reply: ReturnType<typeof evaluate>) =>
  (await reply).body.data.evaluation.points.map(({ state, spans }) => [state, spans])
/** Releases the waiting requests. */
const gate = new EventEmitter()
const phrases = () => listMarkedPhrases(server.context.db, 1)

describe('marks', () => {
  it('are evaluated, and still shown after a reload', async () => {
    expect(await statesOf(evaluate(ann, prompt))).toEqual([['missing', []]])
    expect(await statesOf(evaluate(ann, prompt, [rhyme]))).toEqual([['shown', [[0, 18]]]])
    expect(await statesOf(evaluate(ann, prompt))).toEqual([['shown', [[0, 18]]]])
    expect(judge.asked).toHaveLength(2)
  })

  it('can all be removed', async () => {
    await evaluate(ann, prompt, [rhyme])
    expect(await statesOf(evaluate(ann, prompt, []))).toEqual([['missing', []]])
    expect(await statesOf(evaluate(ann, prompt))).toEqual([['missing', []]])
    expect((await ann.submit('a.l1', 0, prompt)).body.data.isCorrect).toBe(false)
  })

  it('make the prompt an answer that passes', async () => {
    await evaluate(ann, prompt)
    await evaluate(ann, prompt, [rhyme])
    expect((await ann.submit('a.l1', 0, prompt)).body.data.isCorrect).toBe(true)
  })

  it('expire with the evaluation, after 24 hours', async () => {
    await evaluate(ann, prompt, [rhyme])
    server.setNow(new Date(noon.getTime() + 25 * 3_600_000))
    expect(await statesOf(evaluate(ann, prompt))).toEqual([['missing', []]])
  })

  it('and quotes use offsets from the start of the submitted text', async () => {
    const spaced = `\n  ${prompt} `
    expect(await statesOf(evaluate(ann, spaced, [{ point: 'task', from: 1, to: 21 }]))).toEqual([['shown', [[3, 21]]]])
    expect(judge.asked).toMatchObject([{ prompt, shown: [{ from: 0, to: 18 }] }])
    expect(await statesOf(evaluate(ann, prompt))).toEqual([['shown', [[0, 18]]]])
  })

  it.each([
    ['of an unknown point', { point: 'none', from: 0, to: 1 }, 'body.shown.0.point'],
    ['that end before they start', { point: 'task', from: 3, to: 2 }, 'body.shown.0.from'],
    ['outside the prompt', { point: 'task', from: 0, to: prompt.length + 1 }, 'body.shown.0.to'],
    ['with a negative offset', { point: 'task', from: -1, to: 2 }, 'body.shown.0.from'],
    ['with a fractional offset', { point: 'task', from: 0, to: 1.5 }, 'body.shown.0.to'],
  ])('%s are rejected', async (_, mark, field) => {
    const reply = await evaluate(ann, prompt, [mark])
    expect([reply.status, reply.error?.details]).toMatchObject([400, [{ field }]])
    expect(judge.asked).toEqual([])
  })

  it('of the later of two requests win, even when it is evaluated first', async () => {
    judge.waitFor = async ({ shown }) => (shown?.[0]?.to === 9 ? once(gate, 'open') : undefined)
    const slow = evaluate(ann, prompt, [{ ...rhyme, to: 9 }])
    await expect.poll(() => judge.asked.length).toBe(1)
    other.setNow(new Date(noon.getTime() + 1))
    await evaluate(makeCalls(other, ann.id, ann.token), prompt, [rhyme])
    gate.emit('open')
    expect(await statesOf(slow)).toEqual([['shown', [[0, 18]]]])
    expect(await statesOf(evaluate(ann, prompt))).toEqual([['shown', [[0, 18]]]])
  })

  it('survive a delayed request without marks', async () => {
    judge.waitFor = async ({ shown }) => (shown ? undefined : once(gate, 'open'))
    const slow = evaluate(ann, prompt)
    await expect.poll(() => judge.asked.length).toBe(1)
    await evaluate(ann, prompt, [rhyme])
    gate.emit('open')
    expect(await statesOf(slow)).toEqual([['shown', [[0, 18]]]])
  })

  it('leave one row that matches one of the answers under concurrent requests', async () => {
    const instances = [ann, makeCalls(other, ann.id, ann.token)]
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        evaluate(instances[index % 2] ?? ann, prompt, index % 3 === 0 ? [] : [{ ...rhyme, to: index + 1 }]),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    const kept = (await evaluate(ann, prompt)).body.data.evaluation
    expect(replies.map(({ body }) => body.data.evaluation)).toContainEqual(kept)
  })
})

describe('mark report for authors', () => {
  it('contains the case-folded phrase and the number of learners, but no user ids', async () => {
    await evaluate(ann, prompt, [rhyme])
    await evaluate(await actAsLearner(server), 'SOMETHING  in Rhyme, please!', [{ point: 'task', from: 0, to: 19 }])
    expect(await phrases()).toEqual([
      { practiceId: task, point: 'task', language: 'en', phrase: 'something in rhyme', learners: 2 },
    ])
    expect(await listMarkedPhrases(server.context.db, 3)).toEqual([])
    expect(await readTable(server.context.db, 'marked_phrases')).not.toContain(ann.id)
  })

  it('counts a learner once per task, however often and with whichever prompt they mark', async () => {
    for (const shown of [[rhyme], [], [rhyme], [{ ...rhyme, to: 9 }]]) await evaluate(ann, prompt, shown)
    await evaluate(ann, `${prompt} Now.`, [rhyme])
    await Promise.all([1, 2, 3].map(() => evaluate(ann, prompt, [rhyme])))
    expect(await phrases()).toMatchObject([{ learners: 1 }])
    expect(await sumPasses(server.context.db)).toEqual({ passes: 1, marked: 1 })
    await evaluate(ann, prompt, [rhyme], 'a.l1.f2.p1')
    expect(await sumPasses(server.context.db)).toEqual({ passes: 2, marked: 2 })
  })

  it('separates passes that needed marks from those that did not', async () => {
    const [bea, cy] = [await actAsLearner(server), await actAsLearner(server)]
    await evaluate(ann, prompt)
    await evaluate(ann, prompt, [rhyme])
    judge.isPassing = true
    await evaluate(bea, prompt)
    await evaluate(bea, prompt)
    await evaluate(cy, prompt)
    expect(await sumPasses(server.context.db)).toEqual({ passes: 3, marked: 1 })
  })

  it.each([
    ['five digits', 'Call 0171 5 for rhymes'],
    ['digits of another script', 'Call ٠١٢٣٤ for rhymes'],
    ['an address', 'Write to oma@example.org'],
    ['more than 80 characters', 'rhyme '.repeat(20)],
  ])('never contains a phrase with %s', async (_, text) => {
    const reply = await evaluate(ann, text, [{ point: 'task', from: 0, to: text.length }])
    expect(reply.body.data.evaluation.score).toBe('5')
    expect(await phrases()).toEqual([])
    expect(await sumPasses(server.context.db)).toEqual({ passes: 1, marked: 1 })
  })

  it('ignores prompts that do not pass', async () => {
    await evaluate(ann, prompt, [{ ...rhyme, to: 0 }])
    expect(await phrases()).toEqual([])
    expect(await sumPasses(server.context.db)).toEqual({ passes: 0, marked: 0 })
  })

  it('starts at five learners, with the share of passes that needed marks', async () => {
    const { db } = server.context
    expect(await reportMarked(db)).toBe('0 passes, 0 of them with marked words')
    for (let count = 0; count < 5; count += 1) await evaluate(await actAsLearner(server), prompt, [rhyme])
    for (let count = 0; count < 4; count += 1) await evaluate(await actAsLearner(server), prompt, [{ ...rhyme, to: 9 }])
    judge.isPassing = true
    await evaluate(ann, prompt)
    expect(await reportMarked(db)).toBe(
      `10 passes, 9 of them with marked words (90 %)\n${task}\ttask\ten\t5\tsomething in rhyme`,
    )
  })

  it('survives the erasure of the account, which deletes the evaluations', async () => {
    await evaluate(ann, prompt, [rhyme])
    await deleteUser(server.context.db, ann.id)
    expect(await phrases()).toHaveLength(1)
    expect(await countEvaluations(server.context.db, ann.id)).toBe(0)
  })
})

describe('evaluation stored by an older release', () => {
  const old = {
    score: '3',
    comment: 'Nearly there.',
    recommendedPrompt: 'Write a poem.',
    evaluator: 'rubric',
    criteria: [
      { id: 'task', met: 1 },
      { id: 'reader', met: 0.5 },
      { id: 'length', met: 0 },
    ],
    gate: null,
  }

  it('is returned in the current shape', async () => {
    await evaluate(ann, prompt)
    const { db } = server.context
    await replaceEvaluations(db, ann.id, old)
    const empty = { name: '', hint: '', example: '', level: 'must', spans: [], note: null }
    expect((await evaluate(ann, prompt)).body.data.evaluation).toEqual({
      score: '3',
      comment: 'Nearly there.',
      recommendedPrompt: 'Write a poem.',
      gate: null,
      by: 'checklist',
      model: null,
      points: [
        { id: 'task', state: 'found', ...empty },
        { id: 'reader', state: 'found', ...empty },
        { id: 'length', state: 'missing', ...empty },
      ],
      answer: [],
      followUp: null,
      taskLanguage: 'en',
    })
  })

  it('still proves that a prompt passed, and is replaced by marks', async () => {
    await evaluate(ann, prompt)
    const { db } = server.context
    const passed = { ...old, score: '4', gate: 'offtopic' }
    await replaceEvaluations(db, ann.id, passed)
    expect((await evaluate(ann, prompt)).body.data.evaluation).toMatchObject({ score: '4', gate: 'offtopic' })
    expect((await ann.submit('a.l1', 0, prompt)).body.data.isCorrect).toBe(true)
    expect(await statesOf(evaluate(ann, prompt, [rhyme]))).toEqual([['shown', [[0, 18]]]])
  })
})
