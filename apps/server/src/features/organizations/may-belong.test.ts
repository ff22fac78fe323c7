import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, person, proveDomain } from '../../test-support/organization.ts'
import { mailsTo } from '../../test-support/read-mailbox.ts'
import { readOrganization } from '../../test-support/rows/organizations.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A company with a proved domain, a directory and an employee who has a private account at the company's address. */
const openCompany = async () => {
  const team = await makeOrganization(server, { seats: 5 })
  const domain = `company-${randomUUID().slice(0, 8)}.example`
  await proveDomain(server, team.id, domain)
  const { token } = team.owner
  const params = { organizationId: team.id }
  const scim = (await server.call('createScimToken', { token, params })).body.data.token
  const directory = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/scim/v2/${team.id}${path}`, {
      method,
      headers: { authorization: `Bearer ${scim}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, id: text === '' ? '' : (JSON.parse(text).id as string) }
  }
  const employee = await person(server, { email: `ada@${domain}` })
  const describePerson = (email = employee.email) => ({ userName: email, emails: [{ value: email }], active: true })
  const setActive = (id: string, active: boolean) =>
    directory('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: active }] })
  const { legalName, ...details } = (await server.call('getOrganization', { token, params })).body.data
  await server.call('updateOrganization', { token, params, body: { ...details, legalName, joinsByDomain: true } })
  const invite = async () => {
    await server.call('sendInvitations', { token, params, body: { text: employee.email, groupId: null } })
    await runJobs(server.context)
    return lastToken()
  }
  const lastToken = async () => {
    const mails = await mailsTo(server.context, employee.email)
    return mails.map(({ text }) => /\/join#([\w-]+)/.exec(text)?.[1]).find((found) => found !== undefined) ?? ''
  }
  const join = (link: string) => server.call('joinOrganization', { token: employee.token, body: { token: link } })
  const standing = async () => {
    const { members, seated } = await readOrganization(server.context, team.id)
    return [members.includes(employee.id), seated.includes(employee.id)]
  }
  const remove = () => server.call('removePerson', { token, params: { ...params, userId: employee.id } })
  return { team, params, employee, directory, describePerson, setActive, invite, lastToken, join, standing, remove }
}
type Company = Awaited<ReturnType<typeof openCompany>>

/** How the directory and the person come together, in every order. */
const orders: [string, (company: Company) => Promise<string>][] = [
  [
    'the directory adds, then the person joins by link',
    async ({ directory, describePerson, join, team }) => {
      const { id } = await directory('POST', '/Users', describePerson())
      await join(await team.link())
      return id
    },
  ],
  [
    'the person joins by link, then the directory adds',
    async ({ directory, describePerson, join, team }) => {
      await join(await team.link())
      return (await directory('POST', '/Users', describePerson())).id
    },
  ],
  [
    'the directory adds, then the person accepts an invitation',
    async ({ directory, describePerson, join, invite }) => {
      const { id } = await directory('POST', '/Users', describePerson())
      await join(await invite())
      return id
    },
  ],
  [
    'the directory adds under another address and corrects it after the person has joined',
    async ({ directory, describePerson, join, team, employee }) => {
      const other = `other-${employee.email}`
      const { id } = await directory('POST', '/Users', { ...describePerson(other), active: false })
      await join(await team.link())
      await directory('PUT', `/Users/${id}`, describePerson())
      return id
    },
  ],
]

const noes: [string, (company: Company, id: string) => Promise<{ status: number }>][] = [
  ['deactivates them', ({ setActive }, id) => setActive(id, false)],
  ['deletes them', ({ directory }, id) => directory('DELETE', `/Users/${id}`)],
]

describe('H3: when the directory', () => {
  for (const [no, say] of noes)
    it.each(orders)(`${no}, the person has neither membership nor seat: %s`, async (_, come) => {
      const company = await openCompany()
      const id = await come(company)
      expect(await company.standing()).toEqual([true, true])
      expect((await say(company, id)).status).toBeLessThan(300)
      expect(await company.standing()).toEqual([false, false])
    })
})

const whoSaysNo: [string, (company: Company) => Promise<unknown>][] = [
  [
    'deactivated by the directory',
    async ({ directory, describePerson, setActive }) => {
      const { id } = await directory('POST', '/Users', describePerson())
      await setActive(id, false)
    },
  ],
  [
    'deleted by the directory',
    async ({ directory, describePerson }) => {
      const { id } = await directory('POST', '/Users', describePerson())
      await directory('DELETE', `/Users/${id}`)
    },
  ],
  ['removed by an owner', ({ remove }) => remove()],
]

describe('H4: who was', () => {
  it.each(whoSaysNo)('%s doesn’t come back by an old link, an old invitation, or the domain', async (_, sayNo) => {
    const company = await openCompany()
    const { employee, join, team, standing, params, lastToken } = company
    const invitation = await company.invite()
    const link = await team.link()
    await join(link)
    await sayNo(company)
    expect(await standing()).toEqual([false, false])
    expect((await join(link)).error?.name).toBe('organization_access_ended')
    expect((await join(await team.link())).error?.name).toBe('organization_access_ended')
    expect((await join(invitation)).status).toBeGreaterThanOrEqual(400)
    expect((await server.call('listJoinOffers', { token: employee.token })).body.data).toEqual([])
    const mailed = await server.call('mailJoinLink', { token: employee.token, body: params })
    expect(mailed.error?.name).toBe('not_found')
    await runJobs(server.context)
    expect((await join(await lastToken())).status).toBeGreaterThanOrEqual(400)
    expect(await standing()).toEqual([false, false])
  })

  it('removed by an owner comes back with a new invitation', async () => {
    const company = await openCompany()
    await company.join(await company.team.link())
    await company.remove()
    expect((await company.join(await company.invite())).status).toBe(200)
    expect(await company.standing()).toEqual([true, true])
  })

  it('deactivated comes back when the directory says so, and not by an invitation', async () => {
    const company = await openCompany()
    const { id } = await company.directory('POST', '/Users', company.describePerson())
    await company.join(await company.team.link())
    await company.setActive(id, false)
    expect((await company.join(await company.invite())).error?.name).toBe('organization_access_ended')
    await company.setActive(id, true)
    expect(await company.standing()).toEqual([true, true])
  })

  it('removed by an owner isn’t brought back by a directory that repeats itself', async () => {
    const company = await openCompany()
    const { id } = await company.directory('POST', '/Users', company.describePerson())
    await company.join(await company.team.link())
    await company.remove()
    await company.setActive(id, true)
    expect(await company.standing()).toEqual([false, false])
  })

  it('removed by an owner is found with a new account at the same address', async () => {
    const company = await openCompany()
    await company.join(await company.team.link())
    await company.remove()
    await server.context.db`delete from users where id = ${company.employee.id}`
    const again = await person(server, { email: company.employee.email })
    const body = { token: await company.team.link() }
    expect((await server.call('joinOrganization', { token: again.token, body })).error?.name).toBe(
      'organization_access_ended',
    )
  })

  it('refused doesn’t use up a link', async () => {
    const company = await openCompany()
    await company.join(await company.team.link())
    await company.remove()
    const link = await company.team.link(1)
    await company.join(link)
    const other = await person(server)
    expect((await server.call('joinOrganization', { token: other.token, body: { token: link } })).status).toBe(200)
  })
})

it('who must sign in through the organization can’t join beside it', async () => {
  const company = await openCompany()
  await server.context.db`
    insert into organization_providers (organization_id, issuer, client_id, sealed_client_secret, is_required)
    values (${company.team.id}, 'https://id.example', 'client', '\\x00', true)`
  expect((await company.join(await company.team.link())).error?.name).toBe('organization_sign_in_required')
  expect(await company.standing()).toEqual([false, false])
})
