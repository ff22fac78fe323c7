import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, type TestUser } from '../../test-support/factories.ts'
import { mailsTo, tokenIn } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import {
  ageConfirmation,
  ageEmailChanges,
  ageSession,
  expireTokens,
  findUserId,
  listTokens,
} from '../../test-support/rows/accounts.ts'
import { makeJobsDue, postponeJobs } from '../../test-support/rows/jobs.ts'
import { ageMails } from '../../test-support/rows/mails.ts'
import { readTable } from '../../test-support/rows/tables.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

let server: TestServer
let second: TestServer
let made = 0

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const newAddress = () => `moved-${(made += 1)}@kitewise.example`
const signedIn = async () => {
  const learner = await createUser(server.context)
  return { ...learner, token: await server.signIn(learner.email, learner.pin) }
}
const ask = (token: string, newEmail: unknown) => server.call('generateChangeEmailToken', { token, body: { newEmail } })
const confirm = (token: unknown, at = server) => at.call('confirmEmailChange', { body: { token } })
const undo = (token: unknown, at = server) => at.call('undoEmailChange', { body: { token } })
const mailTo = async (address: string, words: string) => {
  await runJobs(server.context)
  return (await mailsTo(server.context, address)).find(({ text }) => text.includes(words))
}
const linkTo = async (address: string) => tokenIn((await mailTo(address, '/confirm-email-change?')) ?? { text: '' })
const undoLinkTo = async (address: string) => tokenIn((await mailTo(address, '/undo-email-change?')) ?? { text: '' })
/** Moves the last request back by an hour, so that another one is neither a repetition nor over the limit. */
const letAnHourPass = async ({ id }: TestUser) => {
  const { db } = server.context
  await ageEmailChanges(db, id, '61 minutes')
  await ageMails(db, '61 minutes', { userId: id })
}
const chooseNewPin = async (email: string, token: string) =>
  expect((await server.call('setPin', { token, body: { email, pin: '8305' } })).status).toBe(200)
const canSignIn = async (email: string, pin: string) =>
  (await server.call('login', { body: { email, pin } })).status === 200
const move = async (learner: TestUser & { token: string }, to = newAddress()) => {
  await ask(learner.token, to)
  expect((await confirm(await linkTo(to))).status).toBe(200)
  return to
}

describe('requesting an email change', () => {
  it('mails a link to the new address and a notice to the old one, and changes nothing yet', async () => {
    const learner = await signedIn()
    const to = newAddress()
    const reply = await ask(learner.token, ` ${to.toUpperCase()} `)
    expect([reply.status, reply.body]).toEqual([200, { data: { sent: true } }])
    const mail = await mailTo(to, '/confirm-email-change?')
    const page = `${server.context.config.publicUrl}/confirm-email-change?token=`
    expect(mail?.text).toContain(page)
    expect(mail?.text).toContain(`&email=${encodeURIComponent(to)}`)
    expect(await mailTo(learner.email, 'asked to move your account')).toBeDefined()
    expect(await canSignIn(learner.email, learner.pin)).toBe(true)
    expect(await canSignIn(to, learner.pin)).toBe(false)
  })

  it('needs a sign-in within the last ten minutes, or the PIN again', async () => {
    const learner = await signedIn()
    await ageSession(server.context.db, learner.id, '601 seconds')
    expect((await ask(learner.token, newAddress())).error).toMatchObject({ status: 403, name: 'reauthenticate' })
    await server.call('reauthenticate', { token: learner.token, body: { pin: learner.pin } })
    expect((await ask(learner.token, newAddress())).status).toBe(200)
    expect((await server.call('generateChangeEmailToken', { body: { newEmail: newAddress() } })).status).toBe(401)
  })

  it.each([
    '',
    'nobody',
    'a b@c.example',
    'a@b',
    'a@b.example\r\nBcc: c@d.example',
    '"a"@b.example',
    'a@b.example,c@d.example',
  ])('rejects %j', async (address) => {
    const learner = await signedIn()
    expect((await ask(learner.token, address)).error).toMatchObject({
      status: 422,
      name: 'invalid_email',
      message: 'Please enter a valid email address.',
    })
  })

  it("rejects the account's current address", async () => {
    const learner = await signedIn()
    expect((await ask(learner.token, learner.email.toUpperCase())).error?.name).toBe('same_email')
  })

  it('answers the same for a taken address, whose owner gets a hint without a link', async () => {
    const [learner, owner] = [await signedIn(), await createUser(server.context)]
    const [taken, free] = [await ask(learner.token, owner.email), await ask((await signedIn()).token, newAddress())]
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    expect(await mailTo(owner.email, 'already has its own account')).toBeDefined()
    expect(await linkTo(owner.email)).toBe('none')
  })

  it('sends one mail per minute and three per hour', async () => {
    const learner = await signedIn()
    const addresses = [newAddress(), newAddress(), newAddress()]
    for (const address of addresses)
      expect([(await ask(learner.token, address)).status, (await ask(learner.token, address)).status]).toEqual([
        200, 200,
      ])
    const reply = await ask(learner.token, newAddress())
    expect(reply.error?.name).toBe('too_many_requests')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(3_000)
    await letAnHourPass(learner)
    expect((await ask(learner.token, newAddress())).status).toBe(200)
  })
})

describe('confirming an email change', () => {
  it('changes the address, keeps the requesting session, ends the others and notifies the old address', async () => {
    const learner = await signedIn()
    const other = await server.signIn(learner.email, learner.pin)
    await server.call('restorePin', { body: { email: learner.email } })
    const pinLink = tokenIn((await mailTo(learner.email, '/restore-pass?token=')) ?? { text: '' })
    const to = newAddress()
    await ask(learner.token, to)
    const reply = await server.call('confirmEmailChange', {
      body: { token: await linkTo(to), email: 'somebody-else@kitewise.example' },
    })
    expect([reply.status, reply.body]).toEqual([200, { data: { email: to } }])
    expect((await server.call('me', { token: learner.token })).body.data.email).toBe(to)
    expect((await server.call('me', { token: other })).status).toBe(401)
    expect(await canSignIn(to, learner.pin)).toBe(true)
    expect(await canSignIn(learner.email, learner.pin)).toBe(false)
    expect((await server.call('checkPinToken', { body: { token: pinLink } })).error?.name).toBe('invalid_token')
    expect(await undoLinkTo(learner.email)).not.toBe('none')
  })

  it('works once under concurrent confirmations on two instances', async () => {
    const learner = await signedIn()
    const to = newAddress()
    await ask(learner.token, to)
    const link = await linkTo(to)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => confirm(link, index % 2 === 0 ? server : second)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ error }) => error?.name === 'invalid_token')).toHaveLength(49)
    await runJobs(server.context)
    const notices = (await mailsTo(server.context, learner.email)).filter(({ text }) =>
      text.includes('/undo-email-change?'),
    )
    expect(notices).toHaveLength(1)
  })

  it('gives an address to one of two accounts that claim it at once', async () => {
    const to = newAddress()
    const [one, other] = [await signedIn(), await signedIn()]
    await ask(one.token, to)
    const links = [await linkTo(to)]
    await ageMails(server.context.db, '61 seconds')
    await ask(other.token, to)
    await runJobs(server.context)
    links.push(...(await mailsTo(server.context, to)).map(tokenIn).filter((link) => link !== links[0]))
    expect(links).toHaveLength(2)
    const replies = await Promise.all(links.map((link, index) => confirm(link, index === 0 ? server : second)))
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.error?.name).toBe('email_taken')
    expect(await findUserId(server.context.db, to)).not.toBe('')
  })

  it('rejects an expired, replaced, wrong-purpose or made-up link', async () => {
    const learner = await signedIn()
    const [first, newest] = [newAddress(), newAddress()]
    await ask(learner.token, first)
    const replaced = await linkTo(first)
    await ask(learner.token, newest)
    expect((await confirm(replaced)).error?.name).toBe('invalid_token')
    const link = await linkTo(newest)
    await expireTokens(server.context.db, { userId: learner.id })
    expect((await confirm(link)).error?.name).toBe('invalid_token')
    expect((await undo(link)).error?.name).toBe('invalid_token')
    for (const token of ['', '%', '*', 'A'.repeat(22), `${link} `]) expect((await confirm(token)).status).toBe(400)
    for (const token of [null, [link], { like: '%' }, 7])
      expect((await confirm(token)).error?.name).toBe('invalid_request')
  })

  it('expires after an hour, and stores the link as a hash', async () => {
    const learner = await signedIn()
    const to = newAddress()
    await ask(learner.token, to)
    const link = await linkTo(to)
    const { db } = server.context
    expect(await listTokens(db, learner.id)).toEqual([{ purpose: 'email-change', seconds: 3_600 }])
    expect(await readTable(db, 'one_time_tokens')).not.toContain(link)
  })
})

describe('undoing an email change', () => {
  it('restores the old address, ends every session and voids links sent to the new mailbox', async () => {
    const learner = await signedIn()
    const to = await move(learner)
    await server.call('restorePin', { body: { email: to } })
    const pinLink = tokenIn((await mailTo(to, '/restore-pass?token=')) ?? { text: '' })
    const reply = await undo(await undoLinkTo(learner.email))
    expect([reply.status, reply.body.data.email]).toEqual([200, learner.email])
    expect((await server.call('me', { token: learner.token })).status).toBe(401)
    expect((await server.call('checkPinToken', { body: { token: pinLink } })).error?.name).toBe('invalid_token')
    for (const address of [learner.email, to]) expect(await canSignIn(address, learner.pin)).toBe(false)
    await chooseNewPin(learner.email, reply.body.data.pinSetupToken)
    expect(await canSignIn(learner.email, '8305')).toBe(true)
    expect(await mailTo(to, 'that change was undone from the old address')).toBeDefined()
  })

  it('prevents a link that was queued earlier for the new mailbox', async () => {
    const learner = await signedIn()
    const to = await move(learner)
    const undoLink = await undoLinkTo(learner.email)
    await server.call('restorePin', { body: { email: to } })
    await postponeJobs(server.context.db)
    await undo(undoLink)
    await makeJobsDue(server.context.db)
    expect(await mailTo(to, '/restore-pass?token=')).toBeUndefined()
  })

  it('works once, within seven days', async () => {
    const learner = await signedIn()
    await move(learner)
    const link = await undoLinkTo(learner.email)
    const tokens = await listTokens(server.context.db, learner.id)
    expect(tokens).toContainEqual({ purpose: 'email-undo', seconds: 7 * 86_400 })
    const replies = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => undo(link, at % 2 === 0 ? server : second)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('restores the first address after two changes and voids the later undo link', async () => {
    const learner = await signedIn()
    const middle = await move(learner)
    await letAnHourPass(learner)
    await move(learner)
    const [firstUndo, laterUndo] = [await undoLinkTo(learner.email), await undoLinkTo(middle)]
    const { email, pinSetupToken } = (await undo(firstUndo)).body.data
    expect(email).toBe(learner.email)
    expect((await undo(laterUndo)).error?.name).toBe('invalid_token')
    await chooseNewPin(learner.email, pinSetupToken)
    expect(await canSignIn(learner.email, '8305')).toBe(true)
  })

  it('ends the sessions even when another account has the old address', async () => {
    const learner = await signedIn()
    await move(learner)
    const link = await undoLinkTo(learner.email)
    await createUser(server.context, { email: learner.email })
    expect((await undo(link)).error).toMatchObject({ status: 403, name: 'account_blocked' })
    expect((await server.call('me', { token: learner.token })).status).toBe(401)
  })

  it('reserves the old address as long as the change can be undone', async () => {
    const [learner, other] = [await signedIn(), await signedIn()]
    await move(learner)
    await ask(other.token, learner.email)
    expect((await confirm(await linkTo(learner.email))).error?.name).toBe('email_taken')
    await ageConfirmation(server.context.db, learner.id, '8 days')
    expect((await confirm(await linkTo(learner.email))).status).toBe(200)
  })
})
