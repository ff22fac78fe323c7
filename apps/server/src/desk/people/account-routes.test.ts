import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeBilling } from '../../features/billing/billing-jobs.ts'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
let support: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  server = await startTestServer()
  support = await actAsStaff(server, 'support')
})
afterAll(() => server.close())

const body = { reason: 'threatened another learner' }
const signIn = ({ email, pin }: { email: string; pin: string }) => server.call('login', { body: { email, pin } })
const viewOf = async (userId: string) => (await support.call('viewPerson', { params: { userId } })).body.data

describe('blocking a person', () => {
  it('ends sessions, refuses sign-ins only after the right PIN, and is undone without a loss', async () => {
    const user = await createUser(server.context)
    const { jwt } = (await signIn(user)).body
    const params = { userId: user.id }
    expect((await support.call('blockPerson', { params, body })).status).toBe(200)
    const ended = await server.call('me', { token: jwt })
    expect([ended.status, ended.error?.details]).toEqual([401, { reason: 'account_blocked' }])
    const refused = await signIn(user)
    expect([refused.status, refused.error?.name]).toEqual([403, 'account_blocked'])
    expect((await signIn({ ...user, pin: '0001' })).error?.name).toBe('invalid_credentials')
    const since = (await viewOf(user.id)).blockedAt
    expect(since).not.toBe(null)
    await support.call('blockPerson', { params, body })
    expect((await viewOf(user.id)).blockedAt).toBe(since)

    expect((await support.call('unblockPerson', { params, body })).status).toBe(200)
    expect((await viewOf(user.id)).blockedAt).toBe(null)
    expect((await signIn(user)).status).toBe(200)
    expect((await server.call('me', { token: jwt })).status).toBe(401)
  })

  it('ends a session that was stored behind its back', async () => {
    const learner = await actAsLearner(server)
    await server.database.db`update users set blocked_at = now() where id = ${learner.id}`
    expect((await server.call('me', { token: learner.token })).status).toBe(401)
  })

  it('ends the plan with its period, and unblocking does not resume it', async () => {
    const { id: userId } = await createUser(server.context)
    await support.call('blockPerson', { params: { userId }, body })
    await closeBilling(server.context)
    const plans = [{ status: 'active', cancelAtPeriodEnd: true }]
    expect(await viewOf(userId)).toMatchObject({ hasAccess: true, subscriptions: plans })
    await support.call('unblockPerson', { params: { userId }, body })
    await closeBilling(server.context)
    expect((await viewOf(userId)).subscriptions).toMatchObject(plans)
  })

  it('does not bring back a deleted account at its next sign-in', async () => {
    const user = await createUser(server.context)
    const { jwt } = (await signIn(user)).body
    expect((await server.call('deleteAccount', { token: jwt, body: {} })).status).toBe(200)
    await support.call('blockPerson', { params: { userId: user.id }, body })
    expect((await signIn(user)).error?.name).toBe('account_blocked')
    expect((await viewOf(user.id)).deletedAt).not.toBe(null)
  })
})

describe('exporting a person', () => {
  it("gives the learner's own file, and is logged under that person", async () => {
    const learner = await actAsLearner(server)
    const reply = await support.call('exportPerson', { params: { userId: learner.id }, body })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-disposition')).toContain(`data-of-${learner.id}`)
    const own = await server.call('exportData', { token: learner.token })
    const file = reply.body as unknown as typeof own.body
    expect(file.data.records.users).toEqual(own.body.data.records.users)
    expect(Object.keys(file.data.records)).toEqual(Object.keys(own.body.data.records))
    const owner = await actAsStaff(server, 'owner')
    const log = await owner.call('listAudit', { query: `userId=${learner.id}` })
    expect(log.body.data.rows).toMatchObject([{ action: 'exportPerson', reason: body.reason, staffName: support.name }])
  })

  it('stops after ten a day for one member of staff, however many are asked for at once', async () => {
    const { id: userId } = await createUser(server.context)
    const busy = await actAsStaff(server, 'support')
    const exportIt = async () => (await busy.call('exportPerson', { params: { userId }, body })).status
    for (let count = 0; count < 9; count += 1) expect(await exportIt()).toBe(200)
    const together = await Promise.all([exportIt(), exportIt(), exportIt()])
    expect(together.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    const other = await actAsStaff(server, 'support')
    expect((await other.call('exportPerson', { params: { userId }, body })).status).toBe(200)
  })
})
