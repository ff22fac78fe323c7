import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer, goodCard, listMails, listStored, payAt } from '../../test-support/act-as-buyer.ts'
import { createUser } from '../../test-support/factories.ts'
import { addCustomer, listCheckoutStates } from '../../test-support/rows/billing.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { onboardingCatalog } from '../../test-support/visitor.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
})
afterAll(() => server.close())

/** Pays through the quiz, with only the address known. */
const payFor = async (email: string, productId: string, card = goodCard) => {
  const buyer = await actAsBuyer(server, email)
  const { sessionId } = await buyer.begin(productId)
  await payAt(server, sessionId, card)
}

/** A learner with an account and without a plan. */
const signIn = async () => {
  const { id, email, pin } = await createUser(server.context, { subscription: null })
  const token = await server.signIn(email, pin)
  const longestTrial = async () => {
    const { body } = await server.call('listPlans', { token })
    return Math.max(...body.data.map(({ trialDays }) => trialDays))
  }
  const begin = async (productId: string) =>
    (await server.call('createCheckout', { token, body: { productId } })).body.data
  return { id, email, longestTrial, begin }
}

const statesOf = async (email: string) => (await listStored(server, email)).map(({ status }) => status)

describe("a learner's trial", () => {
  it('is not used up by a stranger whose card has had its trial', async () => {
    const card = { ...goodCard, cardNumber: '4242 4200 0000 0034' }
    await payFor((await actAsBuyer(server)).email, 'month', card)
    const owner = await signIn()
    await payFor(owner.email, 'month', card)
    expect(await statesOf(owner.email)).toEqual(['canceled'])
    expect(await listMails(server, owner.email)).toContain('trial_again')
    expect(await listMails(server, owner.email)).not.toContain('welcome_back')
    expect(await owner.longestTrial()).toBe(7)
  })

  it('is used up by the learner whose own card has had its trial', async () => {
    const card = { ...goodCard, cardNumber: '4242 4200 0000 0042' }
    await payFor((await actAsBuyer(server)).email, 'month', card)
    const owner = await signIn()
    await payAt(server, (await owner.begin('month')).sessionId, card)
    expect(await statesOf(owner.email)).toEqual(['canceled'])
    expect(await owner.longestTrial()).toBe(0)
  })

  it('is not used up when it is refused because the account has a plan by then', async () => {
    const owner = await signIn()
    const trial = await owner.begin('month')
    await payFor(owner.email, 'week')
    await payAt(server, trial.sessionId)
    expect(await statesOf(owner.email)).toEqual(['active', 'canceled'])
    expect(await listMails(server, owner.email)).toContain('already_subscribed')
    expect(await owner.longestTrial()).toBe(7)
  })
})

describe('a payment', () => {
  it('of a learner goes to their account when a visitor had typed the address before', async () => {
    const owner = await signIn()
    await (await actAsBuyer(server, owner.email)).begin('week')
    await payAt(server, (await owner.begin('week')).sessionId)
    expect(await statesOf(owner.email)).toEqual(['active'])
  })

  it('through the quiz goes to the account that the address has now, not to the one it had before', async () => {
    const moved = await signIn()
    const { email } = await actAsBuyer(server)
    await addCustomer(server.context.db, email, moved.id)
    await payFor(email, 'week')
    expect(await statesOf(email)).toEqual(['active'])
    expect(await statesOf(moved.email)).toEqual([])
  })

  it('is not started when the learner has access', async () => {
    const owner = await createUser(server.context)
    const token = await server.signIn(owner.email, owner.pin)
    const { error } = await server.call('createCheckout', { token, body: { productId: 'week' } })
    expect(error?.name).toBe('already_subscribed')
    expect(await listCheckoutStates(server.context.db, owner.email)).toEqual([])
  })
})
