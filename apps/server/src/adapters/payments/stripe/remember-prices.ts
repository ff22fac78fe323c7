import type { Price } from '../port.ts'

const freshMs = 5 * 60_000
/** While the provider is away, the prices of the last day are still shown; what is charged is the provider's in any case. */
const usableMs = 24 * 60 * 60_000

/** Asks once for many who want prices, and again after five minutes. Rejects only when there are none of today. */
export const rememberPrices = (ask: () => Promise<Price[]>, now: () => number): (() => Promise<Price[]>) => {
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
