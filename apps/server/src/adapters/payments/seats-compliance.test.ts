import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePrice } from '../../test-support/stripe/stripe-objects.ts'
import { startStripeServer, type StripeServer } from '../../test-support/stripe/stripe-server.ts'
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts'
import { createEmbeddedPayments } from './embedded-payments.ts'
import type { Payments } from './port.ts'
import { type ProviderContract, seatReference, type SeatPrice } from './seats/port.ts'
import { createStripePayments } from './stripe-payments.ts'

const start = new Date('2026-05-10T12:00:00Z')
const day = 86_400
const seatPrices: SeatPrice[] = [
  { interval: 'month', amount: 1900, currency: 'usd' },
  { interval: 'year', amount: 19_000, currency: 'usd' },
]
const company = {
  legalName: 'Kite Makers Ltd',
  street: '1 Kite Street',
  addressLine2: '',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  billingEmail: 'books@kites.example',
  vatId: 'DE123456789',
  purchaseOrder: 'PO-77',
}

/** A provider whose clock and payers the test controls. */
type World = {
  payments: Payments
  /** With a card that is good for ever, or only until the next charge. */
  pay: (sessionId: string, card?: 'good' | 'ending') => Promise<void>
  /** A bank transfer for the oldest open invoice. */
  transfer: (contractId: string) => Promise<void>
  advance: () => Promise<void>
}

let now = start
let keys = 0
let database: TestDatabase
let stripe: StripeServer

beforeAll(async () => {
  database = await createTestDatabase()
  const options = { secretKey: 'sk_test_1', webhookSecret: 'whsec_one' }
  stripe = await startStripeServer({ ...options, now: () => Math.floor(now.getTime() / 1000) })
  stripe.books.prices.set('price_m', makePrice('price_m', 1900, 'month', 1))
  stripe.books.prices.set('price_y', makePrice('price_y', 19_000, 'year', 1))
})
afterAll(async () => {
  await stripe.close()
  await database.drop()
})
beforeEach(() => {
  now = start
})

const clock = () => now
const inDays = (days: number) => new Date(start.getTime() + days * day * 1000)

const key = (): string => {
  keys += 1
  return `seat-key-${keys}`
}

const embeddedWorld = (): World => {
  const parts = {
    db: database.db,
    clock,
    publicUrl: 'http://app',
    plans: [],
    seatPrices,
    taxRates: {},
    webhookSecret: 's',
  }
  const payments = createEmbeddedPayments(parts)
  return {
    payments,
    pay: async (sessionId, card = 'good') => {
      const expiry = card === 'good' ? '12/45' : '05/2026'
      await payments.embedded?.pay(sessionId, { cardNumber: '4242 4242 4242 4242', expiry, cvc: '123' })
    },
    transfer: async (id) => {
      const open = (await payments.seats.listInvoices(id)).findLast(({ state }) => state === 'open')
      await payments.embedded?.payInvoice(open?.id ?? '')
    },
    advance: async () => void (await payments.embedded?.advance(now)),
  }
}

const stripeWorld = (): World => {
  const prices = { month: 'price_m', year: 'price_y' }
  const parts = {
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_one'],
    prices: {},
    seatPrices: prices,
    hasAutomaticTax: false,
    clock,
  }
  const { books } = stripe
  return {
    payments: createStripePayments({ ...parts, apiUrl: stripe.url, timeoutMs: 8_000 }),
    pay: async (sessionId, card = 'good') => {
      const { id } = books.pay(sessionId)
      if (card === 'ending') books.badCards.add(id)
    },
    transfer: async (id) => books.payInvoice(id),
    advance: async () => books.advance(),
  }
}

describe.each([
  ['the embedded provider', embeddedWorld],
  ['Stripe', stripeWorld],
])('seats at %s', (_name, makeWorld) => {
  let world: World
  let seats: Payments['seats']
  beforeEach(() => {
    world = makeWorld()
    seats = world.payments.seats
  })

  const newCompany = () => seats.saveCompany({ customerId: null, company, idempotencyKey: key() })
  const wish = async (quantity: number, interval: 'month' | 'year' = 'year') => ({
    reference: seatReference(`contract-${key()}`),
    customerId: await newCompany(),
    interval,
    quantity,
    idempotencyKey: key(),
  })
  const read = async (id: string): Promise<ProviderContract> => {
    const contract = await seats.getContract(id)
    if (!contract) throw new Error('the provider does not know the contract')
    return contract
  }
  const buyByCard = async (quantity: number, card: 'good' | 'ending' = 'good') => {
    const request = await wish(quantity, 'month')
    const pages = {
      email: company.billingEmail,
      successUrl: 'http://app/team/plan',
      canceledUrl: 'http://app/team/plan',
    }
    const { sessionId } = await seats.createCheckout({ ...request, ...pages })
    await world.pay(sessionId, card)
    const checkout = await world.payments.getCheckout(sessionId)
    return { request, id: checkout?.subscriptionId ?? '' }
  }
  const moveTo = async (moment: Date) => {
    now = moment
    await world.advance()
  }

  it('knows the price of a seat', async () => {
    expect(await seats.listPrices()).toEqual(seatPrices)
  })

  it('sells seats by card: the contract runs, and its invoice is paid', async () => {
    const { request, id } = await buyByCard(5)
    expect(await read(id)).toMatchObject({
      reference: request.reference,
      customerId: request.customerId,
      state: 'active',
      quantity: 5,
      interval: 'month',
      amount: 1900,
      openDueAt: null,
      endsWithPeriod: false,
    })
    expect(await seats.listInvoices(id)).toMatchObject([{ state: 'paid', amount: 9500, currency: 'usd' }])
  })

  it('sells seats by an invoice that is sent at once, once for a key, and is due in time', async () => {
    const request = { ...(await wish(3)), daysUntilDue: 14 }
    const ids = [await seats.createInvoice(request), await seats.createInvoice(request)]
    expect(new Set(ids).size).toBe(1)
    const [id = ''] = ids
    const due = Math.floor(start.getTime() / 1000) + 14 * day
    expect(await read(id)).toMatchObject({ state: 'active', quantity: 3, interval: 'year', openDueAt: due })
    const [invoice] = await seats.listInvoices(id)
    expect(invoice).toMatchObject({ state: 'open', amount: 57_000, dueAt: due })
    expect(invoice?.url).toMatch(/^https?:/)
    expect(invoice?.number).toMatch(/\w/)
  })

  it('is past due from the due date of an unpaid invoice until it is paid', async () => {
    const id = await seats.createInvoice({ ...(await wish(3)), daysUntilDue: 14 })
    await moveTo(inDays(15))
    expect(await read(id)).toMatchObject({ state: 'past_due', openDueAt: Math.floor(inDays(14).getTime() / 1000) })
    await world.transfer(id)
    expect(await read(id)).toMatchObject({ state: 'active', openDueAt: null })
    expect(await seats.listInvoices(id)).toMatchObject([{ state: 'paid' }])
  })

  it('charges more seats for the rest of the period once, and gives nothing back for fewer', async () => {
    const { id } = await buyByCard(2)
    await moveTo(inDays(15))
    const changeKey = key()
    expect(await seats.changeSeats(id, 4, changeKey)).toBe('changed')
    expect(await seats.changeSeats(id, 4, changeKey)).toBe('changed')
    const invoices = await seats.listInvoices(id)
    expect(invoices).toHaveLength(2)
    expect(invoices[0]?.amount).toBeGreaterThan(1500)
    expect(invoices[0]?.amount).toBeLessThan(2200)
    expect(await seats.changeSeats(id, 1, key())).toBe('changed')
    expect(await read(id)).toMatchObject({ quantity: 1 })
    expect(await seats.listInvoices(id)).toHaveLength(2)
  })

  it('keeps the seats as they were if the card is declined', async () => {
    const { id } = await buyByCard(2, 'ending')
    await moveTo(inDays(25))
    expect(await seats.changeSeats(id, 9, key())).toBe('declined')
    expect(await read(id)).toMatchObject({ quantity: 2 })
  })

  it('ends with its period if it is canceled, and sends the next invoice if it is not', async () => {
    const ending = await seats.createInvoice({ ...(await wish(2, 'month')), daysUntilDue: 30 })
    const running = await seats.createInvoice({ ...(await wish(2, 'month')), daysUntilDue: 30 })
    await world.payments.cancelAtPeriodEnd(ending, key())
    expect(await read(ending)).toMatchObject({ endsWithPeriod: true })
    await moveTo(inDays(32))
    expect((await read(ending)).state).toBe('ended')
    expect(await seats.listInvoices(running)).toHaveLength(2)
  })

  it('changes what invoices say of a company, and takes any VAT ID', async () => {
    const id = await newCompany()
    const changed = { ...company, legalName: 'New Name Ltd', vatId: '??', purchaseOrder: '' }
    expect(await seats.saveCompany({ customerId: id, company: changed, idempotencyKey: key() })).toBe(id)
    expect(await seats.saveCompany({ customerId: id, company, idempotencyKey: key() })).toBe(id)
  })

  it('knows no contract that does not exist', async () => {
    expect(await seats.getContract('sub_none0000')).toBeNull()
  })
})

it('Stripe prints the purchase order and the VAT ID, and never sets a reverse charge', async () => {
  const { seats } = stripeWorld().payments
  const id = await seats.saveCompany({ customerId: null, company, idempotencyKey: key() })
  const customer = stripe.books.customers.get(id)
  expect(customer?.invoice_settings.custom_fields).toEqual([{ name: 'PO number', value: 'PO-77' }])
  expect(stripe.books.taxIds.filter((one) => one.customer === id)).toMatchObject([
    { type: 'eu_vat', value: 'DE123456789' },
  ])
  await seats.saveCompany({ customerId: id, company: { ...company, vatId: '??' }, idempotencyKey: key() })
  expect(stripe.books.taxIds.filter((one) => one.customer === id)).toEqual([])
  expect(customer?.invoice_settings.custom_fields).toContainEqual({ name: 'VAT ID', value: '??' })
  expect(JSON.stringify(customer)).not.toContain('reverse')
})
