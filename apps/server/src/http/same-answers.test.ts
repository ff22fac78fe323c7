import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncSubscription } from '../features/billing/sync-with-provider.ts'
import { goodCard, listStored, payAt } from '../test-support/act-as-buyer.ts'
import type { Reply } from '../test-support/call-server.ts'
import { createUser } from '../test-support/factories.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { deactivateUser } from '../test-support/rows/accounts.ts'
import { beginQuiz, onboardingCatalog } from '../test-support/visitor.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
})
afterAll(() => server.close())

/** All addresses have the same length, so that headers can be compared too. */
const newAddress = (): string => `same-${randomBytes(6).toString('hex')}@kitewise.example`

const register = async (email: string) => {
  const visitor = await beginQuiz(server)
  const reply = await visitor.register(email)
  return { reply, registrationToken: reply.body.data.registrationToken }
}
const choose = (registrationToken: string, productId: string) =>
  server.call('createCheckout', { body: { productId, registrationToken } })
const claim = ({ sessionId, nonce }: { sessionId: string; nonce: string }) =>
  server.call('claimCheckout', { params: { sessionId }, body: { nonce } })

/** A learner who got the free trial through the quiz and canceled it. */
const useTrial = async (email: string): Promise<void> => {
  const { registrationToken } = await register(email)
  const { sessionId } = (await choose(registrationToken, 'month')).body.data
  await payAt(server, sessionId)
  const [row] = await listStored(server, email)
  await server.context.payments.cancelNow(row?.id ?? '')
  await syncSubscription(server.context, row?.id ?? '')
}
const expired = () => ({ currentPeriodEnd: Math.floor(server.context.clock().getTime() / 1000) - 86_400 })

/** Every possible state of an address before its mailbox is proven. */
const states: Record<string, (email: string) => Promise<unknown>> = {
  'a new address': async () => {},
  'an active subscription': (email) => createUser(server.context, { email }),
  'an expired subscription': (email) => createUser(server.context, { email, subscription: expired() }),
  'an account without a subscription': (email) => createUser(server.context, { email, subscription: null }),
  'an account without a PIN': (email) => createUser(server.context, { email, pin: null, subscription: null }),
  'a trial that is over': useTrial,
  'a trial that is running': async (email) => {
    const { registrationToken } = await register(email)
    await payAt(server, (await choose(registrationToken, 'month')).body.data.sessionId)
  },
  'a checkout that another browser began': async (email) => {
    await choose((await register(email)).registrationToken, 'month')
  },
  'a deleted account': async (email) => {
    const { id } = await createUser(server.context, { email })
    await deactivateUser(server.context.db, id)
  },
}

const secrets = /cs_[A-Za-z0-9]+|(?<=")[A-Za-z0-9_-]{22}(?=")/g

/** The complete answer without random values and the address itself. */
const wholeOf = ({ status, text, headers }: Reply<unknown>, email: string) => ({
  status,
  text: text.replaceAll(email, 'ADDRESS').replaceAll(secrets, 'RANDOM'),
  headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'etag'].includes(name)),
})

/**
 * All answers, up to the payment, to a browser that only knows the address: every endpoint that takes it or its tokens.
 */
const askEverything = async (email: string) => {
  const asker = await createUser(server.context)
  const session = await server.signIn(asker.email, asker.pin)
  const { reply, registrationToken } = await register(email)
  const query = `registrationToken=${registrationToken}`
  const begun = await choose(registrationToken, 'month')
  const again = await choose(registrationToken, 'month')
  const other = await choose(registrationToken, 'week')
  const params = { sessionId: other.body.data.sessionId }
  const replies: Record<string, Reply<unknown>> = {
    register: reply,
    'register again': (await register(email)).reply,
    plans: await server.call('listPlans', { query }),
    'checkout of the trial': begun,
    'checkout again': again,
    'checkout of another plan': other,
    'plans after the checkout': await server.call('listPlans', { query }),
    'the page of the replaced checkout': await server.call('getEmbeddedCheckout', {
      params: { sessionId: begun.body.data.sessionId },
    }),
    'the page of the checkout': await server.call('getEmbeddedCheckout', { params }),
    'claim before paying': await claim(other.body.data),
    'claim of the replaced checkout': await claim(begun.body.data),
    'claim without proof': await claim({ ...params, nonce: 'A'.repeat(22) }),
    'a declined card': await server.call('payEmbeddedCheckout', {
      params,
      body: { ...goodCard, cardNumber: '4000 0000 0000 0002' },
    }),
    'log in with a wrong PIN': await server.call('login', { body: { email, pin: '9173' } }),
    'restore the PIN': await server.call('restorePin', { body: { email } }),
    'set a PIN without proof': await server.call('setPin', { body: { email, pin: '9173' } }),
    'set a PIN with a made-up token': await server.call('setPin', {
      token: 'A'.repeat(22),
      body: { email, pin: '9173' },
    }),
    'set a PIN with the registration': await server.call('setPin', {
      token: registrationToken,
      body: { email, pin: '9173' },
    }),
    "another learner's change to it": await server.call('generateChangeEmailToken', {
      token: session,
      body: { newEmail: email },
    }),
    "another learner's look at its subscription": await server.call('userSubscription', {
      token: session,
      query: `email=${encodeURIComponent(email)}`,
    }),
  }
  return Object.fromEntries(Object.entries(replies).map(([name, answer]) => [name, wholeOf(answer, email)]))
}

describe('address with an unproven mailbox', () => {
  let expected: Awaited<ReturnType<typeof askEverything>>
  beforeAll(async () => {
    expected = await askEverything(newAddress())
  })

  it('gets answers that lead to the next step', () => {
    expect(expected['checkout of the trial']?.status).toBe(200)
    expect(expected['log in with a wrong PIN']?.status).toBe(401)
    expect(expected['the page of the checkout']?.text).toContain('"status":"open"')
    expect(expected.plans?.text).toContain('"trialDays":7')
    expect(expected['claim before paying']?.text).toContain('"status":"open"')
    expect(expected["another learner's change to it"]?.status).toBe(200)
  })

  it.each(Object.keys(states))('gets the same answers to everything when it has %s', async (state) => {
    const email = newAddress()
    await states[state]?.(email)
    expect(await askEverything(email)).toEqual(expected)
  })
})

const payAndClaim = async (email: string, productId: string) => {
  const { registrationToken } = await register(email)
  const begun = (await choose(registrationToken, productId)).body.data
  const paid = await payAt(server, begun.sessionId)
  const first = await claim(begun)
  const second = await claim(begun)
  const page = await server.call('getEmbeddedCheckout', { params: { sessionId: begun.sessionId } })
  return {
    pinSetupToken: first.body.data.pinSetupToken,
    answers: [paid, second, page].map((reply) => wholeOf(reply, email)),
    first: wholeOf(first, email),
  }
}

describe('browser that has paid for an address', () => {
  const existing = Object.keys(states).filter((state) => !/new address|another browser/.test(state))

  it.each(['month', 'week'])('sets the PIN of the account created by the payment of a %s', async (productId) => {
    const email = newAddress()
    const { pinSetupToken } = await payAndClaim(email, productId)
    const set = await server.call('setPin', { token: pinSetupToken ?? '', body: { email, pin: '4826' } })
    expect(set.status).toBe(200)
  })

  it.each(existing)(
    'gets no PIN token for %s, and the same answer as a new account that used its token',
    async (state) => {
      for (const productId of ['month', 'week']) {
        const fresh = await payAndClaim(newAddress(), productId)
        const email = newAddress()
        await states[state]?.(email)
        const { pinSetupToken, answers, first } = await payAndClaim(email, productId)
        expect(pinSetupToken).toBeNull()
        expect(answers).toEqual(fresh.answers)
        expect(first).toEqual(fresh.answers[1])
      }
    },
  )
})
