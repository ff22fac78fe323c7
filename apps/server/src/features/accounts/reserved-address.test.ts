import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { actAsBuyer, listMails, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { makeOrganization, person, type TestOrganization } from '../../test-support/organization.ts'
import { mailsTo, tokenIn } from '../../test-support/read-mailbox.ts'
import { ageConfirmation, ageEmailChanges, findUserId, isActive } from '../../test-support/rows/accounts.ts'
import { listRefunds } from '../../test-support/rows/billing.ts'
import { ageMails } from '../../test-support/rows/mails.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { createMember } from '../organization-sign-in/admit.ts'
import { storeAccount } from './create-account.ts'

let server: TestServer
let organization: TestOrganization
let finance: Awaited<ReturnType<typeof actAsStaff>>
let made = 0

beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
  finance = await actAsStaff(server, 'finance')
  organization = await makeOrganization(server)
})
afterAll(() => server.close())

const newAddress = () => `reserved-${(made += 1)}@kitewise.example`
const linkIn = async (address: string, words: string) => {
  await runJobs(server.context)
  const mail = (await mailsTo(server.context, address)).find(({ text }) => text.includes(words))
  return tokenIn(mail ?? { text: '' })
}
const undo = (token: string) => server.call('undoEmailChange', { body: { token } })

type Victim = TestUser & { token: string }

/** A thief who knows the PIN moves the account to an own mailbox. */
const steal = async (): Promise<Victim> => {
  const victim = await person(server)
  await moveTo(victim, newAddress())
  return victim
}
const moveTo = async ({ token }: Victim, to: string) => {
  await server.call('generateChangeEmailToken', { token, body: { newEmail: to } })
  const reply = await server.call('confirmEmailChange', { body: { token: await linkIn(to, '/confirm-email-change?') } })
  expect(reply.status).toBe(200)
}
const letAnHourPass = async ({ id }: Victim) => {
  const { db } = server.context
  await ageEmailChanges(db, id, '61 minutes')
  await ageMails(db, '61 minutes', { userId: id })
}

/** Every way in which an account comes into being, tried by a stranger for an address. */
const ways: Record<string, (address: string) => Promise<void>> = {
  'a payment through the quiz': async (address) => {
    const buyer = await actAsBuyer(server, address)
    await payAt(server, (await buyer.begin('week')).sessionId)
  },
  'a trial through the quiz': async (address) => {
    const buyer = await actAsBuyer(server, address)
    await payAt(server, (await buyer.begin('month')).sessionId)
  },
  'a gift': async (address) => {
    const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const batch = { attempt: randomUUID(), count: 1, days: 30, lastDay, note: 'n', reason: 'spring contest' }
    const code = (await finance.call('createGifts', { body: batch })).body.data.codes[0] ?? ''
    const wish = { code, email: address, termsAccepted: true, marketingConsent: false }
    expect((await server.call('registerForGift', { body: wish })).status).toBe(200)
    const token = await linkIn(address, '/gift/begin?')
    expect((await server.call('beginGift', { body: { token } })).error?.name).toBe('email_taken')
  },
  'joining an organization': async (address) => {
    const body = { token: await organization.link(), email: address, termsAccepted: true, marketingConsent: false }
    expect((await server.call('registerToJoin', { body })).status).toBe(200)
    await runJobs(server.context)
  },
  "an organization's sign-in or directory": async (email) => {
    const member = { organizationId: organization.id, email, language: 'en', by: 'directory' } as const
    const created = await inTransaction(server.context.db, (tx) => createMember(server.context, tx, member))
    expect(created.ok).toBe(false)
  },
  'moving another account': async (address) => {
    const other = await person(server)
    await server.call('generateChangeEmailToken', { token: other.token, body: { newEmail: address } })
    const token = await linkIn(address, '/confirm-email-change?')
    expect((await server.call('confirmEmailChange', { body: { token } })).error?.name).toBe('email_taken')
  },
}

/** What the thief may do to the account before the owner reads the mail. */
const states: Record<string, (victim: Victim) => Promise<unknown>> = {
  nothing: async () => {},
  'moves it once more': async (victim) => {
    await letAnHourPass(victim)
    await moveTo(victim, newAddress())
  },
  'changes the PIN': async ({ id, token }) => {
    const [row] = await server.context.db<{ email: string }[]>`select email from users where id = ${id}`
    const reply = await server.call('setPin', { token, body: { email: row?.email ?? '', pin: '8305' } })
    expect(reply.status).toBe(200)
  },
  'deletes it': ({ token }) => server.call('deleteAccount', { token }),
}

const expectBack = async (victim: Victim) => {
  const reply = await undo(await linkIn(victim.email, '/undo-email-change?'))
  expect([reply.status, reply.body?.data?.email]).toEqual([200, victim.email])
  const pin = { email: victim.email, pin: '6194' }
  expect((await server.call('setPin', { token: reply.body.data.pinSetupToken, body: pin })).status).toBe(200)
  const token = await server.signIn(victim.email, '6194')
  expect((await server.call('me', { token })).body.data.id).toBe(victim.id)
}

const cases = Object.keys(ways).flatMap((way) => Object.keys(states).map((state) => ({ way, state })))

describe('an address that its former owner may still take back', () => {
  it.each(cases)('gets no account by $way, and the undo link works: the thief $state', async ({ way, state }) => {
    const victim = await steal()
    await states[state]?.(victim)
    await ways[way]?.(victim.email)
    expect(await findUserId(server.context.db, victim.email)).toBe('')
    await expectBack(victim)
  })

  it('refunds a payment for it, and says so to the address that was typed, not to the account', async () => {
    const victim = await steal()
    await ways['a payment through the quiz']?.(victim.email)
    expect(await listMails(server, victim.email)).toContain('payment_returned')
    await expectBack(victim)
    expect(await listRefunds(server.context.db, victim.email)).toEqual([999])
    const { body } = await server.call('me', { token: await server.signIn(victim.email, '6194') })
    expect(body.data.id).toBe(victim.id)
  })

  it('is free after seven days, when the link is over too', async () => {
    const victim = await steal()
    const link = await linkIn(victim.email, '/undo-email-change?')
    await ageConfirmation(server.context.db, victim.id, '7 days')
    await ways['joining an organization']?.(victim.email)
    expect(await findUserId(server.context.db, victim.email)).not.toBe('')
    expect((await undo(link)).error?.name).toBe('invalid_token')
  })

  it('stays free when accounts are created at it while it is being left', async () => {
    const victim = await person(server)
    const to = newAddress()
    await server.call('generateChangeEmailToken', { token: victim.token, body: { newEmail: to } })
    const token = await linkIn(to, '/confirm-email-change?')
    const member = { organizationId: organization.id, email: victim.email, language: 'en', by: 'directory' } as const
    const create = () => inTransaction(server.context.db, (tx) => createMember(server.context, tx, member))
    await Promise.allSettled([server.call('confirmEmailChange', { body: { token } }), create(), create(), create()])
    expect(await findUserId(server.context.db, victim.email)).toBe('')
    await expectBack(victim)
  })
})

describe('an undo that finds another account at its address', () => {
  it('moves one aside that nobody has proven to own, and ends it', async () => {
    const victim = await steal()
    const squatter = await storeAccount(server.context, { email: victim.email, username: '', pin: null })
    await expectBack(victim)
    expect(await isActive(server.context.db, squatter)).toBe(false)
  })

  it("leaves no way in that the thief opened: passkeys, a calendar's address, an organization's sign-in", async () => {
    const victim = await steal()
    const { db } = server.context
    await db`insert into calendar_feeds (user_id, token_hash) values (${victim.id}, sha256('calendar'))`
    await db`
      insert into organization_identities (organization_id, issuer, subject, user_id)
      values (${organization.id}, 'https://provider.example', 'thief', ${victim.id})`
    await expectBack(victim)
    const left = await db`
      select user_id from calendar_feeds where user_id = ${victim.id}
      union all select user_id from organization_identities where user_id = ${victim.id}`
    expect(left).toEqual([])
  })

  it('locks the account for support when somebody has proven it: no mailbox opens it', async () => {
    const victim = await steal()
    const link = await linkIn(victim.email, '/undo-email-change?')
    await createUser(server.context, { email: victim.email })
    expect((await undo(link)).error?.name).toBe('account_blocked')
    await runJobs(server.context)
    expect((await server.call('me', { token: victim.token })).status).toBe(401)
    const [row] = await server.context.db<{ email: string; isBlocked: boolean; concern: string }[]>`
      select u.email, u.blocked_at is not null as "isBlocked", i.concern from users u
      join inbox_items i on i.user_id = u.id where u.id = ${victim.id} and i.email = ${victim.email}`
    expect(row).toMatchObject({ isBlocked: true, concern: 'Account locked' })
    expect(row?.email).not.toContain('kitewise.example')
  })
})
