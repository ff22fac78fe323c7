import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../../test-support/act-as-learner.ts'
import { createOrganization } from '../../test-support/rows/organizations.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { recheckDomains } from './domains.ts'

/** What the domain name system holds; null: no server answers. */
const records = new Map<string, string[] | null>()
let server: TestServer
let owner: Awaited<ReturnType<typeof actAsLearner>>
beforeAll(async () => {
  const domainRecords = { readTxt: async (domain: string) => records.get(domain) ?? (records.has(domain) ? null : []) }
  server = await startTestServer({ domainRecords })
  owner = await actAsLearner(server)
})
afterAll(() => server.close())

const found = async (owners = [owner.id]) => createOrganization(server.context, { owners })
const addDomain = (organizationId: string, domain: string, token = owner.token) =>
  server.call('addDomain', { token, params: { organizationId }, body: { domain } })
const checkDomain = (organizationId: string, domainId: string) =>
  server.call('checkDomain', { token: owner.token, params: { organizationId, domainId } })
const prove = async (domain: string) => {
  const organizationId = await found()
  const { id, record } = (await addDomain(organizationId, domain)).body.data
  records.set(domain, [record])
  const checked = (await checkDomain(organizationId, id)).body.data
  return { organizationId, id, record, checked }
}
const passDays = (id: string, days: number) => server.context.db`
  update organization_domains set checked_at = checked_at - make_interval(days => ${days}),
    lost_at = lost_at - make_interval(days => ${days}) where id = ${id}`
const stateOf = async (organizationId: string) => {
  const { body } = await server.call('signInSettings', { token: owner.token, params: { organizationId } })
  return body.data.domains[0]?.state
}
const newDomain = () => `${randomUUID()}.example`

describe('a domain', () => {
  it('is proved by its record, among others', async () => {
    const domain = newDomain()
    const organizationId = await found()
    const added = (await addDomain(organizationId, ` ${domain.toUpperCase()} `)).body.data
    expect(added).toMatchObject({ domain, state: 'waiting', record: expect.stringMatching(/^kitewise-verification=/) })
    expect((await addDomain(organizationId, domain)).body.data).toEqual(added)
    const look = async (set: string[] | null) => {
      records.set(domain, set)
      const { data } = (await checkDomain(organizationId, added.id)).body
      return [data.found, data.domain.state]
    }
    expect(await look(null)).toEqual(['no_answer', 'waiting'])
    expect(await look([])).toEqual(['nothing', 'waiting'])
    expect(await look(['v=spf1 -all', `${added.record}x`])).toEqual(['other_records', 'waiting'])
    expect(await look(['v=spf1 -all', added.record])).toEqual(['record', 'proven'])
  })

  it('belongs to one organization: a second one cannot prove it while the first one does', async () => {
    const domain = newDomain()
    const first = await prove(domain)
    expect(first.checked.found).toBe('record')
    const second = await found()
    const { id, record } = (await addDomain(second, domain)).body.data
    records.set(domain, [first.record, record])
    expect((await checkDomain(second, id)).error?.name).toBe('domain_taken')
    const remove = { token: owner.token, params: { organizationId: first.organizationId, domainId: first.id } }
    expect((await server.call('removeDomain', remove)).status).toBe(200)
    expect((await checkDomain(second, id)).body.data.domain.state).toBe('proven')
  })

  it.each([
    '',
    'localhost',
    '192.0.2.1',
    'a b.example',
    'https://x.example/',
    '-x.example',
    `${'a'.repeat(64)}.example`,
  ])('cannot be %o', async (domain) => {
    expect((await addDomain(await found(), domain)).error?.name).toBe('domain_invalid')
  })

  it('in other letters is the one of the domain name system', async () => {
    expect((await addDomain(await found(), 'bücher.example')).body.data.domain).toBe('xn--bcher-kva.example')
  })

  it('whose record goes keeps its proof for two weeks, after a mail to the owners', async () => {
    const domain = newDomain()
    const boss = await actAsLearner(server)
    const { organizationId, id, record } = await prove(domain)
    await server.context.db`
      insert into organization_members (user_id, organization_id, role) values (${boss.id}, ${organizationId}, 'owner')`
    const subjects = async () => {
      await recheckDomains(server.context)
      await runJobs(server.context)
      return (await mailsTo(server.context, boss.email)).map(({ subject }) => subject)
    }
    records.set(domain, [])
    await passDays(id, 6)
    expect([await subjects(), await stateOf(organizationId)]).toEqual([[], 'proven'])
    await passDays(id, 1)
    records.set(domain, null)
    expect([await subjects(), await stateOf(organizationId)]).toEqual([[], 'proven'])
    records.set(domain, [])
    expect(await subjects()).toEqual([expect.stringContaining('is missing')])
    expect(await stateOf(organizationId)).toBe('failing')
    await passDays(id, 1)
    records.set(domain, [record])
    await subjects()
    expect(await stateOf(organizationId)).toBe('proven')
    records.set(domain, [])
    await passDays(id, 7)
    await subjects()
    await passDays(id, 13)
    await subjects()
    expect(await stateOf(organizationId)).toBe('failing')
    await passDays(id, 2)
    expect(await subjects()).toContainEqual(expect.stringContaining('has ended'))
    expect(await stateOf(organizationId)).toBe('waiting')
  })
})

const save = (organizationId: string, issuer: string, clientSecret: string | null = 'secret') =>
  server.call('saveProvider', {
    token: owner.token,
    params: { organizationId },
    body: { issuer, clientId: 'kitewise', clientSecret },
  })

describe('an identity provider', () => {
  it.each([
    'http://login.example.com',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:10.0.0.1]',
    'https://10.1.2.3',
    'https://169.254.169.254',
    'https://intranet',
    'https://login.internal',
    'https://user:pass@login.example.com',
    'https://login.example.com:22',
    'https://login.example.com/?a=b',
    'file:///etc/passwd',
    'no address',
  ])('cannot be %s', async (issuer) => {
    expect((await save(await found(), issuer)).error?.name).toBe('provider_invalid')
  })

  it('keeps its secret encrypted, and through a change of nothing else', async () => {
    const organizationId = await found()
    expect((await save(organizationId, 'https://login.example.com', null)).error?.name).toBe('provider_secret_missing')
    const described = 'https://login.example.com/.well-known/openid-configuration'
    expect((await save(organizationId, described)).status).toBe(200)
    const [row] = await server.context.db<{ sealed: Buffer }[]>`
      select sealed_client_secret as sealed from organization_providers where organization_id = ${organizationId}`
    expect(row?.sealed.includes('secret')).toBe(false)
    expect((await save(organizationId, 'https://login.example.com/', null)).status).toBe(200)
    expect((await save(organizationId, 'https://other.example.com/', null)).error?.name).toBe('provider_secret_missing')
    const { body } = await server.call('signInSettings', { token: owner.token, params: { organizationId } })
    expect(body.data.provider).toEqual({
      issuer: 'https://login.example.com/',
      clientId: 'kitewise',
      isRequired: false,
    })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  it('is required only where a domain is proved', async () => {
    const organizationId = await found()
    const input = { token: owner.token, params: { organizationId }, body: { isRequired: true } }
    expect((await server.call('requireProvider', input)).error?.name).toBe('provider_missing')
    await save(organizationId, 'https://login.example.com')
    expect((await server.call('requireProvider', input)).error?.name).toBe('domain_missing')
  })
})

describe('the settings', () => {
  it('are for owners: nobody else learns even that the organization exists', async () => {
    const [member, stranger] = [await actAsLearner(server), await actAsLearner(server)]
    const organizationId = await createOrganization(server.context, { owners: [owner.id], members: [member.id] })
    const domainId = randomUUID()
    const calls = [
      ['signInSettings', null],
      ['addDomain', { domain: 'x.example' }],
      ['checkDomain', null],
      ['removeDomain', null],
      ['saveProvider', { issuer: 'https://x.example', clientId: 'x', clientSecret: 'x' }],
      ['testProvider', null],
      ['requireProvider', { isRequired: true }],
      ['removeProvider', null],
      ['createScimToken', null],
      ['removeScimTokens', null],
    ] as const
    for (const [name, body] of calls) {
      const ask = (token: string) =>
        server.call(name, { token, params: { organizationId, domainId }, ...(body && { body }) })
      expect([name, (await ask(member.token)).error?.name]).toEqual([name, 'forbidden'])
      expect([name, (await ask(stranger.token)).error?.name]).toEqual([name, 'not_found'])
    }
  })
})
