import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isCurrency } from '@kitewise/contract/currencies'
import type { Plan } from './port.ts'
import type { SeatPrice } from './seats/port.ts'
import type { SeatPriceIds } from './stripe/seats.ts'

export type PaymentsConfig =
  | {
      provider: 'embedded'
      webhookSecret: string
      /** Percent by country, as two letters. Prices include it. Empty: nothing is asked or taxed. */
      taxRates: Readonly<Record<string, number>>
    }
  | {
      provider: 'stripe'
      secretKey: string
      webhookSecrets: string[]
      /** Stripe's price ids by our product ids. */
      prices: Record<string, string>
      /** Of one seat, by its interval; empty if seats aren't for sale. */
      seatPrices: SeatPriceIds
      apiUrl: string | null
      /** Stripe calculates and collects tax. */
      hasAutomaticTax: boolean
    }

type Settings = {
  NODE_ENV: string
  SESSION_SECRET: string
  PLANS?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
  STRIPE_PRICES?: string | undefined
  STRIPE_SEAT_PRICES?: string | undefined
  STRIPE_API_URL?: string | undefined
  STRIPE_AUTOMATIC_TAX: 'yes' | 'no'
  EMBEDDED_TAX_RATES?: string | undefined
  ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION: 'yes' | 'no'
}

export function paymentProblems(env: Settings): string[] {
  const problems: string[] = []
  const read = env.PLANS === undefined ? { plans: defaultPlans } : readPlans(env.PLANS)
  if ('problem' in read) problems.push(`PLANS: ${read.problem}`)
  if (readTaxRates(env.EMBEDDED_TAX_RATES ?? '') === null)
    problems.push('EMBEDDED_TAX_RATES: must be country=percent pairs with commas between, such as DE=19,FR=20')
  if (env.STRIPE_SECRET_KEY === undefined && env.STRIPE_AUTOMATIC_TAX === 'yes')
    problems.push('STRIPE_AUTOMATIC_TAX: needs STRIPE_SECRET_KEY')
  if (env.STRIPE_SECRET_KEY !== undefined) {
    problems.push(...stripeProblems(env, 'plans' in read ? read.plans : []))
  } else if (env.NODE_ENV === 'production' && env.ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION === 'no') {
    problems.push(
      'STRIPE_SECRET_KEY: without it, no real payments are made. Set it, or ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION=yes.',
    )
  }
  return problems
}

const stripeProblems = (env: Settings, plans: readonly Plan[]): string[] => {
  const problems: string[] = []
  if (env.STRIPE_WEBHOOK_SECRET === undefined)
    problems.push('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY')
  const prices = readPriceIds(env.STRIPE_PRICES ?? '')
  if (!prices) return [...problems, 'STRIPE_PRICES: must be productId=price_… pairs with commas between']
  const seats = readPriceIds(env.STRIPE_SEAT_PRICES ?? 'month=price_none')
  if (!seats || Object.keys(seats).some((name) => name !== 'month' && name !== 'year'))
    problems.push('STRIPE_SEAT_PRICES: must be month=price_…,year=price_…, or one of the two')
  for (const { productId, currency } of plans)
    if (countedOtherwise.has(currency))
      problems.push(`PLANS: Stripe counts ${currency} in hundredths, so the price of ${productId} would be shown wrong`)
  const known = new Set(plans.map(({ productId }) => productId))
  for (const id of known) if (!(id in prices)) problems.push(`STRIPE_PRICES: has no price for the plan ${id}`)
  for (const id of Object.keys(prices))
    if (!known.has(id)) problems.push(`STRIPE_PRICES: names ${id}, which is not a plan`)
  return problems
}

/** Without a minor unit in ISO 4217, but Stripe takes amounts in hundredths, as in former times. */
const countedOtherwise = new Set(['isk', 'ugx'])

/** The provider of valid settings. The embedded one signs its events with a secret derived from the session secret. */
export function paymentsOf(env: Settings): PaymentsConfig {
  return env.STRIPE_SECRET_KEY === undefined
    ? {
        provider: 'embedded',
        webhookSecret: createHmac('sha256', env.SESSION_SECRET).update('embedded payments').digest('hex'),
        taxRates: readTaxRates(env.EMBEDDED_TAX_RATES ?? '') ?? {},
      }
    : {
        provider: 'stripe',
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecrets: (env.STRIPE_WEBHOOK_SECRET ?? '').split(','),
        prices: readPriceIds(env.STRIPE_PRICES ?? '') ?? {},
        seatPrices: readPriceIds(env.STRIPE_SEAT_PRICES ?? '') ?? {},
        apiUrl: env.STRIPE_API_URL ?? null,
        hasAutomaticTax: env.STRIPE_AUTOMATIC_TAX === 'yes',
      }
}

/** Of one seat at the embedded provider; a real one charges the prices in its own books. */
export function seatPricesOf(env: { SEAT_PRICE_MONTH: number; SEAT_PRICE_YEAR: number; SEAT_CURRENCY: string }) {
  const { SEAT_CURRENCY: currency } = env
  const prices: SeatPrice[] = [
    { interval: 'month', amount: env.SEAT_PRICE_MONTH, currency },
    { interval: 'year', amount: env.SEAT_PRICE_YEAR, currency },
  ]
  return prices
}

export function plansOf(env: Settings): Plan[] {
  const read = env.PLANS === undefined ? { plans: defaultPlans } : readPlans(env.PLANS)
  if ('problem' in read) throw new Error('plans are read only from valid settings')
  return read.plans
}

/** Intervals as the payment provider knows them; amounts in minor units. */
const plan = z.object({
  productId: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(60),
  amount: z.number().int().min(0),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/)
    .refine(isCurrency, 'is no currency of ISO 4217'),
  interval: z.enum(['day', 'week', 'month', 'year']),
  intervalCount: z.number().int().min(1).max(365),
  trialDays: z.number().int().min(0).max(90).default(0),
  isMostPopular: z.boolean().default(false),
})

const plans = z
  .array(plan)
  .max(10)
  .refine((list) => new Set(list.map(({ productId }) => productId)).size === list.length, 'has a productId twice')
  .refine((list) => list.filter(({ isMostPopular }) => isMostPopular).length <= 1, 'has two most popular plans')

const inDollars = { currency: 'usd', trialDays: 0, isMostPopular: false }

/** In the order of the screen. */
export const defaultPlans: Plan[] = [
  { productId: 'week', name: '1 week', amount: 999, interval: 'week', intervalCount: 1, ...inDollars },
  { productId: 'four-weeks', name: '4 weeks', amount: 2499, interval: 'week', intervalCount: 4, ...inDollars },
  {
    productId: 'month',
    name: 'Monthly',
    amount: 2999,
    interval: 'month',
    intervalCount: 1,
    ...inDollars,
    trialDays: 7,
    isMostPopular: true,
  },
  { productId: 'twelve-weeks', name: '12 weeks', amount: 5999, interval: 'week', intervalCount: 12, ...inDollars },
]

const readPlans = (text: string): { plans: Plan[] } | { problem: string } => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'must be JSON' }
  }
  const read = plans.safeParse(value)
  if (read.success) return { plans: read.data }
  const [issue] = read.error.issues
  return { problem: [issue?.path.join('.'), issue?.message].filter(Boolean).join(' ') }
}

/** Reads comma-separated `productId=price_…` pairs. Null for anything else. */
const readPriceIds = (text: string): Record<string, string> | null => {
  const pairs = text.split(',').map((pair) => /^\s*([a-z0-9-]+)\s*=\s*(price_\w+)\s*$/.exec(pair))
  const ids: Record<string, string> = {}
  for (const pair of pairs) {
    const [, productId, priceId] = pair ?? []
    if (productId === undefined || priceId === undefined) return null
    ids[productId] = priceId
  }
  return ids
}

/** Reads comma-separated `DE=19` pairs; empty for none. Null for anything else. */
const readTaxRates = (text: string): Record<string, number> | null => {
  if (text.trim() === '') return {}
  const pairs = text.split(',').map((pair) => /^\s*([A-Z]{2})\s*=\s*(\d{1,2}(?:\.\d{1,3})?)\s*$/.exec(pair))
  if (pairs.includes(null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', Number(pair?.[2])]))
}
