import { randomUUID } from 'node:crypto'
import { endpoints, type Endpoint, type EndpointName } from '@kitewise/contract/endpoints'
import { organizationEndpoints } from '@kitewise/contract/organization-endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '../test-support/factories.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let server: TestServer
let subscriber: TestUser
let visitor: TestUser

beforeAll(async () => {
  server = await startTestServer()
  subscriber = await createUser(server.context)
  visitor = await createUser(server.context, { subscription: null })
})
afterAll(() => server.close())

const table = Object.entries(endpoints) as [EndpointName, Endpoint][]
const namesWhere = (wanted: (endpoint: Endpoint) => boolean) =>
  table.filter(([, endpoint]) => wanted(endpoint)).map(([name]) => name)

const place = { courseId: 'ai-zero', chapterId: 'ai-zero.c1', lessonId: 'ai-zero.l01' }
const fragment = { ...place, fragmentId: 'ai-zero.l01.f1', fragmentIndex: 0 }
const practice = { practiceId: 'ai-zero.l01.f1.p1' }

/** A valid body for each endpoint. */
const bodies: Partial<Record<EndpointName, object>> = {
  login: { email: 'nobody@kitewise.example', pin: '0000' },
  reportFragment: { ...fragment, completed: false, progressPercentage: 0, timeSpent: 0 },
  submitPractice: {
    ...fragment,
    ...practice,
    practiceType: 'SINGLE_CHOICE_TEST',
    answer: 'a',
    isCorrect: true,
    completed: true,
  },
  updateCourseProgress: { ...place, completed: false, progressPercentage: 0, timeSpent: 0, started: true },
  evaluatePrompt: { ...fragment, ...practice, prompt: 'Write a poem about kites.' },
  answerReview: { ...practice, turn: 1, optionId: 'a' },
  answerExerciseReview: { ...practice, turn: 1, answer: 'a:b' },
  answerSkillCheck: { form: 'a', answers: {} },
  finishMission: { note: 'Done.' },
  changePersonsGroup: { groupId: null },
  changeRole: { role: 'member' },
  answerPromptReview: { ...practice, turn: 1, prompt: 'Write a poem about kites.' },
}
const paramsOf = (userId: string) => ({
  userId,
  ...place,
  id: 'ai-zero',
  fragmentIndex: 0,
  number: 1,
  missionId: 'message',
  // Nobody's.
  organizationId: randomUUID(),
  endpointId: randomUUID(),
  groupId: randomUUID(),
  assignmentId: randomUUID(),
  invitationId: randomUUID(),
  linkId: randomUUID(),
  domainId: randomUUID(),
  keyId: randomUUID(),
  passkeyId: randomUUID(),
})

describe('every endpoint of the table', () => {
  it.each(namesWhere(({ auth }) => auth === 'session'))('%s returns 401 without a session', async (name) => {
    const input = { params: paramsOf(subscriber.id), body: bodies[name] }
    for (const token of [undefined, 'x', 'a.b.c']) {
      expect((await server.call(name, { ...input, token })).error).toMatchObject({ status: 401, name: 'unauthorized' })
    }
  })

  it.each(namesWhere(({ subscription }) => subscription))('%s returns 403 without a subscription', async (name) => {
    const token = await server.signIn(visitor.email, visitor.pin)
    const reply = await server.call(name, { token, params: paramsOf(visitor.id), body: bodies[name] })
    expect(reply.error).toMatchObject({ status: 403, name: 'subscription_required' })
  })

  it.each(namesWhere(({ path }) => path.includes('{userId}')))(
    "%s returns 404 for another learner's id",
    async (name) => {
      const token = await server.signIn(subscriber.email, subscriber.pin)
      const ids = [visitor.id, '4c4f6d9e-2f0b-4d0e-9a55-0d7f7d6f0f11', 'me', 'ME']
      // People of an organization are named by a UUID; other texts are no request.
      for (const userId of name in organizationEndpoints ? ids.slice(0, 2) : ids) {
        const reply = await server.call(name, { token, params: paramsOf(userId), body: bodies[name] })
        expect(reply.error).toMatchObject({ status: 404, name: 'not_found' })
      }
    },
  )

  it.each(namesWhere(({ body }) => body !== null))('%s returns 400 without its body', async (name) => {
    const token = await server.signIn(subscriber.email, subscriber.pin)
    for (const body of [undefined, '', '{}', '[]']) {
      const reply = await server.call(name, { token, params: paramsOf(subscriber.id), body })
      expect(reply.error).toMatchObject({ status: 400, name: 'invalid_request' })
    }
  })

  it.each(namesWhere(({ body, auth }) => body === null && auth === 'session'))(
    '%s accepts an empty body with a JSON content type',
    async (name) => {
      const token = await server.signIn(subscriber.email, subscriber.pin)
      const headers = { 'content-type': 'application/json' }
      const reply = await server.call(name, { token, params: paramsOf(subscriber.id), headers })
      expect(reply.status).not.toBe(400)
    },
  )
})

const blockTheEventLoop = () => {
  const until = performance.now() + 400
  while (performance.now() < until);
}

describe('overload', () => {
  it('returns 503 with a retry time, while the liveness check still passes', async () => {
    const busy = await startTestServer({ config: { maxEventLoopDelayMs: 20 } })
    let reply = await busy.call('locales')
    for (let round = 0; round < 20 && reply.status === 200; round += 1) {
      blockTheEventLoop()
      reply = await busy.call('locales')
    }
    expect(reply.error).toMatchObject({ status: 503, name: 'unavailable' })
    expect(reply.headers.get('retry-after')).toBe('10')
    expect((await busy.call('GET /livez')).status).toBe(200)
    await expect.poll(async () => (await busy.call('locales')).status, { timeout: 10_000, interval: 200 }).toBe(200)
    await busy.close()
  })
})
