import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { csvLine } from '../../platform/csv.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const reason = 'as agreed in the meeting'

describe('staff', () => {
  it('are invited, change roles and are removed', async () => {
    const owner = await actAsStaff(server, 'owner')
    const body = { name: 'Sam Support', email: 'Sam@Staff.example', role: 'support', reason }
    const invited = await owner.call('inviteStaff', { body })
    expect(invited.body.data.link).toMatch(/\/desk\/enrol#[\w-]{22}$/)
    expect((await owner.call('inviteStaff', { body })).error?.name).toBe('staff_exists')
    const listed = await owner.call('listStaff', { query: 'sort=name&direction=asc' })
    expect(listed.body.data.rows.map(({ name }) => name)).toEqual(['A owner', 'Sam Support'])
    const params = { staffId: listed.body.data.rows[1]?.id ?? '' }
    expect((await owner.call('changeStaffRole', { params, body: { role: 'finance', reason } })).status).toBe(200)
    expect((await owner.call('removeStaff', { params, body: { reason } })).status).toBe(200)
    expect((await owner.call('listStaff')).body.data.total).toBe(1)
    expect((await owner.call('inviteStaff', { body })).status).toBe(200)
  })

  it('always have an owner, also when two remove each other at once', async () => {
    const [a, b] = [await actAsStaff(server, 'owner'), await actAsStaff(server, 'owner')]
    const outcomes = await Promise.all([
      a.call('removeStaff', { params: { staffId: b.id }, body: { reason } }),
      b.call('removeStaff', { params: { staffId: a.id }, body: { reason } }),
    ])
    // Whoever comes late has lost the session, if the other one was that fast.
    expect(outcomes.map(({ error }) => error?.name ?? 'done').sort()).toEqual([
      'done',
      expect.stringMatching(/^(last_owner|unauthorized)$/),
    ])
    const lists = [await a.call('listStaff'), await b.call('listStaff')]
    expect(lists.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 401])
  })

  it('lose their session with their role', async () => {
    const [owner, support] = [await actAsStaff(server, 'owner'), await actAsStaff(server, 'support')]
    await owner.call('changeStaffRole', { params: { staffId: support.id }, body: { role: 'content', reason } })
    expect((await support.call('deskMe')).status).toBe(401)
  })
})

describe('the audit log', () => {
  it('has who, what, why, also for what was refused', async () => {
    const owner = await actAsStaff(server, 'owner')
    const support = await actAsStaff(server, 'support')
    await support.call('listAudit')
    await owner.call('removeStaff', { params: { staffId: randomUUID() }, body: { reason } })
    const { rows } = (await owner.call('listAudit')).body.data
    expect(rows.map(({ staffName, action, outcome, reason: why }) => [staffName, action, outcome, why])).toEqual([
      ['A owner', 'listAudit', 'begun', null],
      ['A owner', 'removeStaff', 'not_found', reason],
      ['A support', 'listAudit', 'not_permitted', null],
    ])
  })

  it('blocks an action that it cannot record', async () => {
    const owner = await actAsStaff(server, 'owner')
    await server.database.db.unsafe('alter table desk_audit add constraint full_disk check (false) not valid')
    const body = { name: 'Sam', email: 'sam@staff.example', role: 'support', reason }
    expect((await owner.call('inviteStaff', { body })).status).toBe(500)
    expect((await owner.call('listStaff')).body.data.total).toBe(1)
  })

  it('takes no changes, and shows those made behind its back', async () => {
    const owner = await actAsStaff(server, 'owner')
    for (let at = 0; at < 3; at += 1) await owner.call('listAudit')
    const { db } = server.database
    for (const statement of ["update desk_audit set reason = 'x'", 'delete from desk_audit', 'truncate desk_audit'])
      await expect(db.unsafe(statement)).rejects.toThrow('append-only')
    expect((await owner.call('verifyAudit')).body.data).toEqual({ rows: 7, firstBrokenId: null })
    await db.unsafe(
      "alter table desk_audit disable trigger desk_audit_rows; update desk_audit set action = 'nothing' where id = 2",
    )
    expect((await owner.call('verifyAudit')).body.data.firstBrokenId).toBe(2)
  })

  it('is a chain without gaps when many write at once', async () => {
    const owner = await actAsStaff(server, 'owner')
    await Promise.all(Array.from({ length: 20 }, () => owner.call('listAudit')))
    expect((await owner.call('verifyAudit')).body.data).toEqual({ rows: 41, firstBrokenId: null })
  })

  it('loses only old rows, and stays a chain', async () => {
    const owner = await actAsStaff(server, 'owner')
    for (let at = 0; at < 3; at += 1) await owner.call('listAudit')
    await server.database.db`select purge_desk_audit(-1)`
    expect((await owner.call('verifyAudit')).body.data).toEqual({ rows: 2, firstBrokenId: null })
  })

  it('is filtered by member of staff, action and learner, and its file in the same way; each reading is logged', async () => {
    const owner = await actAsStaff(server, 'owner')
    const [sam, kim] = [
      await actAsStaff(server, 'support', { name: 'Sam' }),
      await actAsStaff(server, 'support', { name: 'Kim' }),
    ]
    const [ann, bob] = [await createUser(server.context), await createUser(server.context)]
    for (const [staff, { id }] of [
      [sam, ann],
      [sam, bob],
      [kim, ann],
    ] as const)
      await staff.call('viewPerson', { params: { userId: id } })
    await sam.call('blockPerson', { params: { userId: ann.id }, body: { reason } })
    const found = async (query: string) => {
      const { rows, total } = (await owner.call('listAudit', { query })).body.data
      expect(total).toBe(rows.length)
      const file = await owner.call('exportAudit', { query: `format=csv&${query}` })
      expect(file.text.trimEnd().split('\r\n').slice(1)).toHaveLength(rows.length)
      return rows.map(({ staffName, action }) => `${staffName} ${action}`)
    }
    expect(await found(`staffId=${sam.id}`)).toEqual(['Sam blockPerson', 'Sam viewPerson', 'Sam viewPerson'])
    expect(await found('action=viewPerson')).toEqual(['Kim viewPerson', 'Sam viewPerson', 'Sam viewPerson'])
    expect(await found(`userId=${ann.id}`)).toEqual(['Sam blockPerson', 'Kim viewPerson', 'Sam viewPerson'])
    expect(await found(`userId=${ann.id}&staffId=${sam.id}&action=viewPerson`)).toEqual(['Sam viewPerson'])
    await owner.call('verifyAudit')
    const own = (await owner.call('listAudit', { query: `staffId=${owner.id}` })).body.data.rows
    const readings = (action: string) =>
      own.filter((row) => row.action === action && row.outcome !== 'not_permitted').length
    expect(['listAudit', 'exportAudit', 'verifyAudit'].map(readings)).toEqual([5, 4, 1])
  })

  it('is exported whole, beyond one reading of the database', async () => {
    const owner = await actAsStaff(server, 'owner')
    const { db } = server.database
    await db`insert into desk_audit (action, outcome) select 'old', 'begun' from generate_series(1, 1001)`
    const lines = (await owner.call('exportAudit', { query: 'format=ndjson' })).text.trimEnd().split('\n')
    const ids = lines.map((line) => (JSON.parse(line) as { id: number }).id)
    expect(ids).toEqual(Array.from({ length: 1002 }, (_, at) => 1002 - at))
  })

  it('is a file that no spreadsheet runs', async () => {
    const owner = await actAsStaff(server, 'owner')
    const file = await owner.call('exportAudit', { query: 'format=csv' })
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
    expect(file.text.split('\r\n')[0]).toBe(
      'id,at,staff,action,outcome,person,reason,objectKind,object,was,becomes,amount,currency,endsAt',
    )
    expect((await owner.call('exportAudit', { query: 'format=ndjson' })).text.split('\n')[0]).toContain('"action"')
    expect(csvLine(['=1+1', '+a', '-5', -5, '@x', '\tx', 'a"b,c', null])).toBe(
      `"'=1+1","'+a","'-5",-5,"'@x","'\tx","a""b,c",\r\n`,
    )
  })
})
