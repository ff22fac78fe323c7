import { endpoints, type Endpoint, type EndpointName } from '@kitewise/contract/endpoints'
import { array, assert, asyncProperty, boolean, constantFrom, record, type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listStored } from '../test-support/act-as-buyer.ts'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { renameUser } from '../test-support/rows/accounts.ts'
import { addPracticeResult } from '../test-support/rows/learning.ts'
import { readRowsOfUser } from '../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

type Person = { id: string; email: string; pin: string; subscriptionId: string; marks: string[] }

let server: TestServer
let people: [Person, Person]

beforeAll(async () => {
  server = await startTestServer()
  people = [await makePerson('mark-of-ana'), await makePerson('mark-of-ben')]
})
afterAll(() => server.close())

/** A learner with data in every place where learners can write. */
const makePerson = async (mark: string): Promise<Person> => {
  const { db } = server.context
  const learner = await actAsLearner(server, { email: `${mark}@kitewise.example` })
  await learner.start('ai-zero.l01')
  await learner.report('ai-zero.l01', 0, true)
  await learner.submit('ai-zero.l01', 0, 'a')
  await server.call('reviewSession', { token: learner.token })
  await server.call('sendFeedback', { token: learner.token, body: { rating: 4, message: `feedback of ${mark}` } })
  await renameUser(db, learner.id, `name-${mark}`)
  const place = { lessonId: 'ai-zero.l02', practiceId: 'ai-zero.l02.f1.p1' }
  await addPracticeResult(db, { userId: learner.id, ...place, answer: `prompt of ${mark}` })
  const [row] = await listStored(server, learner.email)
  const { id, email, pin } = learner
  const subscriptionId = row?.id ?? ''
  return { id, email, pin, subscriptionId, marks: [mark, id, subscriptionId] }
}

const rowsOf = ({ id }: Person): Promise<string> => readRowsOfUser(server.context.db, id)

/** The calls of a signed-in learner. */
const names = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([, { auth }]) => auth !== 'public')
  .map(([name]) => name)

type Step = { actor: 0 | 1; name: EndpointName; owners: boolean[]; lesson: string; text: string; flag: boolean }

const step: Arbitrary<Step> = record({
  actor: constantFrom(0 as const, 1 as const),
  name: constantFrom(...names),
  owners: array(boolean(), { minLength: 4, maxLength: 4 }),
  lesson: constantFrom('ai-zero.l01', 'ai-zero.l02', 'ai-zero.l03', 'none'),
  text: constantFrom('a', 'b', 'SKIPPED', 'Write a short poem about kites for my little sister.', '%', "' or 1=1 --"),
  flag: boolean(),
})

/** A request with every field of any endpoint; each reads the ones it knows. `of(0)` picks one of the two learners. */
const requestOf = ({ lesson, text, flag, owners }: Step, of: (index: number) => Person) => {
  const place = { courseId: 'ai-zero', chapterId: 'ai-zero.c1', lessonId: lesson, fragmentIndex: 0 }
  const ids = { userId: of(0).id, user_id: of(1).id, id: owners[3] ? of(2).subscriptionId : of(2).id }
  const practice = { fragmentId: `${lesson}.f1`, practiceId: `${lesson}.f1.p1`, practiceType: 'SINGLE_CHOICE_TEST' }
  return {
    params: { ...place, ...ids, pageId: of(2).subscriptionId, sessionId: of(2).subscriptionId },
    query: `email=${encodeURIComponent(of(1).email)}&userId=${of(0).id}`,
    body: {
      ...place,
      ...practice,
      ...ids,
      email: of(1).email,
      // A typed address is the learner's own data and part of the export.
      newEmail: 'somebody@kitewise.example',
      pin: '4826',
      token: of(2).id,
      answer: text,
      optionId: text,
      turn: 1,
      prompt: text,
      message: text,
      rating: 3,
      isCorrect: flag,
      completed: flag,
      started: true,
      progressPercentage: 100,
      timeSpent: 10,
      language: 'es',
      marketingConsent: flag,
      productId: 'month',
      subscriptionId: of(2).subscriptionId,
    },
  }
}

it("calls with any ids neither show nor change another learner's data", { timeout: 120_000 }, async () => {
  const reached = new Set<number>()
  const run = async (taken: Step): Promise<void> => {
    const me = people[taken.actor]
    const other = people[(1 - taken.actor) as 0 | 1]
    const before = await rowsOf(other)
    const token = await server.signIn(me.email, me.pin)
    const { params, query, body } = requestOf(taken, (index) => (taken.owners[index] ? other : me))
    const { method, body: takesBody } = endpoints[taken.name] as Endpoint
    const hasBody = method !== 'GET' && takesBody !== null
    const reply = await server.call(taken.name, { token, params, query, ...(hasBody ? { body } : {}) })
    reached.add(reply.status)
    expect(reply.status).not.toBe(500)
    expect(other.marks.filter((mark) => reply.text.includes(mark))).toEqual([])
    expect(await rowsOf(other)).toBe(before)
  }
  await assert(asyncProperty(step, run), { numRuns: 120 })
  expect(reached).toContain(200)
  expect(reached).toContain(404)
})
