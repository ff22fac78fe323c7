import { Stripe } from 'stripe'
import { during } from '../../../telemetry/signals.ts'
import { PaymentsUnavailable, type Price } from '../port.ts'

const { StripeError, StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors

/** A missing object is null. An invalid request is a bug and is rethrown. Everything else becomes PaymentsUnavailable. */
export async function askStripe<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await during('call', 'payments', call)
  } catch (error) {
    if (error instanceof StripeInvalidRequestError) {
      if (error.code === 'resource_missing') return null
      throw error
    }
    if (error instanceof StripeIdempotencyError && error.statusCode !== 409) throw error
    if (error instanceof StripeError)
      throw new PaymentsUnavailable(error.message, { cause: error, isAnswered: error.statusCode !== undefined })
    throw error
  }
}

/** The same for a call that must return something. */
export async function getFromStripe<T>(call: () => Promise<T>): Promise<T> {
  const answer = await askStripe(call)
  if (answer === null) throw new Error('Stripe does not know an object that its configuration names')
  return answer
}

const freshMs = 5 * 60_000
/** While the provider is unavailable, prices of the last day are shown; it charges its own prices in any case. */
const usableMs = 24 * 60 * 60_000

/** Shares one request among concurrent callers and caches for five minutes. Rejects only without prices from the last day. */
export function rememberPrices(ask: () => Promise<Price[]>, now: () => number): () => Promise<Price[]> {
  let known: { prices: Price[]; askedAt: number } | null = null
  let asking: Promise<Price[]> | null = null
  const askOnce = () => {
    asking ??= ask()
      .then((prices) => {
        known = { prices, askedAt: now() }
        return prices
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
  return async () => {
    const before = known
    if (before && now() - before.askedAt < freshMs) return before.prices
    try {
      return await askOnce()
    } catch (error) {
      if (before && now() - before.askedAt < usableMs) return before.prices
      throw error
    }
  }
}
