import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { readErasureLedger } from '../backups/erasure-ledger.ts'
import { addOwner, recoverStaff } from '../desk/access/add-owner.ts'
import { hashAuditPerson } from '../desk/access/audit.sql.ts'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { createUser } from '../test-support/factories.ts'
import { makeCatalog } from '../test-support/make-catalog.ts'
import { failWrites } from '../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'
import { actOnUser, endUserSessions, eraseUser, exportUser, grantUserAccess, sendPinLink, showUser } from './user.ts'
import { withContext } from './with-context.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-user-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const act = (who: string, action: typeof showUser, reason = 'asked by mail') =>
  actOnUser(server.context, { who, reason }, action)

/** The audit rows about a person, oldest first. */
const auditOf = (userId: string) => server.context.db`
  select action, reason, staff_id as staff from desk_audit
  where person = ${hashAuditPerson(server.context, userId)} and begun_id is null order by id`
/** How each of them ended, and until when the access lasts. */
const endsOf = (userId: string) => server.context.db`
  select outcome, to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD') as day from desk_audit
  where person = ${hashAuditPerson(server.context, userId)} and begun_id is not null order by id`

describe('kitewise user', { timeout: 60_000 }, () => {
  it('finds a person by address, ID and provider ID, and each time leaves a row in the audit log', async () => {
    const { id, email } = await createUser(server.context)
    const { db } = server.context
    const [subscription] = await db<{ id: string }[]>`
      update subscriptions set provider = 'stripe', provider_customer_id = 'cus_42' where user_id = ${id} returning id`
    for (const who of [email, email.toUpperCase(), id, subscription?.id ?? '', 'cus_42'])
      expect((await act(who, showUser))[0]).toContain(`${id}  ${email}`)
    expect((await act(id, showUser))[1]).toMatch(/^ {2}sub_\w+ {2}active until .* {2}stripe$/)
    expect(await auditOf(id)).toEqual(
      Array.from({ length: 6 }, () => ({ action: 'findUser', reason: 'command line: asked by mail', staff: null })),
    )
  })

  it('refuses without a person or a reason, and when the log cannot be written', async () => {
    const learner = await actAsLearner(server)
    await expect(act('cus_unknown', showUser)).rejects.toThrow('No account belongs to cus_unknown.')
    await expect(act(learner.email, eraseUser, ' ')).rejects.toThrow('Give a reason')
    const repair = await failWrites(server.context.db, 'insert', 'desk_audit')
    await expect(act(learner.email, eraseUser)).rejects.toThrow('killed')
    await repair()
    expect(await server.context.db`select 1 from users where id = ${learner.id}`).toHaveLength(1)
    expect(await auditOf(learner.id)).toEqual([])
  })

  it('ends sessions', async () => {
    const { id, email, pin } = await createUser(server.context)
    const token = await server.signIn(email, pin)
    await act(id, endUserSessions)
    expect((await server.call('me', { token })).status).toBe(401)
    await server.signIn(email, pin)
  })

  it('queues a link to a new PIN, not for a deleted account', async () => {
    const { id, email } = await createUser(server.context)
    const { db } = server.context
    await act(email, sendPinLink)
    expect(await db`select template from outgoing_mails where to_address = ${email}`).toEqual([
      { template: 'set_pin_after_restore' },
    ])
    await db`update users set deactivated_at = now() where id = ${id}`
    await expect(act(email, sendPinLink)).rejects.toThrow('The owner has deleted this account.')
  })

  it('grants access until a day, moves it and ends it, with a row in the audit log for each', async () => {
    const { id, email, pin } = await createUser(server.context, { subscription: null })
    const token = await server.signIn(email, pin)
    const accessOf = async () => (await server.call('userSubscription', { token })).body
    const day = (ahead: number) =>
      new Date(server.context.clock().getTime() + ahead * 86_400_000).toISOString().slice(0, 10)
    for (const wrong of ['soon', '2026-02-30', day(402)])
      await expect(act(email, grantUserAccess(wrong))).rejects.toThrow('--until takes a day')
    expect(await auditOf(id)).toEqual([])
    expect(await act(email, grantUserAccess(day(3)))).toEqual([`Access until the end of ${day(3)} (UTC).`])
    await act(email, grantUserAccess(day(30)))
    expect(await accessOf()).toMatchObject({ data: [{ status: 'active' }] })
    expect((await act(id, showUser)).slice(1)).toEqual([expect.stringContaining(`active until ${day(30)}`)])
    expect(await act(id, grantUserAccess(day(-1)))).toEqual(['The granted access has ended.'])
    expect((await endsOf(id)).slice(0, 2)).toEqual([3, 30].map((ahead) => ({ outcome: 'succeeded', day: day(ahead) })))
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'grantAccess',
      'grantAccess',
      'findUser',
      'grantAccess',
    ])
  })

  it('erases at once, and lists it next to the backups', async () => {
    const { id, email } = await createUser(server.context)
    const config = { ...server.context.config, backups: { folder, key: null } }
    await actOnUser({ ...server.context, config }, { who: email, reason: 'request' }, eraseUser)
    expect(await server.context.db`select 1 from users where id = ${id}`).toHaveLength(0)
    const [erased] = await server.context.db<{ hash: string }[]>`
      select encode(id_hash, 'hex') as hash from erased_accounts where id_hash = sha256(${id}::text::bytea)`
    expect((await readErasureLedger(folder))?.has(erased?.hash ?? '')).toBe(true)
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('exports to a new file that only its owner may read', async () => {
    const { email } = await createUser(server.context)
    const file = join(folder, 'person.json')
    await act(email, exportUser(file))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(email)
    expect(text).not.toContain('pin_hash')
    await expect(act(email, exportUser(file))).rejects.toThrow('it exists')
  })
})

describe('kitewise owner', { timeout: 60_000 }, () => {
  it('makes one-time links next to a running server', async () => {
    const { host, port, username } = inject('postgres')
    const name = 'database' in server.database.address ? server.database.address.database : ''
    const url = `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    const config = testConfig({ database: { kind: 'url', url, directUrl: null } })
    const parts = { catalog: makeCatalog({ id: 'c', chapters: { a: { l1: { f1: [] } } } }) }
    const person = { email: 'owner@kitewise.example', name: 'Olga' }
    const added = await withContext(config, (context) => addOwner(context, person), parts)
    expect(added).toMatchObject({ ok: true, value: { link: expect.stringContaining('/desk/enrol#') } })
    expect(await withContext(config, (context) => addOwner(context, person), parts)).toMatchObject({ ok: false })
    const again = await withContext(config, (context) => recoverStaff(context, person.email), parts)
    expect(again).toMatchObject({ ok: true })
    expect(again).not.toEqual(added)
  })
})
