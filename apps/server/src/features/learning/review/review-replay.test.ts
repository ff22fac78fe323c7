import { array, assert, asyncProperty, constantFrom, integer, record, shuffledSubarray } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actAsLearner } from '../../../test-support/act-as-learner.ts'
import { makeCatalog } from '../../../test-support/make-catalog.ts'
import { listReviews } from '../../../test-support/rows/learning.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { listLearnedDays } from '../streak/learned-days.sql.ts'
import { listCards } from './review-cards.sql.ts'

const fragments = Array.from({ length: 12 }, (_, index) => `f${10 + index}`)
const catalog = makeCatalog({
  id: 'a',
  chapters: { c1: { l1: Object.fromEntries(fragments.map((fragment) => [fragment, ['quiz' as const]])) } },
})
const start = new Date('2026-05-10T12:00:00Z')
const dayMs = 86_400_000

let servers: [TestServer, TestServer]

beforeAll(async () => {
  const first = await startTestServer({ catalog, now: start })
  servers = [first, await startTestServer({ catalog, now: start, database: first.database })]
})
afterAll(async () => {
  await servers[1].close()
  await servers[0].close()
})

type Day = { missed: number; options: string[]; doubles: number[] }

const option = constantFrom('a', 'b')
const options = array(option, { minLength: fragments.length, maxLength: fragments.length })
const plan = record({
  lesson: options,
  days: array(
    record({
      missed: integer({ min: 0, max: 4 }),
      options,
      doubles: shuffledSubarray(Array.from({ length: 10 }, (_, index) => index)),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

/** A learner's weeks. `isDoubled`: sends every answer to both instances at once and repeats those of the day before. */
const live = async (lesson: string[], days: Day[], isDoubled: boolean) => {
  const setNow = (ms: number) => servers.forEach((server) => server.setNow(new Date(ms)))
  let now = start.getTime()
  setNow(now)
  const learner = await actAsLearner(servers[0])
  for (const [index, chosen] of lesson.entries()) await learner.submit('a.l1', index, chosen)
  const send = (server: TestServer, body: object) => server.call('answerReview', { token: learner.token, body })
  let sent: object[] = []
  for (const { missed, options, doubles } of days) {
    now += (missed + 1) * dayMs
    setNow(now)
    const { items } = (await servers[1].call('reviewSession', { token: learner.token })).body.data
    const answers = items.map(({ practiceId, turn }, place) => ({ practiceId, turn, optionId: options[place] }))
    const repeated = isDoubled ? doubles.flatMap((place) => [answers[place] ?? [], sent[place] ?? []].flat()) : []
    // The order of the ten does not matter, so they run concurrently.
    const replies = await Promise.all([
      ...answers.map((answer) => send(servers[0], answer)),
      ...repeated.map((answer) => send(servers[1], answer)),
    ])
    expect(replies.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
    sent = answers
  }
  const { db } = servers[0].context
  const cards = await listCards(db, learner.id)
  const log = (await listReviews(db, learner.id)).map((review) => JSON.stringify(review)).sort()
  const learned = (await listLearnedDays(db, learner.id)).map(({ day }) => day)
  return { cards, log, learned }
}

it(
  'weeks of practice reach the same state whether each answer arrives once or repeatedly on two instances',
  { timeout: 60_000 },
  async () => {
    await assert(
      asyncProperty(plan, async ({ lesson, days }) => {
        const once = await live(lesson, days, false)
        expect(once.cards).toHaveLength(fragments.length)
        expect(await live(lesson, days, true)).toEqual(once)
      }),
      { numRuns: 12 },
    )
  },
)
