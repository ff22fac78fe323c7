import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { issueToken } from '../../platform/one-time-tokens.sql.ts'
import { insertSession } from '../../platform/sessions.sql.ts'
import { goodCard } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { makeOrganization, type TestOrganization } from '../../test-support/organization.ts'
import { ageConfirmation } from '../../test-support/rows/accounts.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { changeCustomerEmail } from '../billing/billing-jobs.ts'
import { createCheckout } from '../billing/create-checkout.ts'
import { payEmbeddedCheckout } from '../billing/embedded-payments.ts'
import { beginGift } from '../billing/gift-for-newcomer.ts'
import { createMember } from '../organization-sign-in/admit.ts'
import { findOpening } from '../organizations/invitations.sql.ts'
import { registerNewcomer } from '../organizations/join.ts'
import { deleteAccount } from '../privacy/delete-account.ts'
import { insertEmailChange } from './email-changes.sql.ts'
import { findAccountByEmail, reactivate } from './users.sql.ts'

/**
 * Histories of three addresses: accounts come into being in every way, pay, move, are undone, deleted and restored. After each, a payment
 * belongs to its payer, every undo link that is still good ends with the owner signed in, and no address leads to two accounts. The
 * same histories in each run, so that a change fails it and no chance does; IDENTITY_SEED tries others.
 */
const seed = Number(process.env.IDENTITY_SEED ?? 735_128)
const histories = 300

let server: TestServer
let organization: TestOrganization
let linkId: string | null

beforeAll(async () => {
  server = await startTestServer()
  organization = await makeOrganization(server, { seats: 10_000 })
  const opening = await findOpening(server.context.db, await organization.link(10_000), server.context.clock())
  linkId = opening?.linkId ?? null
  const { id: staffId } = await actAsStaff(server, 'finance')
  await server.context.db`
    insert into gift_batches (id, staff_id, note, days, expires_at)
    values (${batchId}, ${staffId}, 'n', 30, now() + interval '1 year')`
})
afterAll(() => server.close())

const batchId = randomUUID()
const ownersPin = '6194'

type Step = { kind: keyof Command; address: number; to: number }
type Command = Record<
  | 'register'
  | 'checkout'
  | 'pay'
  | 'gift'
  | 'seat'
  | 'directory'
  | 'move'
  | 'undo'
  | 'delete'
  | 'restore'
  | 'PIN'
  | 'wait',
  (email: string, to: string) => Promise<void>
>

const registration = async (email: string): Promise<string> => {
  const { db } = server.context
  const id = randomUUID()
  const onboardingId = randomUUID()
  await db`
    insert into onboardings (id, variant, version, step, answers) values (${onboardingId}, 1, 1, 1, '{}')`
  await db`
    insert into registrations (id, onboarding_id, email, language, marketing_consent)
    values (${id}, ${onboardingId}, ${email}, 'en', false)`
  return issueToken(db, { purpose: 'registration', registrationId: id, minutes: 60 })
}

/** One history. `wrong` gathers what must never happen. */
const beginHistory = () => {
  const { context } = server
  const { db } = context
  const wrong: string[] = []
  /** Sessions of a provider's page that can be paid, and who would pay. */
  const open: { sessionId: string; payer: { userId: string } | { email: string } }[] = []
  const links: { token: string; userId: string; email: string; changeId: string }[] = []
  const at = (email: string) => findAccountByEmail(db, email)

  const begin = async (payer: { userId: string } | { email: string }) => {
    const who =
      'userId' in payer
        ? { userId: payer.userId, registrationToken: undefined }
        : { userId: null, registrationToken: await registration(payer.email) }
    const begun = await createCheckout(context, { productId: 'week', couponId: null, ...who })
    if (begun.ok) open.push({ sessionId: begun.value.sessionId, payer })
  }

  const payOne = async () => {
    const checkout = open.shift()
    if (!checkout) return
    const { payer, sessionId } = checkout
    const expected = 'userId' in payer ? payer.userId : ((await at(payer.email))?.id ?? null)
    if (!(await payEmbeddedCheckout(context, sessionId, goodCard)).ok) return
    const [paid] = await db<{ userId: string; email: string; isRefused: boolean }[]>`
      select s.user_id as "userId", u.email, s.refused_as is not null as "isRefused" from subscriptions s
      join checkouts c on c.subscription_id = s.id join users u on u.id = s.user_id where c.session_id = ${sessionId}`
    if (!paid || paid.isRefused) return
    const isPayers = expected === null ? 'email' in payer && paid.email === payer.email : paid.userId === expected
    if (!isPayers) wrong.push(`a plan went to ${paid.email} instead of ${JSON.stringify(payer)}`)
  }

  const move = async (email: string, to: string) => {
    const account = await at(email)
    if (!account?.isActive || email === to) return
    const [sessionId, changeId, userId] = [randomUUID(), randomUUID(), account.id]
    await inTransaction(db, (tx) => insertSession(tx, { id: sessionId, userId, organizationId: null, seconds: 60 }))
    await insertEmailChange(db, { id: changeId, userId, oldEmail: email, newEmail: to, sessionId })
    const wanted = { userId, emailChangeId: changeId, minutes: 7 * 24 * 60 }
    const token = await issueToken(db, { ...wanted, purpose: 'email-change' })
    if ((await server.call('confirmEmailChange', { body: { token } })).status !== 200) return
    await changeCustomerEmail(context, { userId })
    links.push({ token: await issueToken(db, { ...wanted, purpose: 'email-undo' }), userId, email, changeId })
  }

  /** The link of the oldest change is the owner's: whoever moved the account later is no longer trusted. */
  const undoOne = async () => {
    const link = links.shift()
    if (!link) return
    const { token, userId, email, changeId } = link
    const [change] = await db<{ isGood: boolean }[]>`
      select voided_at is null and undone_at is null and confirmed_at > now() - interval '7 days' as "isGood"
      from email_changes where id = ${changeId}`
    const reply = await server.call('undoEmailChange', { body: { token } })
    if (!change?.isGood) return
    const pin = { email, pin: ownersPin }
    await server.call('setPin', { token: reply.body?.data?.pinSetupToken ?? '', body: pin })
    const { body } = await server.call('login', { body: pin })
    if (body?.user?.id !== userId)
      wrong.push(`the undo for ${email} answered ${reply.status}, without its owner signed in`)
    await changeCustomerEmail(context, { userId })
  }

  const commands: Command = {
    register: async (email) => void (await registration(email)),
    checkout: async (email) => {
      const account = await at(email)
      await begin(account?.isActive && open.length % 2 === 0 ? { userId: account.id } : { email })
    },
    pay: payOne,
    gift: async (email) => {
      const [id, codeId] = [randomUUID(), randomUUID()]
      await db`insert into gift_codes (id, batch_id, code_hash, hint) values (${codeId}, ${batchId}, sha256(${codeId}::text::bytea), 'AAAA')`
      await db`
        insert into registrations (id, gift_code_id, email, language, marketing_consent)
        values (${id}, ${codeId}, ${email}, 'en', false)`
      await beginGift(context, await issueToken(db, { purpose: 'gift', registrationId: id, minutes: 60 }))
    },
    seat: (email) =>
      registerNewcomer(context, {
        email,
        requestedFrom: 'somewhere',
        firstName: null,
        marketingConsent: false,
        language: 'en',
        organizationId: organization.id,
        groupId: null,
        invitationId: null,
        linkId,
      }),
    directory: async (email) => {
      if (await at(email)) return
      const person = { organizationId: organization.id, email, language: 'en', by: 'directory' as const }
      await inTransaction(db, (tx) => createMember(context, tx, person))
    },
    move,
    undo: undoOne,
    delete: async (email) => {
      const account = await at(email)
      if (account) await deleteAccount(context, account.id)
    },
    restore: async (email) => {
      const [row] = await db<{ id: string; pinHash: string | null }[]>`
        select id, pin_hash as "pinHash" from users where email = ${email}`
      if (row) await inTransaction(db, (tx) => reactivate(tx, { ...row, email }))
    },
    PIN: async (email) => {
      const account = await at(email)
      if (!account?.isActive) return
      const token = await issueToken(db, { purpose: 'pin-setup', userId: account.id, minutes: 10 })
      await server.call('setPin', { token, body: { email, pin: '8305' } })
    },
    wait: async (email) => {
      const account = await at(email)
      if (account) await ageConfirmation(db, account.id, '8 days')
    },
  }

  /** What holds after each step. */
  const check = async (addresses: readonly string[]) => {
    const problems = await db<{ problem: string }[]>`
      select 'a customer has the address of another account' as problem from customers c
        join users u on u.email = c.email and u.id <> c.user_id where u.email = any(${[...addresses]})
      union all
      select 'an account has two customers' from customers c join customers other on other.user_id = c.user_id and other.id <> c.id
        join users u on u.id = c.user_id and u.email = any(${[...addresses]})
      union all
      select 'somebody has an address that its former owner may take back' from users u
        join email_changes e on e.old_email = u.email and e.user_id <> u.id
        where u.email = any(${[...addresses]}) and e.confirmed_at > now() - interval '7 days' and e.undone_at is null
          and e.voided_at is null`
    wrong.push(...problems.map(({ problem }) => problem))
  }

  const end = async (addresses: readonly string[]) => {
    while (open.length > 0) await payOne()
    while (links.length > 0) await undoOne()
    await check(addresses)
    return wrong
  }
  return { commands, check, end }
}

const kinds: Step['kind'][] = ['register', 'checkout', 'pay', 'gift', 'seat', 'directory', 'move', 'move', 'undo']
const rarer: Step['kind'][] = ['delete', 'restore', 'PIN', 'wait']

it(`accounts, addresses and payments stay together in every history (IDENTITY_SEED=${seed})`, async () => {
  const step = fc.record<Step>({
    kind: fc.constantFrom(...kinds, ...rarer),
    address: fc.nat({ max: 2 }),
    to: fc.nat({ max: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const addresses = [0, 1, 2].map(() => `m-${randomUUID()}@kitewise.example`)
      const { commands, check, end } = beginHistory()
      await commands.gift(addresses[0] ?? '', '')
      for (const { kind, address, to } of steps) {
        await commands[kind](addresses[address] ?? '', addresses[to] ?? '')
        await check(addresses)
      }
      expect(await end(addresses)).toEqual([])
    }),
    { numRuns: histories, seed },
  )
}, 600_000)
