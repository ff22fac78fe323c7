import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { loadContent } from '@kitewise/content/load-content'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Judgement, JudgeRequest } from '../../adapters/judge/port.ts'
import { makeJudgement } from '../../test-support/make-evaluation.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { testConfig } from '../../test-support/test-config.ts'
import { addCustomer } from '../../test-support/rows/billing.ts'
import {
  addPlans,
  ageLastVisit,
  ageOtherRegistrations,
  countOrphanedConsents,
  findOnboardingRow,
  listRegisteredEmails,
  readTaskEvaluations,
  replaceTaskEvaluations,
  setQuiz,
} from '../../test-support/rows/onboarding.ts'
import { actAsVisitor, beginQuiz, onboardingCatalog } from '../../test-support/visitor.ts'
import { purgeOnboardings } from './register.ts'

const judge = {
  asked: [] as object[],
  isDown: false,
  isFallback: false,
  evaluate: async (asked: JudgeRequest): Promise<Judgement> => {
    if (judge.isDown) throw new Error('the judge is down')
    judge.asked.push(asked)
    const score = judge.isFallback ? '2' : '4'
    return makeJudgement({ score, comment: `Answer ${judge.asked.length}` }, judge.isFallback)
  },
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog(), judge })
})
afterAll(() => server.close())

describe('plan', () => {
  it('is computed from the answers', async () => {
    const visitor = actAsVisitor(server)
    await visitor.save(5, { experience: ['daily'], habits: ['asks'], goal: ['job'], time: ['twenty'] })
    const reply = await visitor.plan()
    expect(reply.status).toBe(200)
    expect(reply.body.data).toEqual({
      readinessScore: 75,
      readinessLevel: 'high',
      skillLabel: 'AI Master',
      growth: [
        { week: 0, score: 75 },
        { week: 1, score: 81 },
        { week: 2, score: 86 },
        { week: 3, score: 89 },
        { week: 4, score: 92 },
      ],
      dailyMinutes: 20,
      smallerStart: null,
      course: expect.objectContaining({ id: 'work-words', title: 'Course work-words', description: 'A course.' }),
      firstLesson: expect.objectContaining({ title: expect.any(String), minutes: expect.any(Number) }),
      nextCourse: null,
      said: [
        { about: 'worry', answer: 'I ask again', reply: '' },
        { about: 'goal', answer: 'Job', reply: '' },
      ],
      lessonLanguages: { total: 3, translated: 3, wholeCourses: ['Course ai-zero', 'Course work-words'] },
      aheadPercent: 82,
      miniTask: {
        practiceId: 'ai-zero.l02.f1.p1',
        promptCreation: {
          title: 'Task ai-zero.l02.f1.p1',
          description: 'Ask for a poem.',
          fullDescription: 'Ask the assistant to write a short poem about kites for your neighbour.',
          tip: 'Say what to write.',
        },
      },
    })
    expect(reply.text).not.toContain('Write a short poem about kites for my neighbour, please.')
  })

  it('changes with the answers, and accepts unanswered questions', async () => {
    const visitor = actAsVisitor(server)
    await visitor.save(1, {})
    expect((await visitor.plan()).body.data).toMatchObject({
      readinessScore: 0,
      readinessLevel: 'low',
      skillLabel: 'Beginner',
      dailyMinutes: 5,
      course: { id: 'ai-zero' },
    })
    await visitor.save(3, { habits: ['asks', 'checks'] })
    expect((await visitor.plan()).body.data).toMatchObject({ readinessScore: 50, readinessLevel: 'intermediate' })
  })

  it('shows the cover, names the first lesson and the course that follows a general one', async () => {
    const visitor = actAsVisitor(server)
    await visitor.save(5, { habits: ['checks'], goal: ['job'] })
    const { data } = (await visitor.plan()).body
    expect(data.course.image.url).toBe('/covers/ai-zero.svg')
    expect(data.firstLesson.title).toBe('Lesson l01')
    expect(data.nextCourse).toBe('Course work-words')
  })

  it('repeats goal and worries with what follows from them, but no “none of these”', async () => {
    const visitor = actAsVisitor(server)
    await visitor.save(5, { habits: ['hurries'], goal: ['home'], time: ['five'] })
    expect((await visitor.plan()).body.data.said).toEqual([
      { about: 'worry', answer: 'I am in a hurry', reply: 'Five minutes will do.' },
      { about: 'goal', answer: 'Home', reply: '' },
    ])
    await visitor.save(5, { habits: ['nothing'] })
    expect((await visitor.plan()).body.data.said).toEqual([{ about: 'goal', answer: 'Home', reply: '' }])
  })

  it('names the answer that reduced the chosen minutes', async () => {
    const visitor = actAsVisitor(server)
    await visitor.save(5, { habits: ['asks', 'hurries'], time: ['twenty'] })
    expect((await visitor.plan()).body.data).toMatchObject({
      dailyMinutes: 5,
      smallerStart: { chosenMinutes: 20, because: 'I am in a hurry' },
    })
    await visitor.save(5, { time: ['five'] })
    expect((await visitor.plan()).body.data).toMatchObject({ dailyMinutes: 5, smallerStart: null })
  })

  it('names the course in the requested language', async () => {
    const visitor = await beginQuiz(server)
    const reply = await visitor.plan({ 'accept-language': 'uk-UA' })
    expect(reply.body.data.course.title).toBe('Курс ai-zero')
  })

  it('is not found for a stranger or when the quiz was removed', async () => {
    const stranger = await actAsVisitor(server).plan()
    expect([stranger.status, stranger.error?.name]).toEqual([404, 'onboarding_not_found'])
    expect((await actAsVisitor(server, 'me').plan()).status).toBe(400)
    const visitor = await beginQuiz(server)
    await setQuiz(server.context.db, visitor.onboardingId, { variant: 1, version: 9, step: 1 })
    expect((await visitor.plan()).error?.name).toBe('onboarding_not_found')
  })

  describe('claim of how many others the visitor is ahead of', () => {
    const start = new Date('2026-05-10T12:00:00Z')
    let crowd: TestServer
    beforeAll(async () => {
      crowd = await startTestServer({ catalog: onboardingCatalog(), now: start })
    })
    afterAll(() => crowd.close())
    const aheadPercent = async (habits: string[]) => {
      const visitor = actAsVisitor(crowd)
      await visitor.save(3, { habits })
      return (await visitor.plan()).body.data.aheadPercent
    }
    const addFinished = (plans: number, score: number) => addPlans(crowd.context.db, plans, score)

    it("uses the brand's figures, and is omitted for a score below the middle level", async () => {
      expect(await aheadPercent(['asks', 'checks'])).toBe(82)
      expect(await aheadPercent([])).toBeNull()
    })

    it('uses the finished quizzes once there are 500, recounted every ten minutes', async () => {
      await addFinished(180, 49)
      await addFinished(418, 90)
      expect(await aheadPercent(['asks', 'checks'])).toBe(82)
      crowd.setNow(new Date(start.getTime() + 10 * 60_000))
      expect(await aheadPercent(['asks', 'checks'])).toBe(30)
      expect(await aheadPercent([])).toBeNull()
    })
  })

  it('makes no claim when the brand has none', async () => {
    const { brand } = testConfig()
    const modest = await startTestServer({
      catalog: onboardingCatalog(),
      database: server.database,
      config: { brand: { ...brand, claimAheadPercent: null } },
    })
    const visitor = actAsVisitor(modest)
    await visitor.save(3, { habits: ['asks', 'checks'] })
    expect((await visitor.plan()).body.data).toMatchObject({ readinessLevel: 'intermediate', aheadPercent: null })
    await modest.close()
  })

  it("works with the product's content, in both variants", async () => {
    const catalog = loadContent(join(import.meta.dirname, '../../../../../content'))
    const real = await startTestServer({ catalog, database: server.database })
    // Experts who learn for work start with the work course.
    const firstCourses: Record<number, string> = { 1: 'ai-zero', 2: 'work-words' }
    for (const quiz of catalog.quizzes) {
      const visitor = actAsVisitor(real)
      const best = Object.fromEntries(
        quiz.steps
          .filter(({ kind }) => kind !== 'information')
          .map(({ id, kind, options }) => {
            const together = options.filter(({ isExclusive }) => !isExclusive)
            const sorted = together.toSorted((one, two) => (two.readiness ?? 0) - (one.readiness ?? 0))
            return [id, sorted.slice(0, kind === 'single' ? 1 : undefined).map((option) => option.id)]
          }),
      )
      const { variant, version } = quiz
      expect((await visitor.save(quiz.steps.length, best, { variant, version })).status).toBe(200)
      expect((await visitor.plan()).body.data).toMatchObject({
        readinessScore: 100,
        course: { id: firstCourses[variant] },
      })
      const good =
        'Give me three ideas for Saturday. I live in Izmir, I can spend 300 lira, and my son is coming. No long drive.'
      const scored = await visitor.tryTask(good)
      expect(Number(scored.body.data.evaluation.score)).toBeGreaterThan(3)
    }
    await real.close()
  })
})

describe('free task', () => {
  it('is scored by the judge as a catalog task, without a user id', async () => {
    const visitor = await beginQuiz(server)
    judge.asked = []
    const reply = await visitor.tryTask('  Write a poem about kites.\n')
    expect([reply.status, reply.body.data.evaluation.comment]).toEqual([200, 'Answer 1'])
    expect(judge.asked).toMatchObject([
      {
        practiceId: 'ai-zero.l02.f1.p1',
        prompt: 'Write a poem about kites.',
        userId: `visitor:${visitor.onboardingId}`,
      },
    ])
  })

  it('returns the stored result for the same text in the same language', async () => {
    const visitor = await beginQuiz(server)
    judge.asked = []
    await visitor.tryTask('Write a poem.')
    expect((await visitor.tryTask(' Write a poem. ')).body.data.evaluation.comment).toBe('Answer 1')
    expect((await visitor.tryTask('Write a poem.', { 'accept-language': 'es' })).body.data.evaluation.comment).toBe(
      'Answer 2',
    )
  })

  it('allows 20 texts, even concurrently, and known texts stay free', async () => {
    const visitor = await beginQuiz(server)
    const replies = await Promise.all(Array.from({ length: 24 }, (_, index) => visitor.tryTask(`Write poem ${index}.`)))
    const refused = replies.filter(({ status }) => status === 429)
    expect([replies.filter(({ status }) => status === 200).length, refused.length]).toEqual([20, 4])
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const known = replies.findIndex(({ status }) => status === 200)
    expect((await visitor.tryTask(`Write poem ${known}.`)).status).toBe(200)
  })

  it('is evaluated again with marks, which are stored and do not count as a try', async () => {
    const visitor = await beginQuiz(server)
    const comment = async (more: Record<string, unknown> = {}) =>
      (await visitor.tryTask('Write a poem.', {}, more)).body.data.evaluation.comment
    const first = await comment()
    const marked = await comment({ shown: [{ point: 'task', from: 0, to: 5 }] })
    expect(marked).not.toBe(first)
    expect(await comment()).toBe(marked)
    expect((await findOnboardingRow(server.context.db, visitor.onboardingId))?.tries).toBe(1)
    const reply = await visitor.tryTask('Write a poem.', {}, { shown: [{ point: 'none', from: 0, to: 5 }] })
    expect(reply.error).toMatchObject({ name: 'invalid_request', details: [{ field: 'body.shown.0.point' }] })
  })

  it('does not store a failed verdict of the fallback', async () => {
    const visitor = await beginQuiz(server)
    judge.isFallback = true
    const failed = await visitor.tryTask('Write a poem.')
    judge.isFallback = false
    expect(failed.body.data.evaluation.score).toBe('2')
    expect((await visitor.tryTask('Write a poem.')).body.data.evaluation.score).toBe('4')
  })

  it('reads a verdict stored in an older shape', async () => {
    const visitor = await beginQuiz(server)
    await visitor.tryTask('Write a poem.')
    const old = { score: '3', comment: 'Old.', recommendedPrompt: 'W.', evaluator: 'ai', gate: null }
    const stored = { ...old, criteria: [{ id: 'task', met: 0.5 }] }
    await replaceTaskEvaluations(server.context.db, visitor.onboardingId, stored)
    const { evaluation } = (await visitor.tryTask('Write a poem.')).body.data
    expect(evaluation).toMatchObject({ score: '3', by: 'model', points: [{ id: 'task', state: 'found' }] })
  })

  it('stores no text of the visitor', async () => {
    const visitor = await beginQuiz(server)
    await visitor.tryTask('Write about my canary Zarathustra.')
    const rows = await readTaskEvaluations(server.context.db, visitor.onboardingId)
    expect(rows).toHaveLength(1)
    expect(rows[0]).not.toContain('Zarathustra')
  })

  it.each([
    ['blank', '   ', 400, 'invalid_request'],
    ['empty', '', 400, 'invalid_request'],
    ['longer than 4,000 characters', 'a'.repeat(4_001), 400, 'invalid_request'],
  ])('rejects a text that is %s', async (_, text, status, name) => {
    const visitor = await beginQuiz(server)
    const reply = await visitor.tryTask(text)
    expect([reply.status, reply.error?.name]).toEqual([status, name])
  })

  it('needs an onboarding and a judge', async () => {
    expect((await actAsVisitor(server, randomUUID()).tryTask('Write.')).error?.name).toBe('onboarding_not_found')
    const visitor = await beginQuiz(server)
    judge.isDown = true
    const reply = await visitor.tryTask('Write a poem.')
    judge.isDown = false
    expect([reply.status, reply.error?.name]).toEqual([503, 'unavailable'])
  })

  it('is limited per network', async () => {
    const config = testConfig()
    const strict = await startTestServer({
      catalog: onboardingCatalog(),
      judge,
      config: { limits: { ...config.limits, visitorJudgePerMinute: 2 } },
    })
    const statuses: number[] = []
    for (let count = 0; count < 3; count += 1) statuses.push((await (await beginQuiz(strict)).tryTask('Write.')).status)
    expect(statuses).toEqual([200, 200, 429])
    await strict.close()
  })
})

const age = async (id: string, days: number) => {
  await ageLastVisit(server.context.db, id, days)
}
const exists = async (id: string) => (await findOnboardingRow(server.context.db, id)) !== null

describe('abandoned onboardings', () => {
  it('are deleted after 90 days with their results, unless the visitor has registered', async () => {
    const [old, young, registered] = [await beginQuiz(server), await beginQuiz(server), await beginQuiz(server)]
    await old.tryTask('Write a poem.')
    expect((await registered.register('ann@example.com')).status).toBe(200)
    await age(old.onboardingId, 91)
    await age(young.onboardingId, 89)
    await age(registered.onboardingId, 91)
    await purgeOnboardings(server.context)
    expect(await Promise.all([old, young, registered].map(({ onboardingId }) => exists(onboardingId)))).toEqual([
      false,
      true,
      true,
    ])
    expect((await old.plan()).error?.name).toBe('onboarding_not_found')
  })

  it('are deleted with the registration and its decisions after 90 days without a payment', async () => {
    const { db } = server.context
    const [unpaid, buying, young] = [await beginQuiz(server), await beginQuiz(server), await beginQuiz(server)]
    await unpaid.register('unpaid@example.com')
    await buying.register('buying@example.com')
    await young.register('young@example.com')
    await addCustomer(db, 'buying@example.com')
    await ageOtherRegistrations(db, 'young@example.com', 91)
    for (const { onboardingId } of [unpaid, buying]) await age(onboardingId, 91)
    await purgeOnboardings(server.context)
    expect(await Promise.all([unpaid, buying, young].map(({ onboardingId }) => exists(onboardingId)))).toEqual([
      false,
      true,
      true,
    ])
    expect(await countOrphanedConsents(db)).toBe(0)
    expect(await listRegisteredEmails(db)).not.toContain('unpaid@example.com')
  })

  it('are kept while the visitor returns', async () => {
    const visitor = await beginQuiz(server)
    await age(visitor.onboardingId, 91)
    await visitor.save(1, {})
    await purgeOnboardings(server.context)
    expect(await exists(visitor.onboardingId)).toBe(true)
  })
})
