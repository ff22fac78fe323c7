import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../test-support/factories.ts'
import { buyAs, listMails } from '../../test-support/act-as-buyer.ts'
import { makeOrganization, person, type TestOrganization } from '../../test-support/organization.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts'
import { addFinishedLesson } from '../../test-support/rows/learning.ts'
import { beginQuiz, onboardingCatalog } from '../../test-support/visitor.ts'
import { purgeAccounts } from '../privacy/delete-account.ts'
import { purgeJoining } from './join.ts'

let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  database = await createTestDatabase('migrated', 'endless')
  server = await startTestServer({ catalog: onboardingCatalog(), database })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const join = (token: string, way: object) => server.call('joinOrganization', { token, body: way })
const hasAccess = async (token: string): Promise<boolean> => {
  const { body } = await server.call('userSubscription', { token })
  return body.data.some(({ status, current_period_end: end }) => status === 'active' && end > Date.now() / 1000)
}
const seatsOf = async ({ id, owner }: TestOrganization) =>
  (await server.call('getOrganization', { token: owner.token, params: { organizationId: id } })).body.data.seats
const tokenIn = ({ text }: { text: string }): string => /\/join#([\w.-]+)/.exec(text)?.[1] ?? ''

const invite = ({ id, owner }: TestOrganization, text: string) =>
  server.call('sendInvitations', {
    token: owner.token,
    params: { organizationId: id },
    body: { text, groupId: null },
  })

describe('joining with a link', () => {
  it('shows who the employer is, gives a seat with access, and shows that the organization pays', async () => {
    const team = await makeOrganization(server)
    const link = await team.link()
    const offer = await server.call('showJoinOffer', { body: { token: link } })
    expect(offer.body.data).toMatchObject({ legalName: 'A company Ltd', reason: 'link', hasFreeSeat: true })
    const learner = await person(server)
    const joined = await join(learner.token, { token: link })
    expect(joined.body.data).toMatchObject({ organizationId: team.id, seat: 'taken', ownPlanEnds: null })
    const { body } = await server.call('userSubscription', { token: learner.token })
    expect(body.data).toMatchObject([{ status: 'active', organization: { id: team.id, name: 'A company' } }])
    expect((await join(learner.token, { token: link })).body.data.seat).toBe('taken')
    expect(await seatsOf(team)).toEqual({ total: 3, taken: 1, waiting: 0 })
  })

  it('gives 20 people who come at once exactly the 5 seats; a freed one goes to who waits longest', async () => {
    const team = await makeOrganization(server, { seats: 5 })
    const link = await team.link()
    const people = await Promise.all(Array.from({ length: 20 }, () => person(server)))
    const answers = await Promise.all(people.map(({ token }) => join(token, { token: link })))
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    const seats = answers.map(({ body }) => body.data.seat)
    expect(seats.filter((seat) => seat === 'taken')).toHaveLength(5)
    expect(await seatsOf(team)).toEqual({ total: 5, taken: 5, waiting: 15 })
    const access = await Promise.all(people.map(({ token }) => hasAccess(token)))
    expect(access).toEqual(seats.map((seat) => seat === 'taken'))

    const { token } = team.owner
    const holder = people[seats.indexOf('taken')]
    const params = { organizationId: team.id, userId: holder?.id ?? '' }
    expect((await server.call('freeSeat', { token, params })).status).toBe(200)
    expect(await hasAccess(holder?.token ?? '')).toBe(false)
    expect(await seatsOf(team)).toEqual({ total: 5, taken: 5, waiting: 14 })
    expect((await server.call('giveSeat', { token, params })).error?.name).toBe('no_free_seat')
  }, 60_000)

  it('lets so many people join as the link allows, and nobody once it is void', async () => {
    const team = await makeOrganization(server)
    const link = await team.link(2)
    const people = await Promise.all(Array.from({ length: 6 }, () => person(server)))
    const answers = await Promise.all(people.map(({ token }) => join(token, { token: link })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ error }) => error?.name === 'invalid_token')).toHaveLength(4)
    const other = await team.link()
    const { token } = team.owner
    const params = { organizationId: team.id }
    const [newest] = (await server.call('listJoinLinks', { token, params })).body.data
    await server.call('revokeJoinLink', { token, params: { ...params, linkId: newest?.id ?? '' } })
    expect((await server.call('showJoinOffer', { body: { token: other } })).error?.name).toBe('invalid_token')
  })

  it('stops the renewal of the learner’s own plan once, and says so', async () => {
    const team = await makeOrganization(server)
    const token = await buyAs(server, await beginQuiz(server), 'payer-who-joins@kitewise.example')
    const joined = await join(token, { token: await team.link() })
    expect(joined.body.data.ownPlanEnds).toBeGreaterThan(Date.now() / 1000)
    await runJobs(server.context)
    const { body } = await server.call('userSubscription', { token: token })
    const own = body.data.find(({ organization }) => organization === undefined)
    expect(own).toMatchObject({ cancel_at_period_end: true })
    expect(await listMails(server, 'payer-who-joins@kitewise.example')).toContain('own_plan_ends')
    await server.call('resumeSubscription', { token: token, params: { id: own?.id ?? '' } })
    await join(token, { token: await team.link() })
    await runJobs(server.context)
    const again = (await server.call('userSubscription', { token: token })).body.data
    expect(again.find(({ id }) => id === own?.id)).toMatchObject({ cancel_at_period_end: false })
  })
})

describe('invitations', () => {
  it('come by mail, hold no seat, and work once', async () => {
    const team = await makeOrganization(server)
    const sent = await invite(team, 'Email;Name;Group\nnew-one@company.example;Ann;Sales\nnot an address;Bob;\n')
    expect(sent.body.data).toMatchObject({ valid: 1, newGroups: ['Sales'] })
    expect(sent.body.data.failedCsv).toBe('email,name,group,problem\r\nnot an address,Bob,,badEmail\r\n')
    expect(await seatsOf(team)).toMatchObject({ taken: 0 })
    await runJobs(server.context)
    const [mail] = await mailsTo(server.context, 'new-one@company.example')
    expect(mail?.subject).toContain('A company')
    const token = tokenIn(mail ?? { text: '' })
    const offer = await server.call('showJoinOffer', { body: { token } })
    expect(offer.body.data).toMatchObject({ invitedEmail: 'new-one@company.example', group: 'Sales' })
    const [first, second] = [await person(server), await person(server)]
    expect((await join(first.token, { token })).status).toBe(200)
    expect((await join(second.token, { token })).error?.name).toBe('invalid_token')
  })

  it('are sent once for the same list twice at once, and name what can’t be invited', async () => {
    const team = await makeOrganization(server)
    const member = await team.add('member')
    const text = `a@company.example\na@company.example\n${member.email}\n`
    const both = await Promise.all([invite(team, text), invite(team, text)])
    expect(new Set(both.map(({ body }) => body.data.valid))).toEqual(new Set([0, 1]))
    const problems = (await invite(team, text)).body.data.lines.map(({ problem }) => problem)
    expect(problems).toEqual(['invited', 'duplicate', 'member'])
    await runJobs(server.context)
    expect(await mailsTo(server.context, 'a@company.example')).toHaveLength(1)
  })

  it('can be sent again, which ends the earlier link, and be revoked', async () => {
    const team = await makeOrganization(server)
    await invite(team, 'again@company.example')
    await runJobs(server.context)
    const [params, { token }] = [{ organizationId: team.id }, team.owner]
    const [row] = (await server.call('listInvitations', { token, params })).body.data.rows
    const place = { token, params: { ...params, invitationId: row?.id ?? '' } }
    expect((await server.call('resendInvitation', place)).error?.name).toBe('too_many_invitations')
    await server.context.db`update organization_invitations set sent_at = sent_at - interval '31 days',
      expires_at = expires_at - interval '31 days' where id = ${row?.id ?? ''}`
    const expired = await server.call('listInvitations', { token, params, query: 'state=expired' })
    expect(expired.body.data.total).toBe(1)
    expect((await server.call('resendInvitation', place)).status).toBe(200)
    await runJobs(server.context)
    const mails = await mailsTo(server.context, 'again@company.example')
    const offers = await Promise.all(
      mails.map((mail) => server.call('showJoinOffer', { body: { token: tokenIn(mail) } })),
    )
    expect(new Set(offers.map(({ status }) => status))).toEqual(new Set([200, 400]))
    await server.call('revokeInvitation', place)
    const newest = await Promise.all(
      mails.map((mail) => server.call('showJoinOffer', { body: { token: tokenIn(mail) } })),
    )
    expect(newest.map(({ status }) => status)).toEqual([400, 400])
  })
})

describe('a newcomer', () => {
  it('registers without paying, sets a PIN by mail, signs in and joins as agreed', async () => {
    const team = await makeOrganization(server)
    const token = await team.link()
    const email = 'newcomer@company.example'
    const body = { token, email, termsAccepted: true, marketingConsent: false }
    const refused = await server.call('registerToJoin', { body: { ...body, termsAccepted: false } })
    expect(refused.error?.name).toBe('terms_required')
    const sent = await server.call('registerToJoin', { body })
    const existing = await person(server, { email: 'existing@company.example' })
    const same = await server.call('registerToJoin', { body: { ...body, email: existing.email } })
    expect(same.text).toBe(sent.text)
    await runJobs(server.context)
    expect(await listMails(server, existing.email)).toEqual(['sign_in_hint'])
    const [mail] = await mailsTo(server.context, email)
    const pinToken = tokenIn(mail ?? { text: '' }).replace('pin.', '')
    await server.call('setPin', { token: pinToken, body: { email, pin: '4826' } })
    const session = await server.signIn(email, '4826')
    const offers = await server.call('listJoinOffers', { token: session })
    expect(offers.body.data).toMatchObject([{ organizationId: team.id, reason: 'agreed' }])
    expect((await join(session, { organizationId: team.id })).body.data.seat).toBe('taken')
    expect((await server.call('listJoinOffers', { token: session })).body.data).toEqual([])
    const consents = await server.context.db<{ purpose: string }[]>`
      select c.purpose from consents c join users u on u.id = c.user_id where u.email = ${email} order by c.purpose`
    expect(consents.map(({ purpose }) => purpose)).toEqual(['age', 'marketing', 'terms'])
  })

  it('who never came is erased after 30 days, but no account without a PIN that somebody uses', async () => {
    const { context } = server
    const { db } = context
    const team = await makeOrganization(server)
    const token = await team.link()
    const withoutPin = (email: string, subscription?: null) => createUser(context, { email, pin: null, subscription })
    await withoutPin('buyer@kitewise.example')
    const { id: memberId } = await withoutPin('member@kitewise.example', null)
    await db`insert into organization_members (user_id, organization_id, role) values (${memberId}, ${team.id}, 'member')`
    const { id: learnerId } = await withoutPin('learner@kitewise.example', null)
    await addFinishedLesson(db, { userId: learnerId, lessonId: 'ai-zero.l01' })
    const used = ['buyer@kitewise.example', 'learner@kitewise.example', 'member@kitewise.example']
    // Anybody can type these addresses.
    for (const email of [...used, 'idle@kitewise.example'])
      await server.call('registerToJoin', { body: { token, email, termsAccepted: true, marketingConsent: false } })
    await runJobs(context)
    const left = async () => {
      const rows = await db<{ email: string }[]>`
        select email from users where email = any(${[...used, 'idle@kitewise.example']}) order by email`
      return rows.map(({ email }) => email)
    }
    const purge = async () => {
      await purgeJoining(context)
      await purgeAccounts(context)
    }
    await purge()
    expect(await left()).toContain('idle@kitewise.example')
    await db`update organization_agreements set agreed_at = agreed_at - interval '31 days'`
    await purge()
    expect(await left()).toEqual(used)
  })
})

describe('a proved domain', () => {
  it('invites by mail those who have an address there, once the owner lets it; an unproved one nobody', async () => {
    const team = await makeOrganization(server)
    const learner = await person(server, { email: 'somebody@domain-of-team.example' })
    const { db } = server.context
    await db`insert into organization_domains (id, organization_id, domain, token)
      values (${randomUUID()}, ${team.id}, 'domain-of-team.example', 't')`
    await db`update organizations set joins_by_domain = true where id = ${team.id}`
    const offers = () => server.call('listJoinOffers', { token: learner.token })
    expect((await offers()).body.data).toEqual([])
    await db`update organization_domains set proved_at = now() where organization_id = ${team.id}`
    expect((await offers()).body.data).toMatchObject([{ organizationId: team.id, reason: 'domain' }])
    expect((await join(learner.token, { organizationId: team.id })).error?.name).toBe('not_found')
    await server.call('mailJoinLink', { token: learner.token, body: { organizationId: team.id } })
    await runJobs(server.context)
    const [mail] = await mailsTo(server.context, learner.email)
    expect((await join(learner.token, { token: tokenIn(mail ?? { text: '' }) })).body.data.seat).toBe('taken')
  })
})
