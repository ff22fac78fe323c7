import { defaultPlans } from '../../apps/server/src/adapters/payments/settings.ts'
import { createStripePayments } from '../../apps/server/src/adapters/payments/stripe-payments.ts'
import { makePrice } from '../../apps/server/src/test-support/stripe/stripe-objects.ts'
import { startStripeServer } from '../../apps/server/src/test-support/stripe/stripe-server.ts'

/** A server that implements Stripe's API, used with the product's own adapter. It sends events to `webhookUrl`. */
export async function startStripe(webhookUrl: string) {
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
  const server = await startStripeServer({ ...keys, now: () => Math.floor(Date.now() / 1000), webhookUrl })
  const prices: Record<string, string> = {}
  for (const { productId, amount, interval, intervalCount } of defaultPlans) {
    const id = `price_${productId.replaceAll('-', '')}`
    prices[productId] = id
    server.books.prices.set(id, makePrice(id, amount, interval, intervalCount))
  }
  const payments = createStripePayments({
    secretKey: keys.secretKey,
    webhookSecrets: [keys.webhookSecret],
    prices,
    apiUrl: server.url,
    seatPrices: {},
    hasAutomaticTax: false,
    timeoutMs: 2_000,
    clock: () => new Date(),
  })
  return { url: server.url, payments, close: server.close }
}
