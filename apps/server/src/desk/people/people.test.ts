import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser } from '../../test-support/factories.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
let support: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-05-10T12:00:00Z') })
  support = await actAsStaff(server, 'support')
})
afterAll(() => server.close())

const reason = 'asked by phone, ticket 12'
const viewOf = async (userId: string) => (await support.call('viewPerson', { params: { userId } })).body.data
const meOf = (token: string) => server.call('me', { token })

const idsOf = async (search: string) =>
  (await support.call('findPeople', { query: new URLSearchParams({ search }).toString() })).body.data.map(
    ({ id }) => id,
  )

describe('finding a person', () => {
  it('works by address, ID and the ID of a subscription, and by nothing less', async () => {
    const user = await createUser(server.context, { email: 'rosa@kitewise.example' })
    const [plan] = (await viewOf(user.id)).subscriptions
    expect(await idsOf('Rosa@kitewise.example')).toEqual([user.id])
    expect(await idsOf(user.id.toUpperCase())).toEqual([user.id])
    expect(await idsOf(plan?.id ?? '')).toEqual([user.id])
    expect(await idsOf('rosa@')).toEqual([])
    expect(await idsOf('kitewise')).toEqual([])
  })
})

describe('a person', () => {
  it('is shown with plan, learning and sign-ins, and the view is logged without the person’s ID', async () => {
    const learner = await actAsLearner(server)
    await learner.start('ai-zero.l01')
    await learner.report('ai-zero.l01', 0, true)
    const person = await viewOf(learner.id)
    expect(person).toMatchObject({ email: learner.email, hasAccess: true, hasPin: true, learnedDays: 1 })
    expect(person.courses).toMatchObject([{ id: 'ai-zero', started: 1, finished: 0 }])
    expect(person.signIns).toMatchObject([{ endedAt: null }])
    const rows = await server.database
      .db`select row_to_json(a)::text as row from desk_audit a where action = 'viewPerson'`
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(learner.id)
    const owner = await actAsStaff(server, 'owner')
    const log = await owner.call('listAudit', { query: `userId=${learner.id}` })
    expect(log.body.data.rows.map(({ action }) => action)).toEqual(['viewPerson'])
  })

  it('who does not exist is 404', async () => {
    expect((await support.call('viewPerson', { params: { userId: randomUUID() } })).status).toBe(404)
  })
})

describe('support', () => {
  it('needs a reason, and one without an address', async () => {
    const { id: userId } = await createUser(server.context)
    for (const given of ['', 'no', 'because rosa@kitewise.example asked'])
      expect((await support.call('sendPinLink', { params: { userId }, body: { reason: given } })).status).toBe(400)
  })

  it('sends a PIN link and an email again', async () => {
    const { id: userId } = await createUser(server.context)
    expect((await support.call('sendPinLink', { params: { userId }, body: { reason } })).status).toBe(200)
    const [mail] = (await viewOf(userId)).mails
    expect(mail?.template).toBe('set_pin_after_restore')
    const params = { userId, mailId: mail?.id ?? '' }
    const body = { attempt: randomUUID(), reason }
    expect((await support.call('resendPersonsMail', { params, body })).status).toBe(200)
    expect((await viewOf(userId)).mails).toHaveLength(2)
    const stranger = await createUser(server.context)
    const foreign = await support.call('resendPersonsMail', { params: { ...params, userId: stranger.id }, body })
    expect(foreign.status).toBe(404)
  })

  it('ends sessions, and the learner is signed out', async () => {
    const learner = await actAsLearner(server)
    await support.call('endPersonsSessions', { params: { userId: learner.id }, body: { reason } })
    expect((await meOf(learner.token)).status).toBe(401)
    expect((await viewOf(learner.id)).knownDevices).toBe(0)
  })

  it('grants access with an end, moves the end, and takes it back', async () => {
    const { id: userId } = await createUser(server.context, { subscription: null })
    const grant = (until: string, shorten?: boolean) =>
      support.call('grantAccess', { params: { userId }, body: { until, shorten, reason } })
    expect((await viewOf(userId)).hasAccess).toBe(false)
    expect((await grant('2026-05-20')).status).toBe(200)
    const granted = await viewOf(userId)
    expect(granted).toMatchObject({ hasAccess: true, subscriptions: [{ amount: 0, cancelAtPeriodEnd: true }] })
    await grant('2026-06-20')
    expect((await viewOf(userId)).subscriptions).toHaveLength(1)
    expect((await grant('2027-12-01')).status).toBe(400)
    // A gift may be in it: fewer days have to be meant.
    expect((await grant('2026-06-01')).error?.name).toBe('access_would_shorten')
    expect((await grant('2026-05-01')).error?.name).toBe('access_would_shorten')
    await grant('2026-05-01', true)
    expect((await viewOf(userId)).hasAccess).toBe(false)
  })

  it('gives no more free days than the role may: 100 at once and 300 a day by support, any number by an owner', async () => {
    const colleague = await actAsStaff(server, 'support')
    const grant = async (who: typeof colleague, until: string, userId?: string) => {
      const id = userId ?? (await createUser(server.context, { subscription: null })).id
      const reply = await who.call('grantAccess', { params: { userId: id }, body: { until, reason } })
      return reply.error?.name ?? id
    }
    const dayAfter = (days: number) =>
      new Date(server.context.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10)
    expect(await grant(colleague, dayAfter(101))).toBe('access_over_limit')
    const first = await grant(colleague, dayAfter(99))
    const second = await grant(colleague, dayAfter(99))
    expect([first, second]).not.toContain('access_over_limit')
    // Only the days that it adds count.
    expect(await grant(colleague, dayAfter(150), first)).toBe(first)
    expect(await grant(colleague, dayAfter(50))).toBe('access_over_limit')
    expect(await grant(colleague, dayAfter(30))).not.toBe('access_over_limit')
    expect(await grant(await actAsStaff(server, 'support'), dayAfter(50))).not.toBe('access_over_limit')
    const owner = await actAsStaff(server, 'owner')
    for (let at = 0; at < 3; at += 1) expect(await grant(owner, dayAfter(399))).not.toBe('access_over_limit')
  })

  it('ends a plan with its period, lets it continue, or ends it now', async () => {
    const { id: userId } = await createUser(server.context)
    const subscriptionId = (await viewOf(userId)).subscriptions[0]?.id ?? ''
    const params = { userId, subscriptionId }
    await support.call('cancelPersonsPlan', { params, body: { when: 'period_end', reason } })
    expect((await viewOf(userId)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: true, status: 'active' }])
    await support.call('resumePersonsPlan', { params, body: { reason } })
    expect((await viewOf(userId)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: false }])
    await support.call('cancelPersonsPlan', { params, body: { when: 'now', reason } })
    expect(await viewOf(userId)).toMatchObject({ hasAccess: false, subscriptions: [{ status: 'canceled' }] })
  })

  it('corrects the name on all certificates', async () => {
    const { id: userId } = await createUser(server.context)
    const correct = (name: string) =>
      support.call('correctCertificateName', { params: { userId }, body: { name, reason } })
    expect((await correct('Rosa Luz')).status).toBe(404)
    await server.database.db`
      insert into certificates (user_id, course_id, id, name, course_name, language, issued_on, issued_at)
      values (${userId}, 'ai-zero', ${'a'.repeat(32)}, 'Rosa Lux', 'AI from zero', 'en', '2026-05-01', now())`
    expect((await correct('Rosa Luz')).status).toBe(200)
    expect((await correct('  ')).error?.name).toBe('certificate_name_missing')
    expect((await viewOf(userId)).certificates).toMatchObject([{ name: 'Rosa Luz' }])
  })
})

describe('an owner', () => {
  it('erases an account at once, after typing its address', async () => {
    const owner = await actAsStaff(server, 'owner')
    const learner = await actAsLearner(server)
    const params = { userId: learner.id }
    const typo = await owner.call('erasePerson', { params, body: { email: 'other@kitewise.example', reason } })
    expect(typo.error?.name).toBe('wrong_email')
    expect((await meOf(learner.token)).status).toBe(200)
    expect((await owner.call('erasePerson', { params, body: { email: learner.email, reason } })).status).toBe(200)
    expect((await meOf(learner.token)).status).toBe(401)
    expect((await owner.call('viewPerson', { params })).status).toBe(404)
    expect((await owner.call('verifyAudit')).body.data.firstBrokenId).toBe(null)
  })
})
