import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Judgement } from '../../../adapters/judge/port.ts'
import { actAsLearner, type Learner } from '../../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../../test-support/make-catalog.ts'
import { makeJudgement } from '../../../test-support/make-evaluation.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { seedFinishedLessons } from '../seed-finished-lessons.ts'
import { savePassedPrompt } from './passed-prompts.sql.ts'

const catalog = makeCatalog({ id: 'a', chapters: { c1: { l1: { f1: ['prompt'], f2: ['prompt'], f3: ['quiz'] } } } })
const [first, second] = ['a.l1.f1.p1', 'a.l1.f2.p1'] as const

/** A fake judge. */
const judge = {
  score: '5',
  evaluate: async (): Promise<Judgement> => makeJudgement({ score: judge.score }),
}

let server: TestServer
let ann: Learner
beforeAll(async () => {
  server = await startTestServer({ catalog, judge })
})
afterAll(() => server.close())
beforeEach(async () => {
  judge.score = '5'
  ann = await actAsLearner(server)
})

const write = async (prompt: string, score: string, at: string, practiceId: string = first) => {
  judge.score = score
  server.setNow(new Date(at))
  const reply = await ann.evaluate(practiceId, 'a.l1', practiceId === first ? 0 : 1, prompt)
  expect(reply.status).toBe(200)
}
const list = async ({ token }: { token: string } = ann, language = 'en') => {
  const reply = await server.call('passedPrompts', { token, headers: { 'accept-language': language } })
  expect(reply.status).toBe(200)
  return reply.body.data
}
const promptsOf = async () => (await list()).map(({ prompt }) => prompt)

describe('passed prompts', () => {
  it('are listed with course, lesson, task and date, newest first', async () => {
    await write('  A poem for Oma, please.\n', '5', '2026-11-02T10:00:00Z')
    await write('A song for Opa, please.', '4', '2026-11-03T10:00:00Z', second)
    expect(await list()).toEqual([
      expect.objectContaining({ practiceId: second, prompt: 'A song for Opa, please.' }),
      {
        practiceId: first,
        prompt: 'A poem for Oma, please.',
        passedAt: '2026-11-02T10:00:00.000Z',
        task: {
          title: `Task ${first}`,
          course: { id: 'a', title: 'Course a' },
          lesson: { id: 'a.l1', title: 'Lesson l1' },
          language: 'en',
        },
      },
    ])
    expect((await list(ann, 'uk-UA'))[0]?.task).toMatchObject({ course: { title: 'Курс a' }, language: 'en' })
  })

  it.each([
    ['a better one', '4', '5', 'later'],
    ['an equally good one', '4', '4', 'later'],
    ['a weaker one', '5', '4', 'earlier'],
    ['one that does not pass', '4', '3', 'earlier'],
  ])('are one for each task: after %s, the %s points then %s points, the %s one', async (_, before, after, kept) => {
    await write('earlier', before, '2026-11-02T10:00:00Z')
    await write('later', after, '2026-11-02T11:00:00Z')
    expect(await promptsOf()).toEqual([kept])
  })

  it('are empty before the first pass', async () => {
    await write('a try', '3', '2026-11-02T10:00:00Z')
    expect(await list()).toEqual([])
  })

  it('are never shown to another learner, and need a session but no subscription', async () => {
    await write('my own words', '5', '2026-11-02T10:00:00Z')
    const eve = await actAsLearner(server, { subscription: null })
    expect(await list(eve)).toEqual([])
    expect((await server.call('passedPrompts')).status).toBe(401)
    const forged = await server.call('passedPrompts', { token: eve.token, query: `userId=${ann.id}` })
    expect(forged.text).not.toContain('my own words')
  })

  it('keep the words of a task that the courses no longer have', async () => {
    const passedAt = new Date('2026-11-02T10:00:00Z')
    const row = { userId: ann.id, prompt: 'My old words.', score: 4, passedAt }
    await savePassedPrompt(server.context.db, { ...row, practiceId: 'a.l1.f9.p1' })
    expect(await list()).toMatchObject([{ prompt: 'My old words.', task: null }])
  })

  it('end after 500, without the oldest', async () => {
    for (let minute = 0; minute <= 500; minute += 1) {
      const row = {
        userId: ann.id,
        practiceId: `p${minute}`,
        prompt: `${minute}`,
        score: 5,
        passedAt: new Date(minute * 60_000),
      }
      await savePassedPrompt(server.context.db, row)
    }
    const prompts = await promptsOf()
    expect([prompts.length, prompts[0], prompts.at(-1)]).toEqual([500, '500', '1'])
  })

  it('are part of the exported data', async () => {
    await write('my own words', '5', '2026-11-02T10:00:00Z')
    const { records } = (await server.call('exportData', { token: ann.token })).body.data
    expect(records['passed_prompts']).toMatchObject([{ practice_id: first, prompt: 'my own words', score: 5 }])
  })

  it('include those of a demo account', async () => {
    await seedFinishedLessons(server.context, ann.id, ['a.l1'])
    expect((await list()).map(({ practiceId }) => practiceId)).toEqual([second, first])
  })
})
