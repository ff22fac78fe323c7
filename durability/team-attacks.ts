import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { wishFor } from '../apps/server/src/test-support/organization.ts'
import { addVictim, type Browser, demand, newEmail, openBrowser, type Victim } from './browser.ts'
import { buyFor } from './third-account.ts'
import type { Try } from './table.ts'
import type { World } from './world.ts'

const ownersPin = '4826'

type Company = { owner: Browser; params: { organizationId: string }; domain: string }

const found = async (
  world: World,
  { browser, userId }: Victim,
  { isProved }: { isProved: boolean },
): Promise<Company> => {
  const body = { ...wishFor('Kites'), legalName: `Kites of ${randomUUID()}` }
  const { id } = demand(await browser.send('createOrganization', { body })).data
  const domain = `${userId}.example`
  // As if its record had been found.
  if (isProved)
    await world.db`
      insert into organization_domains (id, organization_id, domain, token, proved_at, checked_at)
      values (gen_random_uuid(), ${id}, ${domain}, 'token', now(), now())`
  return { owner: browser, params: { organizationId: id }, domain }
}

const order = ({ owner, params }: Company, seats: number) => {
  const body = { attempt: randomUUID(), way: 'invoice', interval: 'year', seats, terms: 30 }
  return owner.send('buySeats', { params, body })
}

const linkOf = async ({ owner, params }: Company): Promise<string> => {
  const body = { groupId: null, maxUses: 1_000, days: 30 }
  return demand(await owner.send('createJoinLink', { params, body })).data.url.split('#')[1] ?? ''
}

const join = (browser: Browser, token: string) => browser.send('joinOrganization', { body: { token } })

const endPlanOf = (world: World, { userId }: Victim) =>
  world.db`
    update subscriptions set status = 'canceled', current_period_end = now() - interval '1 day', ended_at = now()
    where user_id = ${userId}`

const canLearn = async (browser: Browser): Promise<boolean> => (await browser.send('reviewSession')).status === 200

/** Somebody whose plan has ended orders seats for an invented company by invoice, and lets others in. */
const learnForFree = async (world: World): Promise<number> => {
  const attacker = await addVictim(world)
  await endPlanOf(world, attacker)
  let learning = 0
  for (let turn = 0; turn < 2; turn += 1) {
    const company = await found(world, attacker, { isProved: false })
    demand(await order(company, 9_999))
    await attacker.browser.send('giveSeat', { params: { ...company.params, userId: attacker.userId } })
    const stranger = await addVictim(world)
    await endPlanOf(world, stranger)
    demand(await join(stranger.browser, await linkOf(company)))
    for (const { browser } of [attacker, stranger]) if (await canLearn(browser)) learning += 1
    demand(await attacker.browser.send('closeOrganization', { params: company.params, body: { name: 'Kites' } }))
  }
  return learning
}

type Directory = (method: string, path: string, body?: object) => Promise<string>

const openDirectory = async ({ urls }: World, { owner, params }: Company): Promise<Directory> => {
  const { token } = demand(await owner.send('createScimToken', { params })).data
  return async (method, path, body) => {
    const response = await fetch(`${urls[0]}/scim/v2/${params.organizationId}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`the directory got ${response.status} for ${method}`)
    const text = await response.text()
    return text === '' ? '' : String((JSON.parse(text) as { id: unknown }).id)
  }
}

const isMember = async ({ db }: World, { params }: Company, userId: string): Promise<boolean> => {
  const rows = await db`
    select 1 from organization_members where user_id = ${userId} and organization_id = ${params.organizationId}`
  return rows.length > 0
}

/** The directory says that somebody has left. @returns whether they are a member still, or again with the link that they have */
const stayAfterLeaving = async (
  world: World,
  { joinsFirst, isDeleted }: { joinsFirst: boolean; isDeleted: boolean },
): Promise<boolean> => {
  const company = await found(world, await addVictim(world), { isProved: true })
  demand(await order(company, 5))
  const directory = await openDirectory(world, company)
  const employee = await addVictim(world)
  const email = `${randomUUID()}@${company.domain}`
  await world.db`update users set email = ${email} where id = ${employee.userId}`
  const link = await linkOf(company)
  const add = () => directory('POST', '/Users', { userName: email, emails: [{ value: email }], active: true })
  let id = joinsFirst ? '' : await add()
  demand(await join(employee.browser, link))
  if (joinsFirst) id = await add()
  const leave = { Operations: [{ op: 'replace', path: 'active', value: false }] }
  await (isDeleted ? directory('DELETE', `/Users/${id}`) : directory('PATCH', `/Users/${id}`, leave))
  if (await isMember(world, company, employee.userId)) return true
  await join(employee.browser, link)
  return isMember(world, company, employee.userId)
}

const patienceMs = 20_000

/** @throws after 20 s */
const waitUntil = async (isSo: () => Promise<boolean>, words: string): Promise<void> => {
  const until = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`not within 20 s: ${words}`)
    await pause(50)
  }
}

/** Whoever has a seat renews their own plan; then the company reads and changes its contract. @returns whether the plan stays */
const keepOwnPlan = async (world: World): Promise<boolean> => {
  const { db } = world
  const email = newEmail('renews')
  const learner = openBrowser(world)
  const { pinSetupToken } = await buyFor(world, email, learner)
  demand(await learner.send('setPin', { token: pinSetupToken ?? '', body: { email, pin: ownersPin } }))
  const { user } = demand(await learner.signIn(email, ownersPin))
  const company = await found(world, await addVictim(world), { isProved: true })
  demand(await order(company, 5))
  demand(await join(learner, await linkOf(company)))
  const readOwn = async () => {
    const [row] = await db<{ id: string; ends: boolean }[]>`
      select id, cancel_at_period_end as ends from subscriptions where user_id = ${user.id} and organization_id is null`
    return row ?? { id: '', ends: false }
  }
  await waitUntil(async () => (await readOwn()).ends, 'the own plan ends with its period')
  demand(await learner.send('resumeSubscription', { params: { id: (await readOwn()).id } }))
  const { owner, params } = company
  demand(await owner.send('refreshContract', { params }))
  demand(await owner.send('changeSeats', { params, body: { attempt: randomUUID(), seats: 6 } }))
  const isDone = async () => {
    const jobs = await db`
      select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'stop-own-renewal'`
    return jobs.length === 0
  }
  await waitUntil(isDone, 'no plan waits to be stopped')
  return !(await readOwn()).ends
}

const listOf = (count: number): string => Array.from({ length: count }, () => newEmail('invited')).join('\n')

/** Somebody without a contract has the product write to strangers. @returns how many mails it sends */
const relayMails = async (world: World): Promise<number> => {
  const attacker = await addVictim(world)
  const ids: string[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const { owner, params } = await found(world, attacker, { isProved: false })
    ids.push(params.organizationId)
    for (const count of [200, 20, 5, 1])
      await owner.send('sendInvitations', { params, body: { text: listOf(count), groupId: null } })
  }
  const [row] = await world.db<{ mails: number }[]>`
    select count(*)::int as mails from outgoing_mails where organization_id = any(${ids}::uuid[])`
  return row?.mails ?? 0
}

/** Invites one address, revokes that and invites again, from several organizations. @returns how many mails it gets */
const bombMailbox = async (world: World): Promise<number> => {
  const email = newEmail('bombed')
  for (let company = 0; company < 5; company += 1) {
    const { owner, params } = await found(world, await addVictim(world), { isProved: true })
    for (let turn = 0; turn < 3; turn += 1) {
      await owner.send('sendInvitations', { params, body: { text: email, groupId: null } })
      const { rows } = demand(await owner.send('listInvitations', { params })).data
      for (const { id } of rows) await owner.send('revokeInvitation', { params: { ...params, invitationId: id } })
    }
  }
  const [row] = await world.db<{ mails: number }[]>`
    select count(*)::int as mails from outgoing_mails where to_address = ${email}`
  return row?.mails ?? 0
}

const lure = 'Your account is locked. Sign in at https://evil.example/login'

/** @returns whether an organization may have a name that is a message to those it invites */
const speakAsOther = async (world: World): Promise<boolean> => {
  const { browser } = await addVictim(world)
  const created = await browser.send('createOrganization', { body: { ...wishFor('Kites'), name: lure } })
  return created.error === null
}

/** What people with an organization of their own can do to everybody else, and to who pays. */
export async function playTeamAttacks(world: World, attempt: Try): Promise<void> {
  await attempt(
    { name: 'seats of an invented company', tried: 'order by invoice, close, order again', limit: '0 people learn' },
    async () => {
      const learning = await learnForFree(world)
      return { times: 2, result: `${learning} people learn`, isOk: learning === 0 }
    },
  )
  await attempt(
    { name: 'after the directory said “left”', tried: 'stay, or join again with the old link', limit: '0 people stay' },
    async () => {
      const cases = [true, false].flatMap((joinsFirst) => [true, false].map((isDeleted) => ({ joinsFirst, isDeleted })))
      let staying = 0
      for (const way of cases) if (await stayAfterLeaving(world, way)) staying += 1
      return { times: cases.length, result: `${staying} people stay`, isOk: staying === 0 }
    },
  )
  await attempt(
    { name: 'own plan beside a seat', tried: 'read and change the contract after a renewal', limit: '0 plans stopped' },
    async () => {
      const isOk = await keepOwnPlan(world)
      return { times: 1, result: isOk ? '0 plans stopped' : '1 plan stopped', isOk }
    },
  )
  await attempt(
    { name: 'invitations to strangers', tried: 'lists from three organizations of one person', limit: '20 mails' },
    async () => {
      const mails = await relayMails(world)
      return { times: 3, result: `${mails} mails`, isOk: mails <= 20 }
    },
  )
  await attempt(
    { name: 'invitations to one address', tried: 'invite, revoke, invite again', limit: '3 mails' },
    async () => {
      const mails = await bombMailbox(world)
      return { times: 15, result: `${mails} mails`, isOk: mails <= 3 }
    },
  )
  await attempt(
    { name: 'a message as a name', tried: 'call an organization as a lure', limit: '0 organizations' },
    async () => {
      const isPossible = await speakAsOther(world)
      return { times: 1, result: `${isPossible ? 1 : 0} organizations`, isOk: !isPossible }
    },
  )
}
