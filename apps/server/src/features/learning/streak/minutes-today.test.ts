import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../../test-support/act-as-learner.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const setTime = (time: string): void => server.setNow(new Date(`2026-05-${time}Z`))

const learn = async () => {
  setTime('10T22:00:00')
  const learner = await actAsLearner(server)
  const minutes = async (zone: string) =>
    (await server.call('streak', { token: learner.token, headers: { 'x-time-zone': zone } })).body.data.minutesToday
  return { ...learner, minutes }
}

describe('minutes today', () => {
  it('are those of the fragments completed today, where the learner is', async () => {
    const learner = await learn()
    await learner.report('ai-zero.l01', 0, false)
    setTime('10T22:02:00')
    expect(await learner.minutes('UTC')).toBe(0)
    await learner.report('ai-zero.l01', 0, true, { timeSpent: 110 })
    expect(await learner.minutes('UTC')).toBe(1)
    for (const _ of [1, 2]) await learner.report('ai-zero.l01', 1, true, { timeSpent: 15 })
    expect(await learner.minutes('UTC')).toBe(2)
    setTime('11T00:30:00')
    expect([await learner.minutes('UTC'), await learner.minutes('America/New_York')]).toEqual([0, 2])
  })

  it('count at most five for one fragment', async () => {
    const learner = await learn()
    await learner.report('ai-zero.l01', 0, false)
    setTime('10T22:40:00')
    await learner.report('ai-zero.l01', 0, true, { timeSpent: 2_300 })
    expect(await learner.minutes('UTC')).toBe(5)
  })
})
