import { randomUUID } from 'node:crypto'
import type { OrganizationRole } from '@kitewise/contract/organization-entities'
import { createUser, type TestUser } from './factories.ts'
import type { TestServer } from './start-test-server.ts'

export const wishFor = (name: string) => ({
  name,
  legalName: `${name} Ltd`,
  street: '1 Kite Street',
  addressLine2: '',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  billingEmail: 'books@company.example',
  vatId: '',
  purchaseOrder: '',
})

type Person = TestUser & { token: string }

export type TestOrganization = {
  id: string
  owner: Person
  /** A person of the organization with this role, who didn't have to be invited. */
  add: (role: OrganizationRole, groupId?: string | null) => Promise<Person>
  /** A group by the owner. */
  group: (name: string) => Promise<string>
  /** The token of a new link. */
  link: (maxUses?: number) => Promise<string>
}

export async function person(server: TestServer, wanted: Parameters<typeof createUser>[1] = {}): Promise<Person> {
  const user = await createUser(server.context, { subscription: null, ...wanted })
  return { ...user, token: await server.signIn(user.email, user.pin) }
}

/** An organization with its owner and a contract that runs for 40 days. */
export async function makeOrganization(
  server: TestServer,
  { name = 'A company', seats = 3 }: { name?: string; seats?: number } = {},
): Promise<TestOrganization> {
  const { context } = server
  const owner = await person(server)
  const created = await server.call('createOrganization', { token: owner.token, body: wishFor(name) })
  const { id } = created.body.data
  await addContract(server, id, seats)
  const params = { organizationId: id }
  return {
    id,
    owner,
    add: async (role, groupId = null) => {
      const added = await person(server)
      await context.db`
        insert into organization_members (user_id, organization_id, role, group_id) values (${added.id}, ${id}, ${role}, ${groupId})`
      if (role === 'manager' && groupId !== null)
        await context.db`insert into organization_group_managers (user_id, group_id) values (${added.id}, ${groupId})`
      return added
    },
    group: async (wanted) => {
      const made = await server.call('createGroup', { token: owner.token, params, body: { name: wanted } })
      return made.body.data.id
    },
    link: async (maxUses = 100) => {
      const body = { groupId: null, maxUses, days: 30 }
      const made = await server.call('createJoinLink', { token: owner.token, params, body })
      return made.body.data.url.split('#')[1] ?? ''
    },
  }
}

/** As if its record had been found. */
export async function proveDomain({ context }: TestServer, organizationId: string, domain: string): Promise<void> {
  await context.db`
    insert into organization_domains (id, organization_id, domain, token, proved_at, checked_at)
    values (${randomUUID()}, ${organizationId}, ${domain}, 'token', now(), now())`
}

/** As if the payment provider had said so. */
async function addContract({ context }: TestServer, organizationId: string, seats: number): Promise<void> {
  const end = new Date(context.clock().getTime() + 40 * 86_400_000)
  await context.db`
    insert into organization_contracts (id, organization_id, provider, way, interval, seats, paid_seats, is_settled, amount_cents,
      currency, state, period_end, access_until, created_at)
    values (${randomUUID()}, ${organizationId}, 'embedded', 'card', 'month', ${seats}, ${seats}, true, 1900, 'usd', 'active',
      ${end}, ${end}, ${context.clock()})`
  for (let seat = 0; seat < seats; seat += 1)
    await context.db`insert into organization_seats (id, organization_id) values (${randomUUID()}, ${organizationId})`
}
