import { endpoints, type Endpoint, type EndpointName } from '@kitewise/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsLearner, type Learner } from '../test-support/act-as-learner.ts'
import { addPracticeResult } from '../test-support/rows/learning.ts'
import { createOrganization } from '../test-support/rows/organizations.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

/** What a learner wrote, and what they pay with: in no answer to a session for which only an organization's provider vouches. */
const marks = ['mark-of-name', 'mark-of-prompt mark-of-prompt', 'mark-of-note', '4242']

let server: TestServer
let organizationId: string
let learner: Learner
beforeAll(async () => {
  server = await startTestServer()
  learner = await actAsLearner(server)
  const owner = await actAsLearner(server)
  organizationId = await createOrganization(server.context, { owners: [owner.id], members: [learner.id] })
  const { token, id: userId } = learner
  await server.call('updateFirstName', { token, body: { firstName: 'mark-of-name' } })
  await learner.start('ai-zero.l01')
  const task = { lessonId: 'ai-zero.l02', practiceId: 'ai-zero.l02.f1.p1' }
  await addPracticeResult(server.context.db, { userId, ...task, answer: 'mark-of-prompt mark-of-prompt' })
  await server.context.db`
    update subscriptions set payment_method_type = 'card', card_brand = 'visa', card_last4 = '4242', card_exp_month = 12,
      card_exp_year = 2040 where user_id = ${userId}`
  const plan = (await server.call('monthPlan', { token })).body.data
  const mission = plan.steps.find((step) => step.kind === 'mission')
  const missionId = mission?.kind === 'mission' ? mission.missionId : 'message'
  const params = { number: '1', missionId }
  await server.call('finishMission', { token, params, body: { note: 'mark-of-note' } })
})
afterAll(() => server.close())

const table = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { auth }]) => auth !== 'public')
const namesWhere = (wanted: (endpoint: Endpoint) => boolean) =>
  table.filter(([, endpoint]) => wanted(endpoint)).map(([name]) => name)

/** A session as the provider of the learner's organization begins it. */
const throughProvider = async (): Promise<string> => {
  const token = await server.signIn(learner.email, learner.pin)
  await server.context.db`
    update sessions set organization_id = ${organizationId}, owner_proved_at = null
    where id = (select id from sessions where user_id = ${learner.id} order by created_at desc limit 1)`
  return token
}

let token: string
beforeEach(async () => {
  token = await throughProvider()
})

const place = () => ({ courseId: 'ai-zero', lessonId: 'ai-zero.l02', fragmentIndex: 0, userId: learner.id, number: 1 })
const call = (name: EndpointName) =>
  server.call(name, { token, params: { ...place(), organizationId, id: 'ai-zero', missionId: 'message' } })

describe('a session for which only the provider of an organization vouches', () => {
  it.each(namesWhere(({ proof }) => proof === 'owner'))('is refused by %s', async (name) => {
    const reply = await call(name)
    expect([reply.status, reply.error?.name]).toEqual([403, 'owner_proof_needed'])
  })

  it.each(namesWhere(({ proof, method }) => proof === 'provider' && method === 'GET'))(
    'reads nothing of the learner alone from %s',
    async (name) => {
      const reply = await call(name)
      expect(reply.error?.name).not.toBe('owner_proof_needed')
      expect(reply.status).not.toBe(500)
      expect(marks.filter((mark) => reply.text.includes(mark))).toEqual([])
    },
  )

  it('opens everything once the PIN was entered, and for a session of the PIN', async () => {
    const { pin } = learner
    expect((await server.call('reauthenticate', { token, body: { pin } })).status).toBe(200)
    await server.context
      .db`update sessions set reauthenticated_at = now() - interval '1 hour' where user_id = ${learner.id}`
    const tokens = [token, await server.signIn(learner.email, pin)]
    for (const known of tokens) {
      const seen = await Promise.all([
        server.call('me', { token: known }),
        server.call('lessonProgress', { token: known, params: place() }),
        server.call('monthPlan', { token: known }),
        server.call('userSubscription', { token: known }),
      ])
      expect(seen.map(({ text }, index) => text.includes(marks[index] ?? 'none'))).toEqual([true, true, true, true])
      expect((await server.call('passedPrompts', { token: known })).status).toBe(200)
    }
  })
})
