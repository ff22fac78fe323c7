import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueToken, type TokenPurpose } from '../../platform/one-time-tokens.sql.ts'
import type { Db } from '../../database/connect.ts'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo, tokenIn } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { ageLastUse, countDevices, expireSessions } from '../../test-support/rows/accounts.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
let second: TestServer
let made = 0

beforeAll(async () => {
  server = await startTestServer({ config: { trustedProxies: 1 } })
  second = await startTestServer({ config: { trustedProxies: 1 }, database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const newPin = '8305'
const newAddress = () => `thief-${(made += 1)}@kitewise.example`
const confirm = (token: string, at = server) => at.call('confirmEmailChange', { body: { token } })
const setPin = (token: string, email: string, pin = newPin, at = server) =>
  at.call('setPin', { token, body: { email, pin } })
/** Each from its own network, so that no network is delayed. */
const signIn = (email: string, pin: string, at = server) =>
  at.call('login', { body: { email, pin }, headers: { 'x-forwarded-for': `10.0.0.${(made += 1) % 250}` } })
const isLive = async (token: string) => (await server.call('me', { token })).status === 200
const linkTo = async (address: string, path: string) => {
  await runJobs(server.context)
  const mail = (await mailsTo(server.context, address)).findLast(({ text }) => text.includes(path))
  return tokenIn(mail ?? { text: '' })
}

const restoreLink = async (email: string) => {
  await server.call('restorePin', { body: { email } })
  return linkTo(email, '/restore-pass?token=')
}

/** An account with a stolen PIN: the thief has signed in and requested an email change. */
const robbed = async () => {
  const owner = await createUser(server.context)
  const thief = await server.signIn(owner.email, owner.pin)
  const address = newAddress()
  const asked = await server.call('generateChangeEmailToken', { token: thief, body: { newEmail: address } })
  expect(asked.status).toBe(200)
  return { owner, thief, address, link: await linkTo(address, '/confirm-email-change?') }
}
type Robbed = Awaited<ReturnType<typeof robbed>>

const pinSetters: [string, (robbery: Robbed) => Promise<void>][] = [
  [
    'a mailed link',
    async ({ owner }) => expect((await setPin(await restoreLink(owner.email), owner.email)).status).toBe(200),
  ],
  [
    'the token of a paid checkout',
    async ({ owner }) => {
      const { db } = server.context
      const token = await issueToken(db, { purpose: 'pin-setup', userId: owner.id, minutes: 60 })
      expect((await setPin(token, owner.email)).status).toBe(200)
    },
  ],
  [
    "the owner's session",
    async ({ owner }) =>
      expect((await setPin(await server.signIn(owner.email, owner.pin), owner.email)).status).toBe(200),
  ],
  [
    'the session that asked for the change',
    async ({ owner, thief }) => expect((await setPin(thief, owner.email)).status).toBe(200),
  ],
]

describe('setting a PIN', () => {
  it.each(pinSetters)('by %s cancels a pending email change', async (_, set) => {
    const robbery = await robbed()
    await set(robbery)
    expect((await confirm(robbery.link)).error).toMatchObject({ status: 400, name: 'invalid_token' })
    expect((await signIn(robbery.owner.email, newPin)).status).toBe(200)
  })

  it.each(pinSetters)('by %s voids every other link', async (_, set) => {
    const robbery = await robbed()
    const { db } = server.context
    const issue = (purpose: TokenPurpose) => issueToken(db, { purpose, userId: robbery.owner.id, minutes: 60 })
    const [pinLink, deviceLink] = [await issue('pin-setup'), await issue('device')]
    await set(robbery)
    expect((await server.call('checkPinToken', { body: { token: pinLink } })).error?.name).toBe('invalid_token')
    expect((await server.call('confirmDevice', { body: { token: deviceLink } })).error?.name).toBe('invalid_token')
  })

  it('keeps the undo link of an email change, so that a thief cannot void it', async () => {
    const { owner, thief, address, link } = await robbed()
    expect((await confirm(link)).status).toBe(200)
    const undoLink = await linkTo(owner.email, '/undo-email-change?')
    expect((await setPin(thief, address)).status).toBe(200)
    const undone = await server.call('undoEmailChange', { body: { token: undoLink } })
    expect(undone.body.data.email).toBe(owner.email)
  })

  it('by a mailed link forgets every known device except the browser that set it', async () => {
    const owner = await createUser(server.context)
    for (const _ of [1, 2, 3]) await signIn(owner.email, owner.pin)
    expect(await countDevices(server.context.db, owner.id)).toBe(3)
    await setPin(await restoreLink(owner.email), owner.email)
    expect(await countDevices(server.context.db, owner.id)).toBe(1)
  })

  it('by a session keeps the known devices', async () => {
    const owner = await createUser(server.context)
    await signIn(owner.email, owner.pin)
    await setPin(await server.signIn(owner.email, owner.pin), owner.email)
    expect(await countDevices(server.context.db, owner.id)).toBe(2)
  })
})

describe('confirming an email change', () => {
  it('needs the session that requested it', async () => {
    const { owner, thief, link } = await robbed()
    await server.call('logout', { token: thief })
    expect((await confirm(link)).error).toMatchObject({ status: 400, name: 'invalid_token' })
    expect((await signIn(owner.email, owner.pin)).status).toBe(200)
  })

  it.each([
    ['at its end', expireSessions],
    ['after two weeks without use', (db: Db, userId: string) => ageLastUse(db, userId, '14 days 1 second')],
  ])('needs a session that has not expired %s', async (_, expire) => {
    const { owner, link } = await robbed()
    await expire(server.context.db, owner.id)
    expect((await confirm(link)).error?.name).toBe('invalid_token')
  })

  it('voids the sign-in links of the old mailbox', async () => {
    const { owner, link } = await robbed()
    const { db } = server.context
    const device = await issueToken(db, { purpose: 'device', userId: owner.id, minutes: 10 })
    expect((await confirm(link)).status).toBe(200)
    expect((await server.call('confirmDevice', { body: { token: device } })).error?.name).toBe('invalid_token')
  })
})

describe('undoing an email change', () => {
  it('ends every session, forgets every device and removes the PIN, even a new one', async () => {
    const { owner, thief, address, link } = await robbed()
    expect((await confirm(link)).status).toBe(200)
    expect((await setPin(thief, address, '6194')).status).toBe(200)
    await signIn(address, '6194')
    const undoLink = await linkTo(owner.email, '/undo-email-change?')
    expect((await server.call('undoEmailChange', { body: { token: undoLink } })).status).toBe(200)
    expect(await isLive(thief)).toBe(false)
    expect(await countDevices(server.context.db, owner.id)).toBe(0)
    for (const pin of ['6194', owner.pin]) expect((await signIn(owner.email, pin)).status).toBe(401)
  })

  it('gives the owner one token for setting a new PIN', async () => {
    const { owner, link } = await robbed()
    expect((await confirm(link)).status).toBe(200)
    const token = await linkTo(owner.email, '/undo-email-change?')
    const { pinSetupToken } = (await server.call('undoEmailChange', { body: { token } })).body.data
    expect((await setPin(pinSetupToken, owner.email)).status).toBe(200)
    expect((await setPin(pinSetupToken, owner.email)).error?.name).toBe('invalid_token')
    expect((await signIn(owner.email, newPin)).status).toBe(200)
  })

  it('removes the PIN even when somebody else has proven to own the old address', async () => {
    const { owner, address, link } = await robbed()
    expect((await confirm(link)).status).toBe(200)
    const token = await linkTo(owner.email, '/undo-email-change?')
    await createUser(server.context, { email: owner.email })
    expect((await server.call('undoEmailChange', { body: { token } })).error?.name).toBe('account_blocked')
    expect((await signIn(address, owner.pin)).status).toBe(401)
    expect(await countDevices(server.context.db, owner.id)).toBe(0)
  })
})

describe('deleting an account', () => {
  it('forgets the known devices', async () => {
    const leaver = await createUser(server.context)
    const token = await server.signIn(leaver.email, leaver.pin)
    expect((await server.call('deleteAccount', { token })).status).toBe(200)
    expect(await countDevices(server.context.db, leaver.id)).toBe(0)
  })
})

const countDone = (replies: { status: number }[]) => replies.filter(({ status }) => status === 200).length

describe('concurrent requests on two instances', () => {
  const rounds = Array.from({ length: 12 }, (_, round) => round)

  it('either set the PIN or confirm the email change', async () => {
    for (const round of rounds) {
      const { owner, link } = await robbed()
      const { db } = server.context
      const token = await issueToken(db, { purpose: 'pin-setup', userId: owner.id, minutes: 60 })
      const calls = [() => setPin(token, owner.email), () => confirm(link, second)]
      const replies = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
      expect(countDone(replies)).toBe(1)
      // If the change commits after setPin has read the token but before the account, the given address is outdated.
      const refusal = replies.find(({ status }) => status !== 200)?.error?.name
      expect(['invalid_token', 'wrong_email']).toContain(refusal)
    }
  })

  it('set the PIN with only one of two links', async () => {
    for (const _ of rounds) {
      const { id, email } = await createUser(server.context)
      const { db } = server.context
      const issue = () => issueToken(db, { purpose: 'pin-setup', userId: id, minutes: 60 })
      const [one, other] = [await issue(), await issue()]
      const replies = await Promise.all([setPin(one, email), setPin(other, email, '6194', second)])
      expect(countDone(replies)).toBe(1)
    }
  })

  it('never let a stolen session set a PIN after the owner has', async () => {
    for (const _ of rounds) {
      const { id, email, pin } = await createUser(server.context)
      const thief = await server.signIn(email, pin)
      const { db } = server.context
      const token = await issueToken(db, { purpose: 'pin-setup', userId: id, minutes: 60 })
      const replies = await Promise.all([setPin(token, email), setPin(thief, email, '6194', second)])
      expect(countDone(replies)).toBe(1)
    }
  })

  it('never leave a session that was opened with the old PIN', async () => {
    for (const _ of rounds) {
      const { id, email, pin } = await createUser(server.context)
      const { db } = server.context
      const token = await issueToken(db, { purpose: 'pin-setup', userId: id, minutes: 60 })
      const [set, ...signIns] = await Promise.all([
        setPin(token, email),
        signIn(email, pin, second),
        signIn(email, pin, second),
      ])
      expect(set.status).toBe(200)
      for (const { status, body } of signIns)
        expect(status === 200 ? await isLive(body.jwt) : status).toBe(status === 200 ? false : 401)
    }
  })
})
