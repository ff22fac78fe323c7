import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsBuyer } from '../../test-support/act-as-buyer.ts'
import { createUser } from '../../test-support/factories.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { moveAccount } from '../accounts/users.sql.ts'
import { inTransaction } from '../../database/transaction.ts'
import { changeCustomerEmail } from './billing-jobs.ts'
import { syncSubscription } from './sync-with-provider.ts'

const start = new Date('2026-05-10T12:00:00Z')
let world: StripeWorld

beforeAll(async () => {
  world = await startStripeWorld(start)
})
afterAll(() => world.close())

type Learner = { id: string; email: string; token: string }

/** As after a confirmed change, seven days later. */
const move = async (learner: Learner, to: string) => {
  const { context } = world.server
  await inTransaction(context.db, (tx) => moveAccount(tx, learner.id, to))
  learner.email = to
  await changeCustomerEmail(context, { userId: learner.id })
}
const signUp = async (email: string): Promise<Learner> => {
  const { id, pin } = await createUser(world.server.context, { email, subscription: null })
  return { id, email, token: await world.server.signIn(email, pin) }
}
const begin = async ({ token }: Learner) =>
  (await world.server.call('createCheckout', { token, body: { productId: 'week' } })).body.data?.sessionId ?? null
const ownerOf = async (subscriptionId: string): Promise<string | undefined> => {
  const [row] = await world.server.context.db<{ userId: string }[]>`
    select user_id as "userId" from subscriptions where id = ${subscriptionId}`
  return row?.userId
}
const pay = async (sessionId: string) => {
  const { id } = world.stripe.books.pay(sessionId)
  await syncSubscription(world.server.context, id)
  return id
}

describe('a payment', () => {
  it('with an address that another account had once goes to the account that has it now', async () => {
    const [first, second] = [`a-${randomUUID()}@kitewise.example`, `b-${randomUUID()}@kitewise.example`]
    const a = await signUp(first)
    await pay((await begin(a)) ?? '')
    await (await actAsBuyer(world.server, second)).begin('week')
    await move(a, second)
    const b = await signUp(first)
    const buyer = await actAsBuyer(world.server, first)
    const begun = await buyer.begin('week')
    const paid = await pay(begun.sessionId)
    expect(await ownerOf(paid)).toBe(b.id)
    expect((await buyer.claim(begun)).body.data.email).toBe(first)
    const { body } = await world.server.call('userSubscription', { token: b.token })
    expect(body.data).toMatchObject([{ status: 'active' }])
  })

  it('belongs to the payer, whatever addresses moved where, and no customer has the address of two accounts', async () => {
    const step = fc.record({
      kind: fc.constantFrom<Step['kind'][]>('begin as visitor', 'begin as learner', 'pay', 'move', 'new account'),
      address: fc.nat({ max: 2 }),
      which: fc.nat({ max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        const shop = openShop()
        for (const taken of steps) await shop.take(taken)
        expect(shop.strayed).toEqual([])
        const shared = await world.server.context.db`
          select 1 from customers c join users u on u.email = c.email where c.user_id is not null and c.user_id <> u.id`
        expect(shared).toHaveLength(0)
      }),
      { numRuns: 40 },
    )
  }, 120_000)
})

type Step = {
  kind: 'begin as visitor' | 'begin as learner' | 'pay' | 'move' | 'new account'
  address: number
  which: number
}

/** Three addresses, the accounts at them, and checkouts that may be paid. */
const openShop = () => {
  const addresses = [0, 1, 2].map(() => `p-${randomUUID()}@kitewise.example`)
  const learners: Learner[] = []
  const open: { sessionId: string; payer: () => string | undefined }[] = []
  /** Payments that went to another account than the payer's. */
  const strayed: (string | undefined)[][] = []
  const at = (email: string) => learners.find((one) => one.email === email)
  const payOne = async (which: number) => {
    const [checkout] = open.splice(which % Math.max(1, open.length), 1)
    if (!checkout || world.stripe.books.sessions.get(checkout.sessionId)?.status !== 'open') return
    const expected = checkout.payer()
    const owner = await ownerOf(await pay(checkout.sessionId))
    if (expected === undefined) await adopt(owner, learners)
    else if (owner !== expected) strayed.push([expected, owner])
  }
  const beginOne = async (learner: Learner) => {
    const sessionId = await begin(learner)
    if (sessionId !== null && !open.some((one) => one.sessionId === sessionId))
      open.push({ sessionId, payer: () => learner.id })
  }
  const take = async ({ kind, address, which }: Step) => {
    const email = addresses[address] ?? ''
    const learner = learners[which % Math.max(1, learners.length)]
    if (kind === 'pay') return payOne(which)
    if (kind === 'new account' && !at(email)) learners.push(await signUp(email))
    if (kind === 'move' && learner && !at(email)) await move(learner, email)
    if (kind === 'begin as learner' && learner) await beginOne(learner)
    if (kind !== 'begin as visitor') return
    const { sessionId } = await (await actAsBuyer(world.server, email)).begin('week')
    open.push({ sessionId, payer: () => at(email)?.id })
  }
  return { take, strayed }
}

/** An account that a payment created. */
const adopt = async (userId: string | undefined, learners: Learner[]) => {
  const [row] = await world.server.context.db<{ id: string; email: string }[]>`
    select id, email from users where id = ${userId ?? randomUUID()}`
  if (!row) throw new Error('a payment has no owner')
  const { id, email } = row
  expect(learners.map((one) => one.id)).not.toContain(id)
  const { pin } = await createUser(world.server.context, { email, subscription: null })
  learners.push({ id, email, token: await world.server.signIn(email, pin) })
}

describe('a customer that the provider does not know', () => {
  it('is forgotten, and the learner buys as a new one', async () => {
    const learner = await signUp(`gone-${randomUUID()}@kitewise.example`)
    const paid = await pay((await begin(learner)) ?? '')
    const subscription = world.stripe.books.subscriptions.get(paid)
    if (!subscription) throw new Error('nothing was bought')
    world.stripe.books.end(subscription)
    await syncSubscription(world.server.context, paid)
    world.stripe.books.customers.delete(subscription.customer)
    const sessionId = await begin(learner)
    expect(world.stripe.books.sessions.get(sessionId ?? '')).toMatchObject({ status: 'open', customer: null })
  })

  it("of another provider isn't named at this one", async () => {
    const learner = await signUp(`moved-${randomUUID()}@kitewise.example`)
    await pay((await begin(learner)) ?? '')
    await world.server.context.db`
      update customers set provider = 'embedded', provider_customer_id = 'cus_embedded' where user_id = ${learner.id}`
    await world.server.context.db`update subscriptions set status = 'canceled' where user_id = ${learner.id}`
    const sessionId = await begin(learner)
    expect(world.stripe.books.sessions.get(sessionId ?? '')).toMatchObject({ customer: null })
  })
})

describe("a plan's own card", () => {
  it('is never replaced by an older one of an earlier plan', async () => {
    const { stripe, server, setNow } = world
    const learner = await signUp(`card-${randomUUID()}@kitewise.example`)
    const first = await pay((await begin(learner)) ?? '')
    const earlier = stripe.books.subscriptions.get(first)
    if (!earlier) throw new Error('nothing was bought')
    stripe.books.changeCard(earlier.customer, '1881')
    stripe.books.end(earlier)
    await syncSubscription(server.context, first)
    setNow(new Date(start.getTime() + 60_000))
    const second = await pay((await begin(learner)) ?? '')
    const { default_payment_method: own } = stripe.books.subscriptions.get(second) ?? {}
    await server.call('refreshSubscription', { token: learner.token, params: { id: second } })
    expect(stripe.books.subscriptions.get(second)?.default_payment_method).toBe(own)
    stripe.books.changeCard(earlier.customer, '5556')
    await server.call('refreshSubscription', { token: learner.token, params: { id: second } })
    expect(stripe.books.subscriptions.get(second)?.default_payment_method).not.toBe(own)
    setNow(start)
  })
})
