import { randomUUID } from 'node:crypto'
import type { DeskEndpointName } from '@kitewise/contract/desk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { queueMail } from '../../platform/messages/queue-mail.ts'
import { recordReport } from '../../platform/messages/returned-mail.ts'
import { actAsBuyer, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { listAuditOf } from '../../test-support/rows/inbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { hashAuditPerson } from '../access/audit.sql.ts'

let server: TestServer
let staff: Awaited<ReturnType<typeof actAsStaff>>
let learner: TestUser
beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
  staff = await actAsStaff(server, 'support')
})
afterAll(() => server.close())
beforeEach(async () => {
  await runJobs(server.context)
  await server.context.db`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
  learner = await createUser(server.context)
})

const reason = 'asked by phone'
const jobs = async (query = '') => (await staff.call('listJobs', { query })).body.data
const mails = async (query = `to=${encodeURIComponent(learner.email)}`) =>
  (await staff.call('listMails', { query })).body.data
const act = (name: DeskEndpointName, params: Record<string, string>, body: object = {}) =>
  staff.call(name, { params, body: { reason, ...body } })
const welcome = async () => {
  await inTransaction(server.context.db, (tx) =>
    queueMail(tx, { to: learner.email, userId: learner.id, language: 'en', template: 'welcome', values: {} }),
  )
}
const inMailbox = async () => {
  await runJobs(server.context)
  return (await mailsTo(server.context, learner.email)).length
}

const failing = () =>
  addJob(
    server.context.db,
    'mail-payer',
    { sessionId: 'none', requestedFrom: 'x', roundsLeft: 0 },
    { key: 'kept', maxAttempts: 1 },
  )
const events = async (query = '') => (await staff.call('listProviderEvents', { query })).body.data

describe('jobs', () => {
  it('show waiting and given up ones, with the error, and filter by state and name', async () => {
    await addJob(server.context.db, 'purge-expired', {}, { key: 'later', runAt: new Date(Date.now() + 3_600_000) })
    await server.context.db`
      select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.add_job('push-reminder', '{}'::json)), 'push-reminder failed')`
    expect((await jobs('sort=attempts')).rows).toMatchObject([
      { name: 'push-reminder', state: 'given_up', lastError: 'push-reminder failed' },
      { name: 'purge-expired', state: 'waiting', attempts: 0, lastError: null },
    ])
    expect((await jobs('state=given_up')).rows.map(({ name }) => name)).toEqual(['push-reminder'])
    expect(await jobs('name=purge-expired')).toMatchObject({ total: 1 })
    expect(await jobs('state=running')).toEqual({ rows: [], total: 0 })
  })

  it('are retried at once with all attempts, or dropped', async () => {
    await addJob(server.context.db, 'purge-expired', {}, { key: 'later', runAt: new Date(Date.now() + 3_600_000) })
    const id = (await jobs()).rows[0]?.id ?? ''
    expect((await act('retryJob', { jobId: id })).status).toBe(200)
    expect((await jobs()).rows[0]?.runAt).toBeLessThanOrEqual(Date.now() + 60_000)
    expect((await act('dropJob', { jobId: id })).status).toBe(200)
    expect((await jobs()).total).toBe(0)
    expect((await act('dropJob', { jobId: id })).error?.name).toBe('not_found')
    expect((await act('retryJob', { jobId: id })).error?.name).toBe('not_found')
  })

  it('need a reason', async () => {
    await failing()
    const id = (await jobs()).rows[0]?.id ?? ''
    expect((await staff.call('dropJob', { params: { jobId: id }, body: {} })).status).toBe(400)
    expect((await jobs()).total).toBe(1)
  })
})

describe('mails', () => {
  it('show what became of them', async () => {
    await welcome()
    expect((await mails()).rows).toMatchObject([
      { template: 'welcome', state: 'queued', sentAt: null, suppressed: null },
    ])
    await runJobs(server.context)
    const [sent] = (await mails()).rows
    expect(sent).toMatchObject({ state: 'sent', status: null })
    await recordReport(server.context, { kind: 'bounce', status: '5.1.1', mailIds: [sent?.id ?? ''] })
    await welcome()
    await runJobs(server.context)
    expect((await mails()).rows).toMatchObject([
      { state: 'suppressed', suppressed: 'bounce' },
      { state: 'bounced', status: '5.1.1', suppressed: 'bounce' },
    ])
    const to = encodeURIComponent(learner.email)
    expect(await mails(`to=${to}&state=bounced`)).toMatchObject({ total: 1, rows: [{ state: 'bounced' }] })
    expect(await mails(`to=${to}&template=reminder`)).toEqual({ rows: [], total: 0 })
  })

  it('are sent again once for each attempt, and the person is in the audit log', async () => {
    await welcome()
    expect(await inMailbox()).toBe(1)
    const mailId = (await mails()).rows[0]?.id ?? ''
    const attempt = randomUUID()
    await Promise.all([1, 2].map(() => act('resendMail', { mailId }, { attempt })))
    expect(await inMailbox()).toBe(2)
    const person = hashAuditPerson(server.context, learner.id)
    expect(await listAuditOf(server.context.db, person)).toContainEqual({ action: 'resendMail', staffId: staff.id })
    expect((await act('resendMail', { mailId: randomUUID() }, { attempt })).error?.name).toBe('not_found')
  })

  it('to an address that was enabled arrive again', async () => {
    await welcome()
    await runJobs(server.context)
    const mailId = (await mails()).rows[0]?.id ?? ''
    await recordReport(server.context, { kind: 'bounce', status: '5.1.1', mailIds: [mailId] })
    const again = () => act('resendMail', { mailId }, { attempt: randomUUID() })
    expect((await again()).error?.name).toBe('address_bounces')
    expect((await act('enableAddress', { mailId })).status).toBe(200)
    expect((await act('enableAddress', { mailId })).error?.name).toBe('not_found')
    expect((await again()).status).toBe(200)
    expect(await inMailbox()).toBe(2)
  })
})

describe('events of the provider', () => {
  it('are listed, and read again from the provider', async () => {
    const buyer = await actAsBuyer(server)
    const begun = await buyer.begin('month')
    await payAt(server, begun.sessionId)
    const [stored] = await listStored(server, buyer.email)
    const { rows } = await events(`subscriptionId=${stored?.id ?? ''}`)
    expect(rows.length).toBeGreaterThan(0)
    await server.context.db`update subscriptions set status = 'canceled' where id = ${stored?.id ?? ''}`
    expect((await act('replayProviderEvent', { eventId: rows[0]?.id ?? '' })).status).toBe(200)
    expect(await listStored(server, buyer.email)).toMatchObject([{ status: 'trialing' }])
    expect((await act('replayProviderEvent', { eventId: 'evt_none' })).error?.name).toBe('not_found')
    expect(await events('type=none')).toEqual({ rows: [], total: 0 })
  })
})
