import type { ReviewItem } from '@kitewise/contract/review'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Judgement, JudgeRequest } from '../../../adapters/judge/port.ts'
import { actAsLearner, type Learner } from '../../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../../test-support/make-catalog.ts'
import { makeJudgement } from '../../../test-support/make-evaluation.ts'
import { addPracticeResult, listReviews } from '../../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { listLearnedDays } from '../streak/learned-days.sql.ts'
import { findCard } from './review-cards.sql.ts'

const quizzes = Array.from({ length: 13 }, (_, index) => `f${10 + index}`)
const catalog = makeCatalog(
  {
    id: 'a',
    chapters: {
      c1: {
        l1: { f1: ['quiz'], f2: ['prompt'], f3: ['quiz'] },
        l2: Object.fromEntries(quizzes.map((fragment) => [fragment, ['quiz' as const]])),
      },
    },
  },
  { id: 'b', chapters: { c1: { l1: { f1: ['sort'] } } } },
)
const [question, task, second] = ['a.l1.f1.p1', 'a.l1.f2.p1', 'a.l1.f3.p1'] as const
const goodPrompt = 'Write a short poem about kites for my neighbour.'

/** A fake judge. */
const judge = {
  score: '5',
  isDown: false,
  /** The score with marks. */
  shownScore: '5',
  isFallback: false,
  evaluate: async ({ shown }: JudgeRequest): Promise<Judgement> => {
    if (judge.isDown) throw new Error('the judge is down')
    const score = shown && shown.length > 0 ? judge.shownScore : judge.score
    return makeJudgement({ score, comment: 'Seen.' }, judge.isFallback)
  },
}

let server: TestServer
let other: TestServer
let ann: Learner

const at = (moment: string): void => {
  server.setNow(new Date(moment))
  other.setNow(new Date(moment))
}

beforeAll(async () => {
  server = await startTestServer({ catalog, judge })
  other = await startTestServer({ catalog, judge, database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  Object.assign(judge, { score: '5', shownScore: '5', isDown: false, isFallback: false })
  at('2026-05-10T12:00:00Z')
  ann = await actAsLearner(server)
})

type Where = { zone?: string; on?: TestServer }
const inZone = (zone?: string): { headers: Record<string, string> } => ({
  headers: zone === undefined ? {} : { 'x-time-zone': zone },
})
const look = async (learner: { token: string }, { zone, on = server }: Where = {}) =>
  (await on.call('reviewSession', { token: learner.token, ...inZone(zone) })).body.data
const idsOf = (items: readonly ReviewItem[]) => items.map(({ practiceId }) => practiceId)
const answer = (learner: { token: string }, review: Record<string, unknown>, { zone, on = server }: Where = {}) =>
  on.call('answerReview', { token: learner.token, ...inZone(zone), body: review })
const answerTask = (learner: { token: string }, turn: number, prompt = goodPrompt, more: object = {}) =>
  server.call('answerPromptReview', { token: learner.token, body: { practiceId: task, turn, prompt, ...more } })
const marked = { shown: [{ point: 'task', from: 0, to: 5 }] }
const logOf = async (learner: { id: string }) =>
  (await listReviews(server.context.db, learner.id)).map(({ practiceId, day, rating }) => ({ practiceId, day, rating }))
const cardOf = async (learner: { id: string }, practiceId: string) => {
  const card = await findCard(server.context.db, { userId: learner.id, practiceId })
  return card && { turn: card.turn, dueDay: card.dueDay, lastRating: card.lastRating }
}

/** Answers every question of the second lesson with the same option. */
const answerSecondLesson = async (learner: Learner, option: string) => {
  for (const index of [0, 1, 2]) await learner.report('a.l1', index, true)
  await learner.finish('a.l1')
  for (const index of quizzes.keys()) await learner.submit('a.l2', index, option)
}

describe('a light exercise', () => {
  const exercise = 'b.l1.f1.p1'
  const send = (turn: number, choices: string) =>
    server.call('answerExerciseReview', { token: ann.token, body: { practiceId: exercise, turn, answer: choices } })
  beforeEach(async () => {
    await ann.submit('b.l1', 0, 'a:red')
    at('2026-05-11T06:00:00Z')
  })

  it('comes back the day after a wrong answer, with all that it needs to be drawn', async () => {
    const [first] = (await look(ann)).items
    expect(first).toMatchObject({
      kind: 'exercise',
      practiceId: exercise,
      turn: 1,
      isMistake: true,
      exercise: { kind: 'sort', slots: { a: { options: ['green', 'red'], correct: 'green' } } },
    })
  })

  it('counts once, right or wrong, however often it is sent', async () => {
    await look(ann)
    expect((await send(1, 'a:green')).body.data).toMatchObject({ isCorrect: true, isCounted: true, doneToday: 1 })
    expect((await send(1, 'a:red')).body.data).toMatchObject({ isCorrect: false, isCounted: false, doneToday: 1 })
    expect(await cardOf(ann, exercise)).toMatchObject({ turn: 2, lastRating: 3 })
  })

  it('counts for the day it was done, even if it was sent later', async () => {
    await look(ann)
    at('2026-05-14T06:00:00Z')
    const late = (ageSeconds: number) =>
      server.call('answerExerciseReview', {
        token: ann.token,
        headers: { 'x-activity-age': String(ageSeconds) },
        body: { practiceId: exercise, turn: 1, answer: 'a:green' },
      })
    expect((await late(3 * 86_400)).body.data).toMatchObject({ isCounted: true, day: '2026-05-11', doneToday: 1 })
    expect((await late(3 * 86_400)).body.data).toMatchObject({ isCounted: false, doneToday: 1 })
    expect(await logOf(ann)).toEqual([{ practiceId: exercise, day: '2026-05-11', rating: 3 }])
    const days = await listLearnedDays(server.context.db, ann.id)
    expect(days.map(({ day }) => day)).toEqual(['2026-05-10', '2026-05-11'])
  })

  it('is refused with other slots, without a card, or for a question', async () => {
    expect((await send(1, 'b:green')).error).toMatchObject({ name: 'invalid_request', status: 400 })
    await look(ann)
    const stranger = await actAsLearner(server)
    const body = { practiceId: exercise, turn: 1, answer: 'a:green' }
    expect((await server.call('answerExerciseReview', { token: stranger.token, body })).status).toBe(404)
    const asQuestion = { ...body, practiceId: question }
    expect((await server.call('answerExerciseReview', { token: ann.token, body: asQuestion })).status).toBe(404)
  })
})

describe("today's practice", () => {
  it('is empty for a learner without any practice yet', async () => {
    expect(await look(ann)).toEqual({ state: 'nothing_met', day: '2026-05-10', items: [], doneToday: 0, nextDay: null })
  })

  it('contains a mistake on the next day and a correct answer later', async () => {
    await ann.submit('a.l1', 0, 'b')
    await ann.submit('a.l1', 2, 'a')
    expect(await look(ann)).toMatchObject({ state: 'nothing_due', items: [], nextDay: '2026-05-11' })
    at('2026-05-11T06:00:00Z')
    const tomorrow = await look(ann)
    expect(tomorrow).toMatchObject({ state: 'ready', day: '2026-05-11', doneToday: 0, nextDay: null })
    expect(tomorrow.items).toEqual([
      {
        kind: 'question',
        practiceId: question,
        turn: 1,
        isMistake: true,
        course: { id: 'a', title: 'Course a' },
        lesson: { id: 'a.l1', title: 'Lesson l1' },
        fragment: { id: 'a.l1.f1', title: 'Title of a.l1.f1', index: 0 },
        language: 'en',
        question: {
          question: `Which one, ${question}?`,
          hint: 'The first.',
          options: ['a', 'b', 'c'].map((id) => ({ id, text: id })),
        },
      },
    ])
    at('2026-05-13T06:00:00Z')
    expect(idsOf((await look(ann)).items)).toEqual([question, second])
  })

  it('uses the first answer in the lesson, not the stored one', async () => {
    await ann.submit('a.l1', 0, 'c')
    await ann.submit('a.l1', 0, 'a')
    await ann.submit('a.l1', 2, 'SKIPPED')
    await ann.submit('a.l1', 2, 'b')
    await ann.submit('a.l1', 2, 'a')
    at('2026-05-11T06:00:00Z')
    expect((await look(ann)).items.map(({ isMistake }) => isMistake)).toEqual([true, true])
  })

  it('includes skipped and passed-by practices, which are not mistakes', async () => {
    await ann.report('a.l1', 0, true)
    await ann.submit('a.l1', 2, 'SKIPPED')
    at('2026-05-11T06:00:00Z')
    const { items } = await look(ann)
    expect(items.map(({ practiceId, turn, isMistake }) => [practiceId, turn, isMistake])).toEqual([
      [question, 0, false],
      [second, 0, false],
    ])
  })

  it('applies a late first answer in the lesson to the card', async () => {
    await ann.report('a.l1', 0, true)
    await ann.submit('a.l1', 2, 'SKIPPED')
    at('2026-05-11T06:00:00Z')
    const [shown] = (await look(ann)).items
    await ann.submit('a.l1', 0, 'b')
    await ann.submit('a.l1', 2, 'a')
    expect(await look(ann)).toMatchObject({ state: 'nothing_due', nextDay: '2026-05-12' })
    const stale = await answer(ann, { practiceId: question, turn: shown?.turn, optionId: 'a' })
    expect(stale.body.data).toMatchObject({ isCounted: false, comesBackOn: '2026-05-12' })
    at('2026-05-12T06:00:00Z')
    expect((await look(ann)).items).toMatchObject([{ practiceId: question, isMistake: true }])
    expect(await cardOf(ann, second)).toMatchObject({ turn: 1, dueDay: '2026-05-14', lastRating: 3 })
  })

  it('uses the first evaluated prompt, and a prompt that could not be evaluated is not a mistake', async () => {
    judge.isDown = true
    await ann.evaluate(task, 'a.l1', 1, goodPrompt)
    await ann.submit('a.l1', 1, goodPrompt)
    at('2026-05-11T06:00:00Z')
    expect((await look(ann)).items).toMatchObject([{ kind: 'prompt', practiceId: task, turn: 0, isMistake: false }])

    const bea = await actAsLearner(server)
    Object.assign(judge, { isDown: false, score: '1' })
    await bea.evaluate(task, 'a.l1', 1, 'Kites.')
    judge.score = '5'
    at('2026-05-11T06:01:00Z')
    await bea.evaluate(task, 'a.l1', 1, goodPrompt)
    await bea.submit('a.l1', 1, goodPrompt)
    at('2026-05-12T06:00:00Z')
    const [item] = (await look(bea)).items
    expect(item).toMatchObject({ kind: 'prompt', isMistake: true, promptCreation: { title: `Task ${task}` } })
    expect(JSON.stringify(item)).not.toMatch(/rubric|please/)
  })

  it('has ten tasks at most, never says how many wait, and ignores a missed week', async () => {
    await answerSecondLesson(ann, 'b')
    at('2026-05-11T06:00:00Z')
    const first = await look(ann)
    expect(first.items).toHaveLength(10)
    at('2026-05-18T06:00:00Z')
    const later = await look(ann)
    expect(later.items).toHaveLength(10)
    expect(Object.keys(later).sort()).toEqual(['day', 'doneToday', 'items', 'nextDay', 'state'])
    for (const { practiceId, turn } of later.items) await answer(ann, { practiceId, turn, optionId: 'a' })
    expect(await look(ann)).toMatchObject({ state: 'done', items: [], doneToday: 10, nextDay: '2026-05-19' })
    at('2026-05-19T06:00:00Z')
    const rest = idsOf((await look(ann)).items)
    expect(rest).toEqual(expect.arrayContaining(quizzes.slice(10).map((fragment) => `a.l2.${fragment}.p1`)))
  })

  it('creates cards from past answers for learners from before the feature', async () => {
    const { db } = server.context
    for (const [practiceId, isCorrect] of [
      [question, false],
      [second, true],
    ] as const)
      await addPracticeResult(db, {
        userId: ann.id,
        lessonId: 'a.l1',
        practiceId,
        isCorrect,
        isFirstCorrect: isCorrect,
        at: new Date('2026-01-10'),
      })
    expect((await look(ann)).items.map(({ practiceId, isMistake }) => [practiceId, isMistake])).toEqual([
      [question, true],
      [second, false],
    ])
  })

  it('skips tasks that the course no longer has, and keeps their cards', async () => {
    await ann.submit('a.l1', 0, 'b')
    await ann.submit('a.l1', 2, 'b')
    await look(ann)
    const shorter = makeCatalog({ id: 'a', chapters: { c1: { l1: { f3: ['quiz'] } } } })
    const changed = await startTestServer({
      catalog: shorter,
      database: server.database,
      now: new Date('2026-05-11T06:00:00Z'),
    })
    at('2026-05-11T06:00:00Z')
    expect(idsOf((await look(ann, { on: changed })).items)).toEqual([second])
    const gone = await answer(ann, { practiceId: question, turn: 1, optionId: 'a' }, { on: changed })
    expect(gone.error?.name).toBe('not_found')
    await changed.close()
    expect(idsOf((await look(ann)).items)).toEqual([question, second])
  })
})

describe('answer', () => {
  const due = { practiceId: question, turn: 1 }
  beforeEach(async () => {
    await ann.submit('a.l1', 0, 'b')
    await ann.submit('a.l1', 2, 'b')
    at('2026-05-11T06:00:00Z')
    await look(ann)
  })

  it("is scored by the server, with the option's feedback", async () => {
    expect((await answer(ann, { ...due, optionId: 'a' })).body.data).toEqual({
      isCorrect: true,
      correctOptionId: 'a',
      message: 'Yes.',
      feedback: 'a!',
      isCounted: true,
      day: '2026-05-11',
      doneToday: 1,
      comesBackOn: expect.stringMatching(/^2026-05-1[2-9]$/),
    })
    expect((await answer(ann, { practiceId: second, turn: 1, optionId: 'c' })).body.data).toEqual({
      isCorrect: false,
      correctOptionId: 'a',
      message: 'No.',
      feedback: 'c!',
      isCounted: true,
      day: '2026-05-11',
      doneToday: 2,
      comesBackOn: '2026-05-12',
    })
    expect(await look(ann)).toMatchObject({ state: 'done', doneToday: 2, items: [], nextDay: '2026-05-12' })
  })

  it('counts once when repeated on the same day, with another option or after midnight', async () => {
    expect((await answer(ann, { ...due, optionId: 'b' })).body.data.isCounted).toBe(true)
    expect((await answer(ann, { ...due, optionId: 'b' })).body.data).toMatchObject({ isCounted: false, doneToday: 1 })
    expect((await answer(ann, { ...due, optionId: 'a' })).body.data).toMatchObject({
      isCounted: false,
      isCorrect: true,
    })
    at('2026-05-12T00:01:00Z')
    expect((await answer(ann, { ...due, optionId: 'b' })).body.data).toMatchObject({
      isCounted: false,
      day: '2026-05-12',
      doneToday: 0,
    })
    expect(await logOf(ann)).toEqual([{ practiceId: question, day: '2026-05-11', rating: 1 }])
    expect(await cardOf(ann, question)).toEqual({ turn: 2, dueDay: '2026-05-12', lastRating: 1 })
  })

  it('counts once when two instances receive it at the same moment', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        answer(ann, { ...due, optionId: 'a' }, { on: index % 2 === 0 ? server : other }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(replies.filter(({ body }) => body.data.isCounted)).toHaveLength(1)
    expect(await logOf(ann)).toHaveLength(1)
  })

  it('does not count before its day or out of turn', async () => {
    expect((await answer(ann, { ...due, turn: 2, optionId: 'a' })).body.data.isCounted).toBe(false)
    await answer(ann, { ...due, optionId: 'a' })
    const early = await answer(ann, { ...due, turn: 2, optionId: 'a' })
    expect(early.body.data).toMatchObject({ isCounted: false, doneToday: 1 })
    expect(await logOf(ann)).toHaveLength(1)
  })

  it.each([
    ['an option that the question does not have', { optionId: 'z' }, 'invalid_request'],
    ['a prompt task', { practiceId: task }, 'not_found'],
    ['a question that the learner has not met', { practiceId: 'a.l2.f10.p1' }, 'not_found'],
    ['an unknown question', { practiceId: 'nothing' }, 'not_found'],
  ])('to %s is rejected', async (_, changes, name) => {
    expect((await answer(ann, { ...due, optionId: 'a', ...changes })).error?.name).toBe(name)
    expect(await logOf(ann)).toEqual([])
  })

  it('makes the day count for the streak, and a repetition does not', async () => {
    await answer(ann, { ...due, optionId: 'a' })
    at('2026-05-12T06:00:00Z')
    await answer(ann, { ...due, optionId: 'a' })
    const days = await listLearnedDays(server.context.db, ann.id)
    expect(days.map(({ day }) => day)).toEqual(['2026-05-10', '2026-05-11'])
  })

  it('is invisible to other learners', async () => {
    const bea = await actAsLearner(server)
    expect((await answer(bea, { ...due, optionId: 'a' })).error?.name).toBe('not_found')
    expect(await logOf(ann)).toEqual([])
  })
})

describe('limit of ten a day', () => {
  it('is not exceeded by concurrent answers on two instances', async () => {
    await answerSecondLesson(ann, 'b')
    at('2026-05-11T06:00:00Z')
    await look(ann)
    const replies = await Promise.all(
      quizzes.map((fragment, index) =>
        answer(
          ann,
          { practiceId: `a.l2.${fragment}.p1`, turn: 1, optionId: 'a' },
          { on: index % 2 === 0 ? server : other },
        ),
      ),
    )
    expect(replies.filter(({ body }) => body.data.isCounted)).toHaveLength(10)
    expect(await logOf(ann)).toHaveLength(10)
  })

  it('is not exceeded by flying west, because the day never goes back', async () => {
    await answerSecondLesson(ann, 'b')
    at('2026-05-11T11:00:00Z')
    const east = await look(ann, { zone: 'Pacific/Kiritimati' })
    expect(east).toMatchObject({ day: '2026-05-12' })
    for (const { practiceId, turn } of east.items)
      await answer(ann, { practiceId, turn, optionId: 'b' }, { zone: 'Pacific/Kiritimati' })
    at('2026-05-11T11:10:00Z')
    expect(await look(ann, { zone: 'Pacific/Pago_Pago' })).toMatchObject({
      day: '2026-05-12',
      items: [],
      doneToday: 10,
    })
  })

  it("resets at midnight in the learner's time zone", async () => {
    await ann.submit('a.l1', 0, 'b')
    at('2026-05-10T14:59:00Z')
    expect((await look(ann, { zone: 'Asia/Tokyo' })).state).toBe('nothing_due')
    at('2026-05-10T15:01:00Z')
    expect((await look(ann, { zone: 'Asia/Tokyo' })).state).toBe('ready')
  })
})

describe('prompt', () => {
  beforeEach(async () => {
    judge.score = '2'
    await ann.evaluate(task, 'a.l1', 1, 'Kites.')
    await ann.submit('a.l1', 1, 'Kites.')
    judge.score = '5'
    at('2026-05-11T06:00:00Z')
    await look(ann)
  })

  it.each([
    ['5', 3],
    ['3', 2],
    ['2', 1],
  ])('with a score of %s is evaluated as in lessons and rated %s', async (score, rating) => {
    judge.score = score
    const { evaluation, isCounted, doneToday } = (await answerTask(ann, 1)).body.data
    expect(evaluation).toMatchObject({ score, comment: 'Seen.', by: 'checklist' })
    expect([isCounted, doneToday]).toEqual([true, 1])
    expect(await logOf(ann)).toEqual([{ practiceId: task, day: '2026-05-11', rating }])
  })

  it('is not a lapse when it could not be evaluated: nothing is counted and the task stays', async () => {
    judge.isDown = true
    const before = await cardOf(ann, task)
    const reply = await answerTask(ann, 1)
    expect(reply.error).toMatchObject({ status: 503, name: 'unavailable' })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect([await logOf(ann), await cardOf(ann, task)]).toEqual([[], before])
    expect((await look(ann)).items).toMatchObject([{ practiceId: task, turn: 1 }])
    judge.isDown = false
    expect((await answerTask(ann, 1)).body.data.isCounted).toBe(true)
  })

  it('can be retried, and the first evaluated one counts', async () => {
    judge.score = '1'
    await answerTask(ann, 1, 'Kites, again.')
    judge.score = '5'
    const again = (await answerTask(ann, 1)).body.data
    expect(again).toMatchObject({ evaluation: { score: '5' }, isCounted: false, comesBackOn: '2026-05-12' })
    expect(await logOf(ann)).toMatchObject([{ rating: 1 }])
  })

  it('evaluated by the fallback checklist counts only when it passes', async () => {
    Object.assign(judge, { isFallback: true, score: '2' })
    const before = await cardOf(ann, task)
    expect((await answerTask(ann, 1)).body.data).toMatchObject({
      evaluation: { score: '2' },
      isCounted: false,
      comesBackOn: '2026-05-11',
    })
    expect([await logOf(ann), await cardOf(ann, task)]).toEqual([[], before])
    judge.score = '4'
    expect((await answerTask(ann, 1)).body.data).toMatchObject({ evaluation: { score: '4' }, isCounted: true })
    expect(await logOf(ann)).toMatchObject([{ rating: 3 }])
  })

  it('that passes with marks right away counts as passed', async () => {
    judge.score = '2'
    expect((await answerTask(ann, 1, goodPrompt, marked)).body.data).toMatchObject({ isCounted: true })
    expect(await logOf(ann)).toMatchObject([{ rating: 3 }])
  })

  it('that counted as a lapse becomes a pass with marks, as if the lapse had never happened', async () => {
    judge.score = '2'
    expect((await answerTask(ann, 1)).body.data).toMatchObject({ isCounted: true, comesBackOn: '2026-05-12' })
    expect(await logOf(ann)).toMatchObject([{ rating: 1 }])
    const mended = (await answerTask(ann, 1, goodPrompt, marked)).body.data
    expect(mended).toMatchObject({ evaluation: { score: '5' }, isCounted: true, doneToday: 1 })
    expect(await logOf(ann)).toEqual([{ practiceId: task, day: '2026-05-11', rating: 3 }])

    const bea = await actAsLearner(server)
    at('2026-05-10T12:00:00Z')
    await bea.evaluate(task, 'a.l1', 1, 'Kites.')
    await bea.submit('a.l1', 1, 'Kites.')
    at('2026-05-11T06:00:00Z')
    await look(bea)
    judge.score = '5'
    const passed = (await answerTask(bea, 1)).body.data
    expect(await cardOf(ann, task)).toEqual(await cardOf(bea, task))
    expect(mended.comesBackOn).toBe(passed.comesBackOn)
  })

  it('that counted as passed does not count again with marks', async () => {
    await answerTask(ann, 1)
    const before = await cardOf(ann, task)
    expect((await answerTask(ann, 1, goodPrompt, marked)).body.data.isCounted).toBe(false)
    expect([await logOf(ann), await cardOf(ann, task)]).toEqual([
      [{ practiceId: task, day: '2026-05-11', rating: 3 }],
      before,
    ])
  })

  it('is corrected once by two concurrent requests', async () => {
    judge.score = '2'
    await answerTask(ann, 1)
    const replies = await Promise.all([1, 2, 3, 4].map(() => answerTask(ann, 1, goodPrompt, marked)))
    expect(replies.filter(({ body }) => body.data.isCounted)).toHaveLength(1)
    expect(await cardOf(ann, task)).toMatchObject({ turn: 2, lastRating: 3 })
    expect(await logOf(ann)).toHaveLength(1)
  })

  it.each([
    ['another prompt', (): unknown => answerTask(ann, 1, `${goodPrompt} Now.`, marked)],
    ['the same prompt without marks', (): unknown => answerTask(ann, 1)],
    ['marks that were removed', (): unknown => answerTask(ann, 1, goodPrompt, { shown: [] })],
    ['another turn', (): unknown => answerTask(ann, 2, goodPrompt, marked)],
  ])('that counted as a lapse stays one for %s', async (_, tryAgain) => {
    judge.score = '2'
    await answerTask(ann, 1)
    const before = await cardOf(ann, task)
    judge.score = '5'
    await tryAgain()
    expect([await logOf(ann), await cardOf(ann, task)]).toMatchObject([[{ rating: 1 }], before ?? {}])
  })

  it('is rejected with marks outside the text', async () => {
    const reply = await answerTask(ann, 1, 'Kites.', { shown: [{ point: 'task', from: 0, to: 7 }] })
    expect(reply.error).toMatchObject({ name: 'invalid_request', details: [{ field: 'body.shown.0.to' }] })
  })

  it('is rejected when it is blank or when the task does not belong to the learner', async () => {
    expect((await answerTask(ann, 1, ' \n ')).error?.name).toBe('invalid_request')
    const bea = await actAsLearner(server)
    expect((await answerTask(bea, 1)).error?.name).toBe('not_found')
  })
})

describe('access', () => {
  it('needs a session, then a subscription', async () => {
    expect((await server.call('reviewSession')).status).toBe(401)
    const eve = await actAsLearner(server, { subscription: null })
    const body = { practiceId: question, turn: 1, optionId: 'a' }
    for (const reply of [
      await server.call('reviewSession', { token: eve.token }),
      await answer(eve, body),
      await answerTask(eve, 1),
    ])
      expect(reply.error?.name).toBe('subscription_required')
  })
})
