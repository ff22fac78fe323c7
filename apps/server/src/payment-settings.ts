import { createHmac } from 'node:crypto'
import type { Plan } from './adapters/payments/port.ts'
import { defaultPlans, readPlans, readPriceIds } from './plans.ts'

export type PaymentsConfig =
  | { provider: 'embedded'; webhookSecret: string }
  | {
      provider: 'stripe'
      secretKey: string
      webhookSecrets: string[]
      /** Stripe's price ids by our product ids. */
      prices: Record<string, string>
      apiUrl: string | null
    }

type Settings = {
  NODE_ENV: string
  SESSION_SECRET: string
  PLANS?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_PRICES?: string | undefined
  STRIPE_API_URL?: string | undefined
  ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION: 'yes' | 'no'
}

/** What is wrong with the settings of plans and payment, one sentence each. */
export const paymentProblems = (env: Settings): string[] => {
  const problems: string[] = []
  const read = env.PLANS === undefined ? { plans: defaultPlans } : readPlans(env.PLANS)
  if ('problem' in read) problems.push(`PLANS: ${read.problem}`)
  if (env.STRIPE_SECRET_KEY !== undefined) {
    problems.push(...stripeProblems(env, 'plans' in read ? read.plans : []))
  } else if (env.NODE_ENV === 'production' && env.ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION === 'no') {
    problems.push(
      'STRIPE_SECRET_KEY: without it nobody pays real money. Set it, or ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION=yes.',
    )
  }
  return problems
}

const stripeProblems = (env: Settings, plans: readonly Plan[]): string[] => {
  const problems: string[] = []
  if (env.STRIPE_WEBHOOK_SECRET === undefined) problems.push('STRIPE_WEBHOOK_SECRET: is needed with STRIPE_SECRET_KEY')
  const prices = readPriceIds(env.STRIPE_PRICES ?? '')
  if (!prices) return [...problems, 'STRIPE_PRICES: must be productId=price_… pairs with commas between']
  const known = new Set(plans.map(({ productId }) => productId))
  for (const id of known) if (!(id in prices)) problems.push(`STRIPE_PRICES: has no price for the plan ${id}`)
  for (const id of Object.keys(prices))
    if (!known.has(id)) problems.push(`STRIPE_PRICES: names ${id}, which is no plan`)
  return problems
}

/** The provider that settings without problems name. The embedded one signs its events with a secret made from the session's. */
export const paymentsOf = (env: Settings): PaymentsConfig =>
  env.STRIPE_SECRET_KEY === undefined
    ? {
        provider: 'embedded',
        webhookSecret: createHmac('sha256', env.SESSION_SECRET).update('embedded payments').digest('hex'),
      }
    : {
        provider: 'stripe',
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecrets: (env.STRIPE_WEBHOOK_SECRET ?? '').split(','),
        prices: readPriceIds(env.STRIPE_PRICES ?? '') ?? {},
        apiUrl: env.STRIPE_API_URL ?? null,
      }

export const plansOf = (env: Settings): Plan[] => {
  const read = env.PLANS === undefined ? { plans: defaultPlans } : readPlans(env.PLANS)
  if ('problem' in read) throw new Error('settings are read only when they have no problem')
  return read.plans
}
