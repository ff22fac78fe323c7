import { z } from 'zod'
import type { Plan } from './adapters/payments/port.ts'

/** Intervals are those that the payment provider takes; amounts are minor units. */
const plan = z.object({
  productId: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(60),
  amount: z.number().int().min(0),
  currency: z.string().regex(/^[a-z]{3}$/),
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

/** What is sold unless the configuration says otherwise, in the order of the screen. */
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

/** Reads plans from JSON text. */
export const readPlans = (text: string): { plans: Plan[] } | { problem: string } => {
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

/** Reads `productId=price_…` pairs, separated by commas. Null when the text is not of that form. */
export const readPriceIds = (text: string): Record<string, string> | null => {
  const pairs = text.split(',').map((pair) => /^\s*([a-z0-9-]+)\s*=\s*(price_\w+)\s*$/.exec(pair))
  const ids: Record<string, string> = {}
  for (const pair of pairs) {
    const [, productId, priceId] = pair ?? []
    if (productId === undefined || priceId === undefined) return null
    ids[productId] = priceId
  }
  return ids
}
