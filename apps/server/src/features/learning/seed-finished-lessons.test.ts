import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { readLessonsAndAnswers } from '../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { seedFinishedLessons } from './seed-finished-lessons.ts'

const catalog = makeCatalog({
  id: 'a',
  chapters: { c1: { l1: { f1: ['quiz'], f2: ['prompt'] }, l2: { f1: [] }, l3: { f1: [] } } },
})
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog, now: new Date('2026-11-02T10:00:00Z') })
})
afterAll(() => server.close())

describe('seeding finished lessons', () => {
  it('shows them finished and the next one open', async () => {
    const demo = await actAsLearner(server)
    await seedFinishedLessons(server.context, demo.id, ['a.l1', 'a.l2'])
    expect((await demo.course('a')).body.data).toMatchObject({
      percent: 67,
      progressInfo: { finishedLessons: ['a.l1', 'a.l2'], lesson: null },
    })
    const { fragmentProgress } = (await demo.lesson('a.l1')).body.data
    expect(Object.values(fragmentProgress)).toMatchObject([
      { completed: true, timeSpent: 60, practiceResults: [{ answer: 'a', isCorrect: true }] },
      { completed: true, timeSpent: 60, practiceResults: [{ isCorrect: true }] },
    ])
    expect((await demo.start('a.l3')).status).toBe(200)
  })

  it('spreads them over the days until yesterday, a minute for each fragment', async () => {
    const demo = await actAsLearner(server)
    await seedFinishedLessons(server.context, demo.id, ['a.l1', 'a.l2'])
    const { db } = server.context
    const fragments = await db<{ opened: Date; completed: Date }[]>`
      select opened_at as opened, completed_at as completed from fragment_progress
      where user_id = ${demo.id} order by fragment_id`
    expect(fragments.map(({ opened, completed }) => [opened.toISOString(), completed.toISOString()])).toEqual([
      ['2026-10-31T10:00:00.000Z', '2026-10-31T10:01:00.000Z'],
      ['2026-10-31T10:01:00.000Z', '2026-10-31T10:02:00.000Z'],
      ['2026-11-01T10:00:00.000Z', '2026-11-01T10:01:00.000Z'],
    ])
    const finishes = await db<{ at: Date }[]>`
      select finished_at as at from lesson_progress where user_id = ${demo.id} order by lesson_id`
    expect(finishes.map(({ at }) => at.toISOString())).toEqual(['2026-10-31T10:02:00.000Z', '2026-11-01T10:01:00.000Z'])
    const days = await db<{ day: string }[]>`
      select day::text as day from learned_days where user_id = ${demo.id} order by day`
    expect(days.map(({ day }) => day)).toEqual(['2026-10-31', '2026-11-01'])
  })

  it('changes nothing when repeated, concurrently on two instances or after more learning', async () => {
    const demo = await actAsLearner(server)
    const seed = () => seedFinishedLessons(server.context, demo.id, ['a.l1', 'a.l2'])
    await Promise.all([seed(), seed()])
    await demo.report('a.l3', 0, true)
    await demo.finish('a.l3')
    const { db } = server.context
    const rows = () => readLessonsAndAnswers(db, demo.id)
    const before = await rows()
    server.setNow(new Date('2026-11-20T10:00:00Z'))
    await seed()
    expect(await rows()).toEqual(before)
  })

  it('rejects a lesson that is not in the catalog', async () => {
    const demo = await actAsLearner(server)
    await expect(seedFinishedLessons(server.context, demo.id, ['a.l9'])).rejects.toThrow('a.l9')
  })
})
