import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { JobPayloads } from '../../platform/add-job.ts'
import { proveDomain } from '../../test-support/organization.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { stopOwnRenewal } from '../billing/seat-access.ts'
import { admit } from '../organization-sign-in/admit.ts'
import { createUser as addByDirectory, patchUser, removeUser } from '../organization-sign-in/scim/scim-users.ts'
import type { Membership } from './authorize-member.ts'
import { checkContracts } from './check-contracts.ts'
import { makeInvitationToken } from './invitations.sql.ts'
import { createJoinLink, invite, sendInvitations } from './invite.ts'
import { joinOrganization } from './join.ts'
import { changeSeat, leaveOrganization, removePerson } from './people.ts'
import { readContract } from './read-contract.ts'

/**
 * One organization, two people with accounts at its domain and plans of their own, and everything that can happen to them, in any
 * order. The same histories in each run, so that a change fails it and no chance does; MEMBERSHIP_SEED tries others. A failure prints
 * the seed and the shortest history.
 */
const histories = 300

const start = new Date('2026-05-10T12:00:00Z')
let server: TestServer
let context: Context

/** Whether the provider renews a plan, by its ID. It knows nothing else. */
const renews = new Map<string, boolean>()

beforeAll(async () => {
  server = await startTestServer({ now: start })
  const { payments } = server.context
  context = {
    ...server.context,
    payments: {
      ...payments,
      cancelAtPeriodEnd: (id) => saveRenewal(id, false),
      resume: (id) => saveRenewal(id, true),
      getSubscription: () => Promise.resolve(null),
    },
  }
})
afterAll(() => server.close())

const saveRenewal = async (id: string, isOn: boolean): Promise<void> => {
  renews.set(id, isOn)
  await context.db`update subscriptions set cancel_at_period_end = ${!isOn} where id = ${id}`
}

type Person = {
  id: string
  email: string
  planId: string
  entryId: string | null
  isActive: boolean
  isWanted: boolean
}
type World = { member: Membership; organizationId: string; link: string; contractId: string; people: Person[] }

/** As the accounts and contracts tables have them, because hundreds of histories don't fit into seconds over HTTP. */
const begin = async (): Promise<World> => {
  const { db } = context
  const [organizationId, ownerId, contractId] = [randomUUID(), randomUUID(), randomUUID()]
  const domain = `${organizationId}.example`
  const people = Array.from({ length: 2 }, (_, at) => ({
    id: randomUUID(),
    email: `person-${at}@${domain}`,
    planId: `sub_${randomUUID().replaceAll('-', '')}`,
    entryId: null,
    isActive: false,
    isWanted: true,
  }))
  const end = new Date(start.getTime() + 300 * 86_400_000)
  for (const { id, email } of [{ id: ownerId, email: `owner@${domain}` }, ...people])
    await db`insert into users (id, email, username, lang) values (${id}, ${email}, ${id}, 'en')`
  for (const { id, planId } of people) {
    renews.set(planId, true)
    await db`
      insert into subscriptions (user_id, id, status, cancel_at_period_end, current_period_end, price_cents, currency,
        interval_unit, interval_count, provider)
      values (${id}, ${planId}, 'active', false, ${end}, 2999, 'usd', 'month', 1, ${context.payments.provider})`
  }
  await db`insert into organizations (id, name) values (${organizationId}, 'Kites')`
  await db`update organizations set joins_by_domain = true where id = ${organizationId}`
  await db`
    insert into organization_members (user_id, organization_id, role) values (${ownerId}, ${organizationId}, 'owner')`
  await proveDomain(server, organizationId, domain)
  const company = {
    legalName: organizationId,
    street: '',
    addressLine2: '',
    postalCode: '',
    city: '',
    country: 'DE',
    billingEmail: `books@${domain}`,
    vatId: '',
    purchaseOrder: '',
  }
  const { seats } = context.payments
  const customerId = await seats.saveCompany({ customerId: null, company, idempotencyKey: contractId })
  await db`
    insert into organization_contracts (id, organization_id, provider, way, interval, terms, seats, amount_cents, currency, state,
      credit_seats, created_at)
    values (${contractId}, ${organizationId}, ${context.payments.provider}, 'invoice', 'year', 30, 1, 1900, 'usd', 'pending', 1,
      ${start})`
  const request = { reference: `seats:${contractId}`, customerId, interval: 'year', quantity: 1 } as const
  const providerId = await seats.createInvoice({ ...request, daysUntilDue: 30, idempotencyKey: contractId })
  await readContract(context, providerId)
  const member = { organizationId, userId: ownerId, role: 'owner', groups: null } as const satisfies Membership
  const made = await createJoinLink(context, member, { groupId: null, maxUses: 100, days: 300 })
  const link = made.ok ? (made.value.url.split('#')[1] ?? '') : ''
  return { member, organizationId, link, contractId: providerId, people }
}

const openInvitation = async ({ organizationId }: World, email: string): Promise<string> => {
  const [row] = await context.db<{ id: string }[]>`
    select id from organization_invitations where organization_id = ${organizationId} and email = ${email}
      and accepted_at is null and revoked_at is null`
  return (row && (await makeInvitationToken(context.db, row.id))) ?? ''
}

type Step = (world: World, person: Person) => Promise<unknown>

const steps = {
  'joins by the link': ({ link }, { id }) => joinOrganization(context, id, { token: link }),
  'joins by the domain': async (world, { id, email }) => {
    const wish = { organizationId: world.organizationId, email, name: '', groupId: null }
    await inTransaction(context.db, (tx) => invite(tx, context, wish))
    await joinOrganization(context, id, { token: await openInvitation(world, email) })
  },
  'is invited': async ({ member }, person) => {
    const sent = await sendInvitations(context, member, { text: person.email, groupId: null })
    if (sent.ok && sent.value.valid === 1) person.isWanted = true
  },
  'accepts an invitation': async (world, { id, email }) =>
    joinOrganization(context, id, { token: await openInvitation(world, email) }),
  'signs in at the provider': ({ organizationId }, { id }) =>
    inTransaction(context.db, (tx) => admit(context, tx, { organizationId, userId: id }, 'provider')),
  'is added by the directory': async ({ organizationId }, person) => {
    if (person.entryId !== null) return
    const entry = await addByDirectory(context, organizationId, { userName: person.email, active: true })
    Object.assign(person, { entryId: entry.id, isActive: true, isWanted: true })
  },
  'is activated': ({ organizationId }, person) => setActive(organizationId, person, true),
  'is deactivated': ({ organizationId }, person) => setActive(organizationId, person, false),
  'is deleted by the directory': async ({ organizationId }, person) => {
    if (person.entryId === null) return
    await removeUser(context, organizationId, person.entryId)
    Object.assign(person, { entryId: null, isActive: false, isWanted: false })
  },
  'is removed by the owner': async ({ member }, person) => {
    if ((await removePerson(context, member, person.id)).ok) person.isWanted = false
  },
  leaves: ({ organizationId }, { id }) => leaveOrganization(context, { organizationId, userId: id }),
  'gets a seat': ({ member }, { id }) => changeSeat(context, member, { userId: id, wish: 'give' }),
  'loses the seat': ({ member }, { id }) => changeSeat(context, member, { userId: id, wish: 'free' }),
  'renews the own plan': (_, { planId }) => saveRenewal(planId, true),
  'has a contract that is read': ({ contractId }) => readContract(context, contractId),
  'has more seats': ({ contractId }) => resize(contractId, 2),
  'has fewer seats': ({ contractId }) => resize(contractId, 1),
  'has a contract that ends': async ({ contractId }) => {
    await context.payments.cancelNow(contractId)
    await readContract(context, contractId)
  },
  'sleeps through the night': () => checkContracts(context),
} as const satisfies Record<string, Step>

const setActive = async (organizationId: string, person: Person, active: boolean): Promise<void> => {
  if (person.entryId === null) return
  const body = { Operations: [{ op: 'replace', path: 'active', value: active }] }
  await patchUser(context, organizationId, person.entryId, body)
  if (person.isActive !== active) Object.assign(person, { isActive: active, isWanted: active })
}

const resize = async (contractId: string, seats: number): Promise<void> => {
  await context.payments.seats.changeSeats(contractId, seats, randomUUID())
  await readContract(context, contractId)
}

/** What the job queue would do. */
const stopOrderedRenewals = async (): Promise<string[]> => {
  const { db } = context
  const jobs = await db<{ payload: JobPayloads['stop-own-renewal'] }[]>`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'stop-own-renewal' returning j.payload`
  for (const { payload } of jobs) await stopOwnRenewal(context, payload)
  return jobs.map(({ payload }) => payload.userId)
}

type Standing = { userId: string; isMember: boolean; hasSeat: boolean; hasAccess: boolean }

const readStanding = ({ organizationId, people }: World): Promise<Standing[]> =>
  context.db<Standing[]>`
    select u.id as "userId",
      exists (select 1 from organization_members m where m.user_id = u.id and m.organization_id = ${organizationId}) as "isMember",
      exists (select 1 from organization_seats s where s.user_id = u.id and s.organization_id = ${organizationId}) as "hasSeat",
      exists (select 1 from subscriptions s where s.user_id = u.id and s.organization_id = ${organizationId}
        and s.status = 'active' and s.current_period_end > ${start}) as "hasAccess"
    from users u where u.id = any(${people.map(({ id }) => id)}::uuid[])`

/** Seats that may be used, and until when. */
const readSeats = async ({ organizationId }: World): Promise<{ usable: number; isInForce: boolean }> => {
  const [row] = await context.db<{ usable: number; isInForce: boolean }[]>`
    select least(seats, paid_seats + credit_seats) as usable, access_until > ${start} as "isInForce"
    from organization_contracts where organization_id = ${organizationId}`
  return row ?? { usable: 0, isInForce: false }
}

const check = async (world: World, before: readonly Standing[]): Promise<Standing[]> => {
  const standing = await readStanding(world)
  const { usable, isInForce } = await readSeats(world)
  for (const { id, isWanted, planId } of world.people) {
    const now = standing.find(({ userId }) => userId === id)
    const earlier = before.find(({ userId }) => userId === id)
    if (!isWanted) expect(now, 'after a no, nobody is a member').toMatchObject({ isMember: false, hasSeat: false })
    expect(now?.hasAccess, 'access equals a seat in the contract’s time').toBe(now?.hasSeat === true && isInForce)
    const isNewAccess = now?.hasAccess === true && earlier?.hasAccess !== true
    if (!isNewAccess && renewed.has(planId)) expect(renews.get(planId), 'what was renewed stays so').toBe(true)
    if (isNewAccess) renewed.delete(planId)
  }
  expect(standing.filter(({ hasSeat }) => hasSeat).length).toBeLessThanOrEqual(usable)
  return standing
}

/** Plans that their owners renewed since the last seat that they took. */
const renewed = new Set<string>()

/** Nothing of a history is left for the next one to read. */
const forget = async ({ organizationId, people, member }: World): Promise<void> => {
  const ids = [member.userId, ...people.map(({ id }) => id)]
  await context.db`delete from organizations where id = ${organizationId}`
  await context.db`delete from users where id = any(${ids}::uuid[])`
}

const names = Object.keys(steps) as (keyof typeof steps)[]
const seed = Number(process.env.MEMBERSHIP_SEED ?? 20_261_128)

it(`no history of ${histories} lets in who was refused, or stops what a learner renewed (seed ${seed})`, async () => {
  const step = fc.tuple(fc.constantFrom(...names), fc.nat({ max: 1 }))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (taken) => {
      const world = await begin()
      renewed.clear()
      let standing = await check(world, [])
      for (const [name, at] of taken) {
        const person = world.people[at]
        if (!person) continue
        await (steps[name] as Step)(world, person)
        if (name === 'renews the own plan') renewed.add(person.planId)
        await stopOrderedRenewals()
        standing = await check(world, standing)
      }
      await forget(world)
    }),
    { numRuns: histories, seed },
  )
  expect(await context.db`select 1 from organizations`).toEqual([])
}, 600_000)
