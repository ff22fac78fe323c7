import { dailyGoals } from '@kitewise/contract/choices'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { buyAs } from '../../test-support/act-as-buyer.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { beginQuiz, onboardingCatalog } from '../../test-support/visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
})
afterAll(() => server.close())

const me = async (token: string) => (await server.call('me', { token })).body.data

describe('first name', () => {
  it('is none at first, can be given and changed, and can be none again', async () => {
    const { token, email, pin } = await actAsLearner(server, { subscription: null })
    expect(await me(token)).not.toHaveProperty('firstName')
    for (const [given, kept] of [
      ['  Ann ', 'Ann'],
      ['Зоя', 'Зоя'],
    ]) {
      const reply = await server.call('updateFirstName', { token, body: { firstName: given } })
      expect([reply.status, reply.body.data]).toEqual([200, { firstName: kept }])
      expect((await me(token)).firstName).toBe(kept)
    }
    expect((await server.call('login', { body: { email, pin } })).body.user.firstName).toBe('Зоя')
    const { records } = (await server.call('exportData', { token })).body.data
    expect(records['users']).toMatchObject([{ first_name: 'Зоя' }])
    await server.call('updateFirstName', { token, body: { firstName: null } })
    expect(await me(token)).not.toHaveProperty('firstName')
  })

  it('has 1 to 40 characters on one line, and needs a session', async () => {
    const { token } = await actAsLearner(server)
    for (const firstName of ['', '  ', 'a'.repeat(41), 'Ann\nLee', 'Ann\u0000', 7, undefined])
      expect((await server.call('updateFirstName', { token, body: { firstName } })).status).toBe(400)
    for (const firstName of ['a'.repeat(40), 'नि'.repeat(40), '👩🏽‍🚀'.repeat(40)])
      expect((await server.call('updateFirstName', { token, body: { firstName } })).status).toBe(200)
    expect((await server.call('updateFirstName', { body: { firstName: 'Ann' } })).status).toBe(401)
  })
})

describe('daily goal', () => {
  it('is one of four, kept for this learner alone', async () => {
    const { token } = await actAsLearner(server)
    const other = await actAsLearner(server)
    for (const dailyGoalMinutes of dailyGoals) {
      const reply = await server.call('updateDailyGoal', { token, body: { dailyGoalMinutes } })
      expect([reply.status, reply.body.data]).toEqual([200, { dailyGoalMinutes }])
      expect((await me(token)).dailyGoalMinutes).toBe(dailyGoalMinutes)
    }
    for (const dailyGoalMinutes of [0, 7, '10', null])
      expect((await server.call('updateDailyGoal', { token, body: { dailyGoalMinutes } })).status).toBe(400)
    expect((await server.call('updateDailyGoal', { body: { dailyGoalMinutes: 5 } })).status).toBe(401)
    expect(await me(other.token)).not.toHaveProperty('dailyGoalMinutes')
  })
})

describe('a new account', () => {
  it('gets the name and the daily goal of the quiz', async () => {
    const visitor = await beginQuiz(server)
    await visitor.save(5, { time: ['twenty'] })
    const register = (email: string) => visitor.register(email, { firstName: ' Ann ' })
    const token = await buyAs(server, { register }, 'ann@kitewise.example')
    expect(await me(token)).toMatchObject({ firstName: 'Ann', dailyGoalMinutes: 20 })
  })

  it('has neither if the quiz has neither', async () => {
    const token = await buyAs(server, await beginQuiz(server), 'none@kitewise.example')
    const user = await me(token)
    expect([user.firstName, user.dailyGoalMinutes]).toEqual([undefined, undefined])
  })
})
