import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, person, proveDomain, wishFor } from '../../test-support/organization.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Acting = { token: string; params: { organizationId: string } }

const found = async (owner?: Awaited<ReturnType<typeof person>>, name = 'Kites'): Promise<Acting> => {
  const { token } = owner ?? (await person(server))
  const { id } = (await server.call('createOrganization', { token, body: wishFor(name) })).body.data
  return { token, params: { organizationId: id } }
}

let lists = 0
/** Addresses that nobody else uses. */
const listOf = (count: number): string => {
  lists += 1
  return Array.from({ length: count }, (_, at) => `person-${lists}-${at}@somewhere.example`).join('\n')
}
const invite = (acting: Acting, text: string) =>
  server.call('sendInvitations', { ...acting, body: { text, groupId: null } })
const countMails = async (address: string) => {
  await runJobs(server.context)
  return (await mailsTo(server.context, address)).length
}

describe('R174: an organization that nobody knows', () => {
  it('invites twenty people a day, together with all others of the same person, closed ones included', async () => {
    const owner = await person(server)
    const first = await found(owner)
    expect((await invite(first, listOf(12))).status).toBe(200)
    expect((await invite(first, listOf(9))).error?.name).toBe('too_many_invitations')
    expect((await invite(first, listOf(3))).status).toBe(200)
    await server.call('closeOrganization', { ...first, body: { name: 'Kites' } })
    const second = await found(owner)
    expect((await invite(second, listOf(6))).error?.name).toBe('too_many_invitations')
    expect((await invite(second, listOf(5))).status).toBe(200)
    expect((await invite(second, listOf(1))).error?.name).toBe('too_many_invitations')
  })

  it('invites more with a proved domain', async () => {
    const acting = await found()
    await proveDomain(server, acting.params.organizationId, 'many.example')
    expect((await invite(acting, listOf(60))).status).toBe(200)
  })

  it('isn’t known by an invoice that it hasn’t paid', async () => {
    const acting = await found()
    const order = { attempt: crypto.randomUUID(), way: 'invoice', interval: 'year', seats: 900, terms: 30 } as const
    await server.call('buySeats', { ...acting, body: order })
    expect((await invite(acting, listOf(21))).error?.name).toBe('too_many_invitations')
  })

  it.each(['Your account is locked. Sign in at https://evil.example/login', 'evil.example', 'Kites'.repeat(13)])(
    'can’t be called %j',
    async (name) => {
      const { token } = await person(server)
      const created = await server.call('createOrganization', { token, body: { ...wishFor('Kites'), name } })
      expect(created.error?.name).toBe('organization_name_invalid')
      const acting = await found()
      const details = { ...wishFor('Kites'), name, joinsByDomain: false }
      expect((await server.call('updateOrganization', { ...acting, body: details })).error?.name).toBe(
        'organization_name_invalid',
      )
    },
  )

  it('is quoted in the mail, and named by the subject only with a proved domain', async () => {
    const unknown = await found(undefined, 'Your bank')
    await invite(unknown, 'quoted@somewhere.example')
    const known = await found(undefined, 'Kite Makers')
    await proveDomain(server, known.params.organizationId, 'kite-makers.example')
    await invite(known, 'proved@somewhere.example')
    await runJobs(server.context)
    const [first] = await mailsTo(server.context, 'quoted@somewhere.example')
    expect(first?.subject).toBe('A company invites you to Kitewise')
    expect(first?.text).toContain('“Your bank”')
    const [second] = await mailsTo(server.context, 'proved@somewhere.example')
    expect(second?.subject).toBe('Kite Makers invites you to Kitewise')
  })
})

describe('one address', () => {
  it('gets one invitation of an organization in an hour, however often it is revoked and sent again', async () => {
    const acting = await found()
    const address = 'again-and-again@somewhere.example'
    for (let at = 0; at < 5; at += 1) {
      await invite(acting, address)
      await runJobs(server.context)
      const listed = await server.call('listInvitations', acting)
      for (const { id, state } of listed.body.data.rows)
        if (state === 'pending')
          await server.call('revokeInvitation', { ...acting, params: { ...acting.params, invitationId: id } })
    }
    expect(await countMails(address)).toBe(1)
  })

  it('gets three in a day, whoever sends', async () => {
    const address = 'popular@somewhere.example'
    for (let at = 0; at < 5; at += 1) await invite(await found(), address)
    expect(await countMails(address)).toBe(3)
  })

  it('gets no more after its owner has said so, from nobody, until the owner asks for one', async () => {
    const address = 'no-more@somewhere.example'
    await invite(await found(), address)
    await runJobs(server.context)
    const [mail] = await mailsTo(server.context, address)
    const page = /\/unsubscribe\?token=([\w-]+)&about=invitations/.exec(mail?.text ?? '')
    expect(mail?.unsubscribeUrl).toContain('/u/')
    expect((await server.call('unsubscribe', { body: { token: page?.[1] ?? '' } })).status).toBe(200)
    expect((await server.call('unsubscribe', { body: { token: page?.[1] ?? '' } })).status).toBe(200)
    await invite(await found(), address)
    expect(await countMails(address)).toBe(1)
  })
})

it('a sender whose invitations are declined or reported stops, with all organizations of the same person', async () => {
  const owner = await person(server)
  const acting = await found(owner)
  await proveDomain(server, acting.params.organizationId, 'declined.example')
  await invite(acting, listOf(30))
  await server.context.db`
    update outgoing_mails set declined_at = now() where id in (
      select id from outgoing_mails where organization_id = ${acting.params.organizationId} limit 2)`
  expect((await invite(acting, listOf(1))).status).toBe(200)
  await server.context.db`
    update outgoing_mails set complained_at = now() where id in (
      select id from outgoing_mails where organization_id = ${acting.params.organizationId} and declined_at is null limit 1)`
  expect((await invite(acting, listOf(1))).error?.name).toBe('too_many_invitations')
  expect((await invite(await found(owner), listOf(1))).error?.name).toBe('too_many_invitations')
})

it('a company with a paid contract invites a whole department at once', async () => {
  const team = await makeOrganization(server)
  const acting = { token: team.owner.token, params: { organizationId: team.id } }
  expect((await invite(acting, listOf(150))).body.data.valid).toBe(150)
})
