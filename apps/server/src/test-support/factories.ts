import { randomBytes } from 'node:crypto'
import type { Context } from '../context.ts'
import { storeAccount } from '../features/accounts/create-account.ts'
import { type StoredSubscription, saveSubscription } from '../features/billing/subscriptions.sql.ts'

export type TestUser = { id: string; email: string; pin: string }

type Wanted = {
  email?: string
  pin?: string | null
  lang?: string
  /** Differences from an active monthly subscription; null for no subscription. */
  subscription?: Partial<StoredSubscription> | null
}

const day = 86_400

/** A new subscription: active, monthly, ending 20 days after the context's current time. */
export function makeSubscription(context: Context, wanted: Partial<StoredSubscription> = {}): StoredSubscription {
  return {
    id: `sub_${randomBytes(8).toString('hex')}`,
    status: 'active',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: Math.floor(context.clock().getTime() / 1000) + 20 * day,
    pastDueSince: null,
    priceCents: 2999,
    currency: 'usd',
    intervalUnit: 'month',
    intervalCount: 1,
    ...wanted,
  }
}

/** Stores a learner with a PIN and, by default, a valid subscription. */
export async function createUser(context: Context, wanted: Wanted = {}): Promise<TestUser> {
  const email = wanted.email ?? `learner-${randomBytes(5).toString('hex')}@kitewise.example`
  const pin = wanted.pin === undefined ? '4826' : wanted.pin
  const id = await storeAccount(context, { email, username: 'Learner', pin, lang: wanted.lang })
  if (wanted.subscription !== null)
    await saveSubscription(context.db, id, makeSubscription(context, wanted.subscription))
  return { id, email, pin: pin ?? '' }
}
