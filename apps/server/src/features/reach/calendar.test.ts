import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { actAsLearner, type Learner } from '../../test-support/act-as-learner.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { deleteUser } from '../privacy/erasure.sql.ts'
import { seedFinishedLessons } from '../learning/seed-finished-lessons.ts'

const now = new Date('2027-03-22T08:20:00Z')
const lessons = Array.from({ length: 8 }, (_, index) => [`l0${index + 1}`, { f1: [] }])
const catalog = makeCatalog({ id: 'ai-zero', chapters: { c1: Object.fromEntries(lessons) } })

let server: TestServer
let learner: Learner
beforeAll(async () => {
  server = await startTestServer({ now, catalog })
})
afterAll(() => server.close())
beforeEach(async () => {
  server.setNow(now)
  learner = await actAsLearner(server, { subscription: { currentPeriodEnd: now.getTime() / 1000 + 90 * 86_400 } })
})

const berlin = { 'x-time-zone': 'Europe/Berlin' }
const create = async () => (await server.call('createCalendarFeed', { token: learner.token })).body.data.address
const at = (address: string) => `${server.url}${new URL(address).pathname}`
const read = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(at(address), { headers })
  return { response, text: await response.text() }
}
/** As another program understands the file. */
const eventsOf = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
}
const chooseHour = async (hour: number, headers: Record<string, string> = berlin) => {
  await seedFinishedLessons(server.context, learner.id, ['ai-zero.l01', 'ai-zero.l02'])
  const reply = await server.call('updateReminders', { token: learner.token, headers, body: { byMail: false, hour } })
  expect(reply.status).toBe(200)
}
const firstOf = async (address: string) => {
  const [first] = eventsOf((await read(address)).text)
  if (!first) throw new Error('the calendar is empty')
  return first
}

describe('a calendar address', () => {
  it('serves the next 28 days at the learner’s hour, right before and after the clock changes', async () => {
    await chooseHour(19)
    const address = await create()
    const events = eventsOf((await read(address)).text)
    expect(events).toHaveLength(28)
    const starts = events.map(({ startDate }) => startDate.toJSDate().toISOString())
    expect(starts.slice(0, 8)).toEqual([
      '2027-03-22T18:00:00.000Z',
      '2027-03-23T18:00:00.000Z',
      '2027-03-24T18:00:00.000Z',
      '2027-03-25T18:00:00.000Z',
      '2027-03-26T18:00:00.000Z',
      '2027-03-27T18:00:00.000Z',
      '2027-03-28T17:00:00.000Z',
      '2027-03-29T17:00:00.000Z',
    ])
    const berlinHour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/Berlin' })
    expect(new Set(events.map(({ startDate }) => berlinHour.format(startDate.toJSDate())))).toEqual(new Set(['19']))
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(28)
  })

  it('shows the steps of the plan, one a day, and never what the learner wrote', async () => {
    const { token } = learner
    await server.call('monthPlan', { token, headers: berlin })
    await server.call('finishMission', { token, params: { number: 1, missionId: 'message' }, body: { note: 'To Bob' } })
    const { text } = await read(await create())
    const titles = eventsOf(text).map(({ summary }) => summary)
    expect(titles.slice(0, 7)).toEqual([
      'Kitewise · Lesson l01',
      'Kitewise · Lesson l02',
      'Kitewise · Lesson l03',
      'Kitewise · Lesson l04',
      'Kitewise · Lesson l05',
      'Kitewise · Daily practice',
      'Kitewise · Lesson l06',
    ])
    expect(titles).toContain('Kitewise · This week’s mission')
    expect(titles.at(-1)).toBe('Kitewise · Five minutes of learning')
    for (const secret of ['To Bob', learner.email, learner.id]) expect(text).not.toContain(secret)
  })

  it('keeps IDs, and raises the number of an entry that moved', async () => {
    await chooseHour(19)
    const address = await create()
    const before = await firstOf(address)
    await chooseHour(7)
    const moved = await firstOf(address)
    expect(moved.uid).toBe(before.uid)
    expect(moved.startDate.toJSDate().toISOString()).toBe('2027-03-22T06:00:00.000Z')
    expect(moved.sequence).toBeGreaterThan(before.sequence)
    await server.call('reminders', { token: learner.token, headers: { 'x-time-zone': 'America/New_York' } })
    const abroad = await firstOf(address)
    expect(abroad.startDate.toJSDate().toISOString()).toBe('2027-03-22T11:00:00.000Z')
    expect(abroad.sequence).toBeGreaterThan(moved.sequence)
    await server.call('monthPlan', { token: learner.token })
    expect((await firstOf(address)).sequence).toBeGreaterThan(abroad.sequence)
  })

  it('says how often to ask, and sends nothing twice', async () => {
    const address = await create()
    const { response, text } = await read(address)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, max-age=3600')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H')
    expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    const again = await read(address, { 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.response.status, again.text]).toEqual([304, ''])
    await chooseHour(7)
    expect((await read(address, { 'if-none-match': response.headers.get('etag') ?? '' })).response.status).toBe(200)
  })

  it('is empty without access', async () => {
    const address = await create()
    server.setNow(new Date(now.getTime() + 120 * 86_400_000))
    const { response, text } = await read(address)
    expect([response.status, eventsOf(text)]).toEqual([200, []])
  })

  it('is stored as a hash, shown once, and ends when a new one is made or it is revoked', async () => {
    const { token } = learner
    const first = await create()
    const rows = await server.context.db`select f::text as row from calendar_feeds f where user_id = ${learner.id}`
    expect(JSON.stringify(rows)).not.toContain(new URL(first).pathname.slice(10, 40))
    const state = await server.call('calendarFeed', { token })
    expect(Object.keys(state.body.data)).toEqual(['createdAt'])
    expect(state.body.data.createdAt).not.toBe(null)

    const second = await create()
    expect((await read(first)).response.status).toBe(404)
    expect((await read(second)).response.status).toBe(200)
    await server.call('revokeCalendarFeed', { token })
    expect((await read(second)).response.status).toBe(404)
    expect((await server.call('calendarFeed', { token })).body.data).toEqual({ createdAt: null })
  })

  it.each(['x', 'x.ics', `${'a'.repeat(43)}.ics`, `${'a'.repeat(43)}.ics.ics`])('is unknown as %s', async (file) => {
    expect((await fetch(`${server.url}/calendar/${file}`)).status).toBe(404)
  })

  it('never works again after the account was deleted, also when its owner comes back', async () => {
    const address = await create()
    await server.call('deleteAccount', { token: learner.token })
    expect((await read(address)).response.status).toBe(404)
    await server.signIn(learner.email, learner.pin)
    expect((await read(address)).response.status).toBe(404)
  })

  it('never works again after the account was blocked, or erased', async () => {
    const owner = await actAsStaff(server, 'owner')
    const blocked = await create()
    const params = { userId: learner.id }
    const reason = 'misuse, ticket 12'
    expect((await owner.call('blockPerson', { params, body: { reason } })).status).toBe(200)
    expect((await read(blocked)).response.status).toBe(404)
    await owner.call('unblockPerson', { params, body: { reason } })
    expect((await read(blocked)).response.status).toBe(404)

    learner = await actAsLearner(server)
    const erased = await create()
    await inTransaction(server.context.db, (tx) => deleteUser(tx, learner.id))
    expect((await read(erased)).response.status).toBe(404)
  })

  it('has a limit of its own', async () => {
    const { limits } = server.context.config
    const strict = await startTestServer({
      catalog,
      now,
      database: server.database,
      config: { limits: { ...limits, calendarReadsPerHour: 2 } },
    })
    try {
      const path = new URL(await create()).pathname
      const statuses = []
      for (let count = 0; count < 3; count += 1) statuses.push((await fetch(`${strict.url}${path}`)).status)
      expect(statuses).toEqual([200, 200, 429])
    } finally {
      await strict.close()
    }
  })
})

describe('a calendar file', () => {
  it('has the same days, with the same IDs as the address', async () => {
    const { file } = (await server.call('calendarFile', { token: learner.token })).body.data
    const feed = eventsOf((await read(await create())).text)
    expect(eventsOf(file).map(({ uid }) => uid)).toEqual(feed.map(({ uid }) => uid))
  })

  it('is in the language of the request', async () => {
    const headers = { 'accept-language': 'uk' }
    const { file } = (await server.call('calendarFile', { token: learner.token, headers })).body.data
    expect(eventsOf(file)[0]?.summary).toBe('Kitewise · П’ять хвилин навчання')
  })
})
