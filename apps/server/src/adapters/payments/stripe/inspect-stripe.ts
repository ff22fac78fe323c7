import { Stripe } from 'stripe'
import { connectStripe } from '../stripe-payments.ts'
import type { SeatPriceIds } from './seats.ts'

export type InspectedPrice = {
  id: string
  isActive: boolean
  /** Minor units; null for prices by amount used. */
  amount: number | null
  currency: string
  /** once: a price that isn't recurring. */
  interval: string
  intervalCount: number
  /** inclusive, exclusive or unspecified. */
  taxBehavior: string
}

export type StripeState = {
  /** By their IDs. Unknown ones are missing. */
  prices: Map<string, InspectedPrice>
  /** Null if the key may not read them. */
  webhooks: { url: string; isEnabled: boolean; events: string[] }[] | null
  /** Null if the key may not read it. */
  tax: { isActive: boolean; defaultBehavior: string | null; registrations: number } | null
  /** Milliseconds, to the second; null if no answer named the time. */
  clockAheadMs: number | null
}

type Access = {
  secretKey: string
  prices: Readonly<Record<string, string>>
  seatPrices: SeatPriceIds
  apiUrl: string | null
  timeoutMs: number
}

/** Reads what the configuration relies on, and changes nothing. `refusal`: why nothing can be read. */
export async function inspectStripe(access: Access): Promise<StripeState | { refusal: string }> {
  const stripe = connectStripe(access)
  const state: StripeState = { prices: new Map(), webhooks: null, tax: null, clockAheadMs: null }
  try {
    for (const id of new Set([...Object.values(access.prices), ...Object.values(access.seatPrices)])) {
      const price = await readPrice(stripe, id)
      if (!price) continue
      state.prices.set(id, price)
      const at = Date.parse(price.lastResponse.headers.date ?? '')
      if (!Number.isNaN(at)) state.clockAheadMs = at - Date.now()
    }
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) }
  }
  state.webhooks = await readWebhooks(stripe)
  state.tax = await readTax(stripe)
  return state
}

const readPrice = async (stripe: Stripe, id: string) => {
  try {
    const price = await stripe.prices.retrieve(id)
    return {
      id,
      isActive: price.active,
      amount: price.unit_amount,
      currency: price.currency,
      interval: price.recurring?.interval ?? 'once',
      intervalCount: price.recurring?.interval_count ?? 1,
      taxBehavior: price.tax_behavior ?? 'unspecified',
      lastResponse: price.lastResponse,
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

/** Restricted keys often lack this right. */
const readWebhooks = async (stripe: Stripe): Promise<StripeState['webhooks']> => {
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
    return data.map(({ url, status, enabled_events: events }) => ({ url, isEnabled: status === 'enabled', events }))
  } catch {
    return null
  }
}

const readTax = async (stripe: Stripe): Promise<StripeState['tax']> => {
  try {
    const { status, defaults } = await stripe.tax.settings.retrieve()
    const { data } = await stripe.tax.registrations.list({ status: 'active', limit: 100 })
    return { isActive: status === 'active', defaultBehavior: defaults.tax_behavior, registrations: data.length }
  } catch {
    return null
  }
}
