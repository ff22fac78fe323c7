import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { createUser } from '../../test-support/factories.ts'
import { startStripeWorld, type StripeWorld } from '../../test-support/stripe/start-stripe-world.ts'
import { closeBilling } from './billing-jobs.ts'
import { changePlan } from './change-plan.ts'
import { cancelSubscription, resumeSubscription } from './change-subscription.ts'
import { syncSubscription } from './sync-with-provider.ts'

const start = new Date('2026-05-10T12:00:00Z')
let world: StripeWorld
let staffId: string

beforeAll(async () => {
  world = await startStripeWorld(start)
  staffId = (await actAsStaff(world.server, 'support')).id
})
afterAll(() => world.close())

const buy = async (productId = 'week') => {
  const { id: userId, email, pin } = await createUser(world.server.context, { subscription: null })
  const token = await world.server.signIn(email, pin)
  const { body } = await world.server.call('createCheckout', { token, body: { productId } })
  const { id: subscriptionId } = world.stripe.books.pay(body.data.sessionId)
  await syncSubscription(world.server.context, subscriptionId)
  return { userId, subscriptionId }
}

const nothing = () => {}

/** A context in which a call to the provider is made only once it is let go. */
const stalled = (name: 'changePlan' | 'cancelAtPeriodEnd' | 'resume') => {
  const { context } = world.server
  let letGo: () => void = nothing
  let arrive: () => void = nothing
  const gate = new Promise<void>((resolve) => void (letGo = resolve))
  const arrived = new Promise<void>((resolve) => void (arrive = resolve))
  const call = async (...args: [string, string]) => {
    arrive()
    await gate
    return context.payments[name](...args)
  }
  const slow: Context = { ...context, payments: { ...context.payments, [name]: call } }
  return { slow, arrived, letGo }
}

const stateOf = (id: string) => {
  const { schedule, cancel_at_period_end: isEnding } = world.stripe.books.subscriptions.get(id) ?? {}
  const phases = world.stripe.books.schedules.get(schedule ?? '')?.phases
  return { isEnding, next: phases?.at(-1)?.items[0]?.price ?? null }
}

describe('a late answer', () => {
  it('to a change of plan leaves the newer change', async () => {
    const plan = await buy()
    const { slow, arrived, letGo } = stalled('changePlan')
    const first = changePlan(slow, { ...plan, id: randomUUID(), productId: 'month', staffId })
    await arrived
    await changePlan(world.server.context, { ...plan, id: randomUUID(), productId: 'twelve-weeks', staffId })
    letGo()
    await first
    expect(stateOf(plan.subscriptionId).next).toBe('price_twelveweeks')
  })

  it('to a cancellation leaves the renewal that was chosen since', async () => {
    const plan = await buy()
    const { slow, arrived, letGo } = stalled('cancelAtPeriodEnd')
    const first = cancelSubscription(slow, plan)
    await arrived
    await resumeSubscription(world.server.context, plan)
    letGo()
    await first
    expect(stateOf(plan.subscriptionId).isEnding).toBe(false)
  })

  it('to a change of plan leaves the cancellation that was chosen since', async () => {
    const plan = await buy()
    const { slow, arrived, letGo } = stalled('changePlan')
    const first = changePlan(slow, { ...plan, id: randomUUID(), productId: 'month', staffId })
    await arrived
    await cancelSubscription(world.server.context, plan)
    letGo()
    await first
    expect(stateOf(plan.subscriptionId)).toEqual({ isEnding: true, next: null })
  })
})

describe('a closing', () => {
  it('ends each plan once: one that its owner renews stays, while another cannot be ended yet', async () => {
    const { context } = world.server
    const kept = await buy()
    const other = await buy('month')
    await context.db`update subscriptions set user_id = ${kept.userId} where id = ${other.subscriptionId}`
    await context.db`insert into billing_closings (user_id) values (${kept.userId})`
    world.stripe.setFault((route) => (route.includes(other.subscriptionId) ? 500 : null))
    await expect(closeBilling(context)).rejects.toThrow('could not be ended')
    world.stripe.setFault(() => null)
    expect(stateOf(kept.subscriptionId).isEnding).toBe(true)
    await context.payments.resume(kept.subscriptionId, randomUUID())
    await closeBilling(context)
    expect([stateOf(kept.subscriptionId).isEnding, stateOf(other.subscriptionId).isEnding]).toEqual([false, true])
  })
})

describe('a plan whose period is over', () => {
  it("can't be kept, whatever its stored status", async () => {
    const { context } = world.server
    const plan = await buy()
    await cancelSubscription(context, plan)
    world.setNow(new Date(start.getTime() + 8 * 86_400_000))
    expect(await resumeSubscription(context, plan)).toMatchObject({ ok: false, code: 'subscription_ended' })
    world.setNow(start)
    expect((await resumeSubscription(context, plan)).ok).toBe(true)
  })

  it("isn't renewed beside another plan that is paid for", async () => {
    const { context } = world.server
    const [plan, other] = [await buy(), await buy('month')]
    await cancelSubscription(context, plan)
    await context.db`update subscriptions set user_id = ${plan.userId} where id = ${other.subscriptionId}`
    expect(await resumeSubscription(context, plan)).toMatchObject({ ok: false, code: 'already_subscribed' })
  })
})
