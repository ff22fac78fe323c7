import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../../test-support/act-as-learner.ts'
import { createUser } from '../../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../../test-support/start-test-server.ts'
import { listLearnedDays } from './learned-days.sql.ts'
import { recordLearning } from './learned-days.ts'

const start = new Date('2026-05-10T12:00:00Z')
let server: TestServer
let other: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: start })
  other = await startTestServer({ now: start, database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(() => server.setNow(start))

const daysOf = async (userId: string) =>
  (await listLearnedDays(server.context.db, userId)).map(({ day, timeZone }) => ({ day, zone: timeZone }))

const setNow = (moment: string): void => server.setNow(new Date(moment))

const learnAt = async (userId: string, moment: string, timeZone: string | null = null, ageSeconds = 0) => {
  setNow(moment)
  await recordLearning(server.context, { userId, timeZone, ageSeconds })
}

const look = async (user: { email: string; pin: string }, moment: string, zone?: string) => {
  setNow(moment)
  const token = await server.signIn(user.email, user.pin)
  return (await server.call('streak', { token, headers: zone === undefined ? {} : { 'x-time-zone': zone } })).body.data
}

describe('learning day', () => {
  it('counts when a fragment is completed, not when it is only started', async () => {
    const learner = await actAsLearner(server)
    await learner.report('ai-zero.l01', 0, false)
    expect(await daysOf(learner.id)).toEqual([])
    await learner.report('ai-zero.l01', 0, true)
    await learner.report('ai-zero.l01', 0, true)
    expect(await daysOf(learner.id)).toEqual([{ day: '2026-05-10', zone: 'UTC' }])
  })

  it('counts when a practice is done, not when it is skipped', async () => {
    const learner = await actAsLearner(server)
    await learner.submit('ai-zero.l01', 0, 'SKIPPED')
    expect(await daysOf(learner.id)).toEqual([])
    await learner.submit('ai-zero.l01', 0, 'a')
    expect(await daysOf(learner.id)).toHaveLength(1)
  })

  it('does not count for a rejected report', async () => {
    const learner = await actAsLearner(server)
    expect((await learner.report('ai-zero.l03', 0, true)).status).toBe(403)
    expect(await daysOf(learner.id)).toEqual([])
  })
})

describe('date', () => {
  it("is the learner's local date, and stays when they travel", async () => {
    const learner = await createUser(server.context)
    await learnAt(learner.id, '2026-05-10T12:00:00Z', 'Pacific/Kiritimati')
    await learnAt(learner.id, '2026-05-11T20:00:00Z', 'Pacific/Pago_Pago')
    expect((await daysOf(learner.id)).map(({ day }) => day)).toEqual(['2026-05-11'])
    await learnAt(learner.id, '2026-05-12T20:00:00Z', 'Pacific/Pago_Pago')
    expect((await daysOf(learner.id)).map(({ day }) => day)).toEqual(['2026-05-11', '2026-05-12'])
  })

  it('falls back to the last known time zone, then to UTC', async () => {
    const learner = await createUser(server.context)
    await learnAt(learner.id, '2026-05-10T23:30:00Z')
    await learnAt(learner.id, '2026-05-12T12:00:00Z', 'Asia/Tokyo')
    await learnAt(learner.id, '2026-05-13T23:30:00Z')
    expect(await daysOf(learner.id)).toEqual([
      { day: '2026-05-10', zone: 'UTC' },
      { day: '2026-05-12', zone: 'Asia/Tokyo' },
      { day: '2026-05-14', zone: 'Asia/Tokyo' },
    ])
  })

  it('of offline learning is the local date back then, for seven days at most', async () => {
    const learner = await createUser(server.context)
    await learnAt(learner.id, '2026-05-10T08:00:00Z', 'UTC', 10 * 3_600)
    await learnAt(learner.id, '2026-05-20T08:00:00Z', 'UTC', 100 * 86_400)
    expect((await daysOf(learner.id)).map(({ day }) => day)).toEqual(['2026-05-09', '2026-05-13'])
  })

  it('can change within an hour around midnight at home, but only once in 20 hours after a time zone change', async () => {
    const [home, traveler] = [await createUser(server.context), await createUser(server.context)]
    await learnAt(home.id, '2026-05-10T23:30:00Z', 'UTC')
    await learnAt(home.id, '2026-05-11T00:15:00Z', 'UTC')
    expect(await daysOf(home.id)).toHaveLength(2)
    await learnAt(traveler.id, '2026-05-10T12:00:00Z', 'Pacific/Pago_Pago')
    await learnAt(traveler.id, '2026-05-10T12:05:00Z', 'Pacific/Kiritimati')
    await learnAt(traveler.id, '2026-05-10T12:10:00Z', 'UTC')
    expect(await daysOf(traveler.id)).toHaveLength(1)
  })

  it('is stored as one row, however often and on however many instances it is reported', async () => {
    const learner = await createUser(server.context)
    const learning = { userId: learner.id, timeZone: 'Europe/Kyiv', ageSeconds: 0 }
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => recordLearning((index % 2 === 0 ? server : other).context, learning)),
    )
    expect(await daysOf(learner.id)).toHaveLength(1)
  })
})

describe('streak', () => {
  it('is 401 without a session, and empty for a new learner', async () => {
    expect((await server.call('streak')).status).toBe(401)
    const learner = await createUser(server.context)
    expect(await look(learner, '2026-05-10T12:00:00Z')).toMatchObject({
      current: 0,
      longest: 0,
      isTodayLearned: false,
      freezes: 0,
      daysToFreeze: 7,
      today: '2026-05-10',
    })
  })

  it('counts consecutive days in the time zone of the request', async () => {
    const learner = await createUser(server.context)
    for (const day of [8, 9, 10])
      await learnAt(learner.id, `2026-05-${String(day).padStart(2, '0')}T12:00:00Z`, 'Asia/Tokyo')
    const seen = await look(learner, '2026-05-10T16:00:00Z', 'Asia/Tokyo')
    expect(seen).toMatchObject({ current: 3, longest: 3, isTodayLearned: false, today: '2026-05-11' })
    expect(seen.strip.map(({ state }) => state)).toEqual(['learned', 'learned', 'learned', 'today', 'future', 'future'])
    expect(await look(learner, '2026-05-10T14:00:00Z', 'Asia/Tokyo')).toMatchObject({ isTodayLearned: true })
  })

  it('rejects an unknown time zone', async () => {
    const learner = await createUser(server.context)
    for (const zone of ['Nowhere/Land', '../../etc/passwd', 'x'.repeat(500)])
      expect(await look(learner, '2026-05-10T12:00:00Z', zone)).toMatchObject({ today: '2026-05-10' })
  })
})
