import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsLearner, type Learner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { readLessonsAndAnswers } from '../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const catalog = makeCatalog({
  id: 'a',
  chapters: { c1: { l01: { f1: ['quiz'], f2: ['prompt'], f3: ['quiz'] } } },
})

let server: TestServer
let ann: Learner

beforeAll(async () => {
  server = await startTestServer({ catalog })
})
afterAll(() => server.close())
beforeEach(async () => {
  ann = await actAsLearner(server)
})

const keptResults = async (learner: Learner, fragmentIndex: number) =>
  (await learner.lesson('a.l01')).body.data.fragmentProgress[fragmentIndex]?.practiceResults

describe('submitting a practice', () => {
  it("scores a choice by the server's data, not by the client's claim", async () => {
    const forged = await ann.submit('a.l01', 0, 'b', { isCorrect: true })
    expect(forged.body.data).toEqual({ practiceId: 'a.l01.f1.p1', answer: 'b', isCorrect: false })
    const modest = await ann.submit('a.l01', 2, 'a', { isCorrect: false })
    expect(modest.body.data).toMatchObject({ answer: 'a', isCorrect: true })
  })

  it('treats a prompt that was never evaluated as not passed', async () => {
    const reply = await ann.submit('a.l01', 1, 'Write a poem about kites for my neighbour.', { isCorrect: true })
    expect(reply.body.data).toMatchObject({ isCorrect: false })
  })

  it('starts the lesson', async () => {
    await ann.submit('a.l01', 0, 'SKIPPED')
    expect((await ann.course('a')).body.data.progressInfo.startedLessons).toEqual(['a.l01'])
    expect(await keptResults(ann, 0)).toEqual([{ practiceId: 'a.l01.f1.p1', answer: 'SKIPPED', isCorrect: false }])
  })

  it.each([
    ['an answer over a skip', ['SKIPPED', 'b'], 'b'],
    ['an answer when a skip follows', ['b', 'SKIPPED'], 'b'],
    ['the later of two wrong answers', ['b', 'c'], 'c'],
    ['a right answer over a wrong one', ['b', 'a'], 'a'],
    ['a right answer when a wrong one or a skip follows', ['a', 'b', 'SKIPPED'], 'a'],
  ])('keeps %s', async (_, answers, kept) => {
    const replies = []
    for (const answer of answers) replies.push(await ann.submit('a.l01', 0, answer))
    expect(replies.at(-1)?.body.data.answer).toBe(kept)
    expect(await keptResults(ann, 0)).toMatchObject([{ answer: kept, isCorrect: kept === 'a' }])
  })

  it.each([
    ['an unknown option', { answer: 'z' }, 'answer'],
    ['a blank answer', { answer: '  ' }, 'answer'],
    ['a practice of another fragment', { practiceId: 'a.l01.f2.p1' }, 'practiceId'],
    ['another type', { practiceType: 'PROMPT_CREATION' }, 'practiceType'],
    ['another lesson', { lessonId: 'a.l99' }, 'lessonId'],
    ['another fragment', { fragmentId: 'a.l01.f2' }, 'practiceId'],
    ['another index', { fragmentIndex: 1 }, 'fragmentIndex'],
  ])('rejects %s', async (_, changes, field) => {
    const reply = await ann.submit('a.l01', 0, 'a', changes)
    expect(reply.status).toBe(400)
    expect(reply.error?.details).toEqual([expect.objectContaining({ field: `body.${field}` })])
    expect((await ann.course('a')).body.data.status).toBe('not_started')
  })

  it("changes nothing when it is repeated, not even the answer's time", async () => {
    const { db } = server.context
    const stored = () => readLessonsAndAnswers(db, ann.id)
    await ann.submit('a.l01', 0, 'b')
    const before = [...(await stored())]
    await Promise.all(Array.from({ length: 8 }, () => ann.submit('a.l01', 0, 'b')))
    expect([...(await stored())]).toEqual(before)
  })

  it('keeps the right answer among many concurrent ones', async () => {
    const answers = ['b', 'a', 'SKIPPED', 'c', 'b', 'a', 'SKIPPED', 'c']
    const replies = await Promise.all(answers.map((answer) => ann.submit('a.l01', 0, answer)))
    expect(replies.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await keptResults(ann, 0)).toMatchObject([{ answer: 'a', isCorrect: true }])
  })
})
