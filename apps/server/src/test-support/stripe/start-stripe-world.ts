import { defaultPlans } from '../../adapters/payments/settings.ts'
import { createStripePayments } from '../../adapters/payments/stripe-payments.ts'
import { startTestServer, type TestServer } from '../start-test-server.ts'
import { onboardingCatalog } from '../visitor.ts'
import { makePrice } from './stripe-objects.ts'
import { postEvent, startStripeServer, type StripeServer } from './stripe-server.ts'

export type StripeWorld = {
  stripe: StripeServer
  /** Two instances on one database, both with Stripe as the provider. */
  server: TestServer
  other: TestServer
  /** Moves all clocks. */
  setNow: (now: Date) => void
  /** Sends an event to an instance's webhook; returns the status. */
  post: (event: { rawBytes: Buffer; signature: string }, on?: TestServer) => Promise<number>
  close: () => Promise<void>
}

/** The product on two instances, with a Stripe-like server as its payment provider. */
export async function startStripeWorld(start: Date): Promise<StripeWorld> {
  let now = start
  const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
  const stripe = await startStripeServer({ ...keys, now: () => Math.floor(now.getTime() / 1000) })
  const prices: Record<string, string> = {}
  for (const { productId, amount, interval, intervalCount } of defaultPlans) {
    const id = `price_${productId.replaceAll('-', '')}`
    prices[productId] = id
    stripe.books.prices.set(id, makePrice(id, amount, interval, intervalCount))
  }
  const seatPrices = { month: 'price_seatmonth', year: 'price_seatyear' }
  stripe.books.prices.set(seatPrices.month, makePrice(seatPrices.month, 1900, 'month', 1))
  stripe.books.prices.set(seatPrices.year, makePrice(seatPrices.year, 19_000, 'year', 1))
  const connect = () =>
    createStripePayments({
      secretKey: keys.secretKey,
      webhookSecrets: [keys.webhookSecret],
      prices,
      seatPrices,
      apiUrl: stripe.url,
      hasAutomaticTax: false,
      timeoutMs: 2_000,
      clock: () => now,
    })
  const options = { now: start, catalog: onboardingCatalog() }
  const server = await startTestServer({ ...options, payments: connect() })
  const other = await startTestServer({ ...options, payments: connect(), database: server.database })
  return {
    stripe,
    server,
    other,
    setNow: (moment) => {
      now = moment
      server.setNow(moment)
      other.setNow(moment)
    },
    post: (event, on = server) => postEvent(`${on.url}/api/payments/webhook`, event),
    close: async () => {
      await other.close()
      await server.close()
      await stripe.close()
    },
  }
}
