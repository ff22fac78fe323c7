import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser } from '../../test-support/factories.ts'
import { mailsTo, tokenIn } from '../../test-support/read-mailbox.ts'
import { runJobs } from '../../test-support/run-jobs.ts'
import { listConsentsOfAddress } from '../../test-support/rows/onboarding.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'
import { blockAccount } from '../privacy/block-account.ts'
import { eraseNow } from '../privacy/delete-account.ts'

let server: TestServer
let other: TestServer
let finance: Awaited<ReturnType<typeof actAsStaff>>
beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
  other = await startTestServer({ catalog: onboardingCatalog(), database: server.database })
  finance = await actAsStaff(server, 'finance')
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const newEmail = () => `gift-${randomUUID()}@kitewise.example`
const lastDay = () => new Date(server.context.clock().getTime() + 30 * 86_400_000).toISOString().slice(0, 10)
const createCode = async (): Promise<string> => {
  const body = { attempt: randomUUID(), count: 1, days: 30, lastDay: lastDay(), note: 'n', reason: 'spring contest' }
  return (await finance.call('createGifts', { body })).body.data.codes[0] ?? 'no code'
}
const rowOf = async (code: string) =>
  (await finance.call('listGifts')).body.data.rows.find(({ hint }) => hint === code.slice(-4))
const register = (code: string, email: string, changes: object = {}, headers: Record<string, string> = {}) =>
  server.call('registerForGift', {
    headers,
    body: { code, email, termsAccepted: true, marketingConsent: false, ...changes },
  })
const tokenFor = async (email: string): Promise<string> => {
  await runJobs(server.context)
  const mail = (await mailsTo(server.context, email)).find(({ text }) => text.includes('/gift/begin?token='))
  return mail ? tokenIn(mail) : 'no mail'
}
const begin = (token: string, on = server) => on.call('beginGift', { body: { token } })
/** @returns the code and the token of the mailed link */
const registered = async (email = newEmail()) => {
  const code = await createCode()
  await register(code, email)
  return { code, email, token: await tokenFor(email) }
}

describe('registering with a gift code', () => {
  it('grants nothing before the link is opened, and then opens the lessons without a payment', async () => {
    const { code, email, token } = await registered()
    expect((await rowOf(code))?.state).toBe('open')
    expect(await listStored(server, email)).toEqual([])
    const begun = (await begin(token)).body.data
    expect(begun.email).toBe(email)
    expect((await rowOf(code))?.state).toBe('redeemed')
    await server.call('setPin', { token: begun.pinSetupToken ?? '', body: { email, pin: '4826' } })
    const session = await server.signIn(email, '4826')
    const [plan] = (await server.call('userSubscription', { token: session })).body.data
    expect(plan).toMatchObject({ status: 'active', cancel_at_period_end: true, current_period_end: begun.until })
  })

  it('stores consents and language, which the account and the mail then have', async () => {
    const [code, email] = [await createCode(), newEmail()]
    await register(
      code,
      ` ${email.toUpperCase()}`,
      { marketingConsent: true, firstName: 'Ada' },
      { 'accept-language': 'fr' },
    )
    const consents = await listConsentsOfAddress(server.context.db, email)
    expect(consents.map(({ purpose, isGiven }) => [purpose, isGiven])).toEqual([
      ['terms', true],
      ['age', true],
      ['marketing', true],
    ])
    const { pinSetupToken } = (await begin(await tokenFor(email))).body.data
    expect((await mailsTo(server.context, email))[0]?.subject).toContain('cadeau')
    await server.call('setPin', { token: pinSetupToken ?? '', body: { email, pin: '4826' } })
    const me = await server.call('me', { token: await server.signIn(email, '4826') })
    expect(me.body.data).toMatchObject({ lang: 'fr', firstName: 'Ada' })
  })

  it('answers the same for an address with an account, whose PIN stays', async () => {
    const learner = await createUser(server.context, { subscription: null })
    const code = await createCode()
    const [known, unknown] = [await register(code, learner.email), await register(code, newEmail())]
    expect([known.status, Object.keys(known.body.data)]).toEqual([unknown.status, Object.keys(unknown.body.data)])
    const begun = (await begin(await tokenFor(learner.email))).body.data
    expect(begun).toMatchObject({ email: learner.email, pinSetupToken: null })
    expect(await server.signIn(learner.email, learner.pin)).toBeTruthy()
    expect((await listStored(server, learner.email)).map(({ status }) => status)).toEqual(['active'])
  })

  it('needs the consent, an address and an open code', async () => {
    const [code, email] = [await createCode(), newEmail()]
    expect((await register(code, email, { termsAccepted: false })).error?.name).toBe('terms_required')
    expect((await register(code, 'nobody')).status).toBe(400)
    expect((await register('ABCD-EFGH', email)).error?.name).toBe('gift_code_unknown')
    const row = await rowOf(code)
    const params = { batchId: row?.batchId ?? 'no batch' }
    await finance.call('voidGifts', { params, body: { reason: 'a mistake' } })
    expect((await register(code, email)).error?.name).toBe('gift_code_void')
    expect(await tokenFor(email)).toBe('no mail')
  })

  it('mails an address once in a minute, and a network is limited', async () => {
    const { code, email } = await registered()
    for (let times = 0; times < 3; times += 1) expect((await register(code, email)).status).toBe(200)
    await runJobs(server.context)
    expect(await mailsTo(server.context, email)).toHaveLength(1)
    const { limits } = server.context.config
    const strict = await startTestServer({
      database: server.database,
      config: { limits: { ...limits, registerPerHour: 1 } },
    })
    const once = { code, email, termsAccepted: true, marketingConsent: false }
    const headers = { 'x-forwarded-for': '2001:db8:77::1' }
    const statuses = [
      (await strict.call('registerForGift', { body: once, headers })).status,
      (await strict.call('registerForGift', { body: once, headers })).status,
    ]
    expect(statuses.at(-1)).toBe(429)
    await strict.close()
  })
})

describe('the mailed link', () => {
  it('redeems once however often it is opened, with a token for the PIN until there is one', async () => {
    const { email, token } = await registered()
    const answers = await Promise.all([begin(token), begin(token, other), begin(token)])
    expect(new Set(answers.map(({ body }) => body.data.until)).size).toBe(1)
    const { pinSetupToken } = (await begin(token)).body.data
    await server.call('setPin', { token: pinSetupToken ?? '', body: { email, pin: '4826' } })
    expect((await begin(token)).body.data.pinSetupToken).toBeNull()
    expect(await listStored(server, email)).toHaveLength(1)
  })

  it('of two people with one code serves the first, and leaves the second without an account', async () => {
    const { code, token } = await registered()
    const late = newEmail()
    await register(code, late)
    const second = await tokenFor(late)
    await begin(token)
    expect((await begin(second)).error?.name).toBe('gift_code_used')
    expect(await server.context.db`select 1 from users where email = ${late}`).toHaveLength(0)
  })

  it('leaves the code open beside a plan, and for a blocked account', async () => {
    const { begin: buy, claim, email } = await actAsBuyer(server)
    const bought = await buy('week')
    await payAt(server, bought.sessionId)
    await claim(bought)
    const { code, token } = await registered(email)
    expect((await begin(token)).error?.name).toBe('gift_plan_running')
    expect((await rowOf(code))?.state).toBe('open')
    const blocked = await createUser(server.context, { subscription: null })
    await blockAccount(server.context, blocked.id)
    expect((await begin((await registered(blocked.email)).token)).error?.name).toBe('account_blocked')
  })

  it('is worth nothing when it is made up, or after an erasure', async () => {
    expect((await begin('made-up')).error?.name).toBe('invalid_token')
    const { token, email } = await registered()
    await begin(token)
    const [user] = await server.context.db<{ id: string }[]>`select id from users where email = ${email}`
    await eraseNow(server.context, user?.id ?? 'nobody')
    expect((await begin(token)).error?.name).toBe('invalid_token')
    expect(await server.context.db`select 1 from registrations where email = ${email}`).toHaveLength(0)
  })
})
