import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeSupportViews } from '../../features/privacy/support-view.ts'
import { actAsLearner, type Learner } from '../../test-support/act-as-learner.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { ageSession } from '../../test-support/rows/accounts.ts'
import { makeCatalog } from '../../test-support/make-catalog.ts'
import { makeJudgement } from '../../test-support/make-evaluation.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

type Staff = Awaited<ReturnType<typeof actAsStaff>>

const catalog = makeCatalog({ id: 'a', chapters: { c1: { l1: { f1: ['prompt'], f2: ['quiz'] }, l2: { f1: [] } } } })
const judge = { evaluate: async () => makeJudgement({ score: '3', comment: 'Say who it is for.' }) }

let server: TestServer
let second: TestServer
let ann: Learner
let sam: Staff
beforeAll(async () => {
  server = await startTestServer({ catalog, judge })
  second = await startTestServer({ catalog, judge, database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})
beforeEach(async () => {
  ann = await actAsLearner(server)
  sam = await actAsStaff(server, 'support')
})

const allow = async ({ token }: Learner = ann, at = server) =>
  (await at.call('allowSupportView', { token })).body.data.code
const seenBy = async ({ token }: Learner = ann, at = server) => (await at.call('supportView', { token })).body.data.view
const enter = (staff: Staff, code: string, userId = ann.id) =>
  staff.call('enterSupportCode', { params: { userId }, body: { code, reason: 'stuck in lesson 1' } })
const read = (staff: Staff, userId = ann.id) => staff.call('readSupportView', { params: { userId } })
const errorOf = async (reply: Promise<{ error?: { name: string } | null }>) => (await reply).error?.name ?? null
const look = async (staff: Staff = sam, at = server) => enter(staff, await allow(ann, at))

describe('a learner who lets support look', () => {
  it('shows progress, answers, prompts with feedback and settings', async () => {
    await ann.start('a.l1')
    await ann.evaluate('a.l1.f1.p1', 'a.l1', 0, 'Write a poem.')
    await ann.submit('a.l1', 0, 'Write a poem.', { practiceType: 'PROMPT_CREATION' })
    await ann.submit('a.l1', 1, 'b', { practiceType: 'SINGLE_CHOICE_TEST' })
    await ann.report('a.l1', 0, true)
    expect((await look()).status).toBe(200)
    const view = (await read(sam)).body.data
    expect(view.lessons).toMatchObject([{ course: 'Course a', title: 'Lesson l1', parts: 2, partsRead: 1 }])
    expect(view.answers).toHaveLength(2)
    expect(view.answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ practiceId: 'a.l1.f1.p1', answer: 'Write a poem.', outcome: 'wrong' }),
        expect.objectContaining({ practiceId: 'a.l1.f2.p1', lesson: 'Lesson l1', outcome: 'wrong' }),
      ]),
    )
    expect(view.prompts).toMatchObject([{ prompt: 'Write a poem.', score: '3', comment: 'Say who it is for.' }])
    expect(view.settings).toMatchObject({ language: 'en', remindsByMail: null })
  })

  it('sees since when and by which role, and ends it at once on every instance', async () => {
    const before = Date.now()
    await look(sam, second)
    const view = await seenBy()
    expect(view?.openedByRole).toBe('support')
    expect(Date.parse(view?.openedAt ?? '')).toBeGreaterThan(before - 5_000)
    expect(Date.parse(view?.endsAt ?? '') - before).toBeLessThanOrEqual(60 * 60_000 + 5_000)
    expect((await second.call('endSupportView', { token: ann.token })).status).toBe(200)
    expect(await errorOf(read(sam))).toBe('support_view_closed')
    expect(await seenBy()).toBe(null)
  })

  it('needs the PIN again to allow it, not to end it', async () => {
    await ageSession(server.context.db, ann.id, '11 minutes')
    expect(await errorOf(server.call('allowSupportView', { token: ann.token }))).toBe('reauthenticate')
    expect((await server.call('endSupportView', { token: ann.token })).status).toBe(200)
  })

  it('is closed again after an hour, after a new code, and with the account', async () => {
    await look()
    await server.context.db`update support_views set ends_at = now() where user_id = ${ann.id}`
    expect(await errorOf(read(sam))).toBe('support_view_closed')
    await look()
    expect((await read(sam)).status).toBe(200)
    await allow()
    expect(await errorOf(read(sam))).toBe('support_view_closed')
    await look()
    await server.call('deleteAccount', { token: ann.token })
    expect(await errorOf(read(sam))).toBe('support_view_closed')
  })

  it('finds each view in the data export, without the code', async () => {
    const code = await allow()
    await enter(sam, code)
    const { records } = (await server.call('exportData', { token: ann.token })).body.data
    expect(records['support_views']).toMatchObject([{ opened_by_role: 'support', tries: 1 }])
    expect(JSON.stringify(records)).not.toContain(code)
    const rows = await server.context.db`select row_to_json(v)::text as row from support_views v`
    expect(JSON.stringify(rows)).not.toContain(code.replace('-', ''))
    await server.context.db`update support_views set ends_at = now() - interval '367 days' where user_id = ${ann.id}`
    await purgeSupportViews(server.context)
    expect((await server.call('exportData', { token: ann.token })).body.data.records['support_views']).toEqual([])
  })
})

describe('staff', () => {
  it('read nothing without a code, and no request in the inbox opens it', async () => {
    const item = {
      requestId: randomUUID(),
      topic: 'question',
      name: 'Ann',
      concern: 'Lesson 1',
      details: 'I am stuck.',
    }
    const sent = await server.call('sendSupportRequest', { token: ann.token, body: { ...item, email: ann.email } })
    expect(sent.status).toBe(200)
    expect(await errorOf(read(sam))).toBe('support_view_closed')
  })

  it('need the right role', async () => {
    const code = await allow()
    for (const role of ['finance', 'content'] as const) {
      const staff = await actAsStaff(server, role)
      expect(await errorOf(enter(staff, code))).toBe('not_permitted')
      expect(await errorOf(read(staff))).toBe('not_permitted')
    }
  })

  it('open it for themselves alone, with capitals and blanks, and a repeat changes nothing', async () => {
    const code = await allow()
    const [first, again] = await Promise.all([enter(sam, code), enter(sam, ` ${code.toUpperCase().replace('-', ' ')}`)])
    expect([first.status, again.status]).toEqual([200, 200])
    const other = await actAsStaff(server, 'owner')
    expect(await errorOf(enter(other, code))).toBe('support_code_refused')
    expect(await errorOf(read(other))).toBe('support_view_closed')
  })

  it('can’t use the code of another person', async () => {
    const eve = await actAsLearner(server)
    await allow()
    expect(await errorOf(enter(sam, await allow(eve)))).toBe('support_code_refused')
    expect(await errorOf(read(sam))).toBe('support_view_closed')
  })

  it('void a code by five wrong ones, also at once and on two instances', async () => {
    const code = await allow()
    const guesses = await Promise.all(
      Array.from({ length: 5 }, (_, at) => enter(sam, `aaaa-aaa${String.fromCodePoint(99 + at)}`)),
    )
    expect(guesses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(await errorOf(enter(sam, code))).toBe('support_code_refused')
    expect(await seenBy()).toBe(null)
  })

  it('can’t go on guessing with new codes', async () => {
    for (let round = 0; round < 20; round += 1) await enter(sam, 'aaaa-aaaa')
    expect(await errorOf(enter(sam, await allow()))).toBe('too_many_support_codes')
    expect((await look(await actAsStaff(server, 'support'))).status).toBe(200)
  })

  it('leave each look in the audit log', async () => {
    await look()
    await read(sam)
    await read(sam)
    const owner = await actAsStaff(server, 'owner')
    const { rows } = (await owner.call('listAudit', { query: `userId=${ann.id}` })).body.data
    expect(rows.map(({ action }) => action)).toEqual(['readSupportView', 'readSupportView', 'enterSupportCode'])
  })
})
