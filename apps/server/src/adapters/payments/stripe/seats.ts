import { Stripe } from 'stripe'
import type {
  Company,
  CompanyRequest,
  ProviderContract,
  ProviderInvoice,
  SeatCheckoutRequest,
  SeatInterval,
  SeatInvoiceRequest,
  SeatPayments,
  SeatPrice,
} from '../seats/port.ts'
import { askStripe, getFromStripe } from './ask-stripe.ts'
import { idOf, readPrice } from './read-objects.ts'

/** Stripe's price IDs of one seat; none if seats aren't for sale. */
export type SeatPriceIds = Partial<Record<SeatInterval, string>>

export function createStripeSeats(
  stripe: Stripe,
  { seatPrices: prices, hasAutomaticTax }: { seatPrices: SeatPriceIds; hasAutomaticTax: boolean },
): SeatPayments {
  const tax = hasAutomaticTax ? { automatic_tax: { enabled: true } } : {}
  return {
    listPrices: () => readSeatPrices(stripe, prices),
    saveCompany: (request) => saveCompany(stripe, request),
    createCheckout: async (request) => {
      const options = { idempotencyKey: request.idempotencyKey }
      const wish = { ...sessionOf(request, priceOf(prices, request.interval)), ...tax }
      const session = await getFromStripe(() => stripe.checkout.sessions.create(wish, options))
      if (!session.url) throw new Error('Stripe returned a checkout session without a URL')
      return { sessionId: session.id, url: session.url }
    },
    createInvoice: (request) => beginContract(stripe, request, { price: priceOf(prices, request.interval), ...tax }),
    getContract: async (id) => {
      const subscription = await askStripe(() => stripe.subscriptions.retrieve(id))
      return subscription && readContract(subscription, await findInvoices(stripe, id))
    },
    changeSeats: (id, quantity, idempotencyKey) => changeSeats(stripe, id, { quantity, idempotencyKey }),
    listInvoices: (id) => listInvoices(stripe, id),
  }
}

const priceOf = (prices: SeatPriceIds, interval: SeatInterval): string => {
  const price = prices[interval]
  if (price === undefined) throw new Error(`no Stripe price is configured for a seat by the ${interval}`)
  return price
}

const intervals = ['month', 'year'] as const

const readSeatPrices = async (stripe: Stripe, prices: SeatPriceIds): Promise<SeatPrice[]> => {
  const found = await Promise.all(
    intervals.map(async (interval) => {
      const id = prices[interval]
      const price = id === undefined ? null : await askStripe(() => stripe.prices.retrieve(id))
      const read = price?.active ? readPrice(price, '') : null
      return read && { interval, amount: read.amount, currency: read.currency }
    }),
  )
  return found.filter((price) => price !== null)
}

const saveCompany = async (
  stripe: Stripe,
  { customerId, company, idempotencyKey }: CompanyRequest,
): Promise<string> => {
  const vatType = vatTypes[company.country] ?? null
  const wish = customerOf(company, vatType)
  const customer =
    customerId === null
      ? await getFromStripe(() => stripe.customers.create(wish, { idempotencyKey }))
      : await getFromStripe(() => stripe.customers.update(customerId, wish))
  if (vatType !== null && !(await saveTaxId(stripe, customer.id, { type: vatType, value: company.vatId })))
    // An ID that Stripe doesn't accept is printed as it was given.
    await askStripe(() => stripe.customers.update(customer.id, customerOf(company, null)))
  return customer.id
}

/** Without a type of Stripe's for the country, the ID is printed as a field. The tax stays what it is. */
const customerOf = (company: Company, vatType: VatType | null) => {
  const fields = [
    ...(company.purchaseOrder === '' ? [] : [{ name: 'PO number', value: company.purchaseOrder }]),
    ...(company.vatId === '' || vatType !== null ? [] : [{ name: 'VAT ID', value: company.vatId }]),
  ]
  return {
    name: company.legalName,
    email: company.billingEmail,
    address: {
      line1: company.street,
      line2: company.addressLine2,
      postal_code: company.postalCode,
      city: company.city,
      country: company.country,
    },
    // An empty text removes them.
    invoice_settings: { custom_fields: fields.length === 0 ? ('' as const) : fields },
  }
}

type VatType = 'eu_vat' | 'gb_vat' | 'ch_vat' | 'no_vat'

const inTheUnion = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

const vatTypes: Readonly<Record<string, VatType>> = {
  ...Object.fromEntries(inTheUnion.map((country) => [country, 'eu_vat'])),
  GB: 'gb_vat',
  CH: 'ch_vat',
  NO: 'no_vat',
}

/** Replaces another one. False if Stripe doesn't accept it. */
const saveTaxId = async (
  stripe: Stripe,
  customerId: string,
  { type, value }: { type: VatType; value: string },
): Promise<boolean> => {
  const known = (await askStripe(() => stripe.customers.listTaxIds(customerId, { limit: 10 })))?.data ?? []
  if (value !== '' && known.some((one) => one.type === type && one.value === value)) return true
  for (const { id } of known) await askStripe(() => stripe.customers.deleteTaxId(customerId, id))
  if (value === '') return true
  try {
    await askStripe(() => stripe.customers.createTaxId(customerId, { type, value }))
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
    throw error
  }
}

const sessionOf = (request: SeatCheckoutRequest, price: string): Stripe.Checkout.SessionCreateParams => {
  const { reference, customerId, quantity } = request
  return {
    mode: 'subscription',
    line_items: [{ price, quantity }],
    customer: customerId,
    client_reference_id: reference,
    metadata: { reference },
    subscription_data: { metadata: { reference } },
    success_url: request.successUrl.replace('{sessionId}', '{CHECKOUT_SESSION_ID}'),
    cancel_url: request.canceledUrl,
  }
}

/** Stripe would send the first invoice an hour later. */
const beginContract = async (
  stripe: Stripe,
  request: SeatInvoiceRequest,
  { price, ...tax }: { price: string; automatic_tax?: { enabled: boolean } },
): Promise<string> => {
  const { reference, customerId, quantity, daysUntilDue, idempotencyKey } = request
  const wish = {
    customer: customerId,
    items: [{ price, quantity }],
    collection_method: 'send_invoice' as const,
    days_until_due: daysUntilDue,
    metadata: { reference },
    ...tax,
  }
  const contract = await getFromStripe(() => stripe.subscriptions.create(wish, { idempotencyKey }))
  const invoiceId = idOf(contract.latest_invoice)
  if (invoiceId !== null) await askStripe(() => stripe.invoices.sendInvoice(invoiceId))
  return contract.id
}

const changeSeats = async (
  stripe: Stripe,
  id: string,
  { quantity, idempotencyKey }: { quantity: number; idempotencyKey: string },
): Promise<'changed' | 'declined'> => {
  const subscription = await getFromStripe(() => stripe.subscriptions.retrieve(id))
  const [item] = subscription.items.data
  if (!item || item.quantity === quantity) return 'changed'
  const isMore = quantity > (item.quantity ?? 0)
  const change: Stripe.SubscriptionUpdateParams = {
    items: [{ id: item.id, quantity }],
    proration_behavior: isMore ? 'always_invoice' : 'none',
    // Without this, a declined card would leave the seats and an unpaid invoice.
    ...(subscription.collection_method === 'charge_automatically' ? { payment_behavior: 'error_if_incomplete' } : {}),
  }
  try {
    await stripe.subscriptions.update(id, change, { idempotencyKey })
    return 'changed'
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return 'declined'
    // It throws the same error, in our terms.
    await askStripe(() => Promise.reject(error))
    return 'declined'
  }
}

const states: Partial<Record<Stripe.Subscription.Status, ProviderContract['state']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
}

const unpaidStates = new Set<Stripe.Invoice.Status | null>(['draft', 'open', 'uncollectible'])
const daySeconds = 86_400

const readContract = (subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): ProviderContract => {
  const [item] = subscription.items.data
  const price = item && readPrice(item.price, '')
  if (!item || !price) throw new Error(`Stripe's subscription ${subscription.id} has no plain recurring price`)
  const termSeconds = (subscription.days_until_due ?? 0) * daySeconds
  const dueAt = invoices
    .filter(({ status }) => unpaidStates.has(status))
    .map((invoice) => invoice.due_date ?? invoice.created + termSeconds)
  return {
    id: subscription.id,
    reference: subscription.metadata.reference ?? null,
    customerId: idOf(subscription.customer) ?? '',
    state: states[subscription.status] ?? 'pending',
    quantity: item.quantity ?? 1,
    interval: price.interval === 'year' ? 'year' : 'month',
    amount: price.amount,
    currency: price.currency,
    endsWithPeriod: subscription.cancel_at_period_end,
    periodEnd: item.current_period_end,
    endedAt: subscription.ended_at,
    openDueAt: dueAt.length === 0 ? null : Math.min(...dueAt),
    hasPaid: invoices.some(({ status }) => status === 'paid'),
  }
}

/** The newest 100, newest first. */
const findInvoices = async (stripe: Stripe, contractId: string): Promise<Stripe.Invoice[]> =>
  (await askStripe(() => stripe.invoices.list({ subscription: contractId, limit: 100 })))?.data ?? []

const listInvoices = async (stripe: Stripe, contractId: string): Promise<ProviderInvoice[]> =>
  (await findInvoices(stripe, contractId)).flatMap((invoice) => readInvoice(invoice) ?? [])

const invoiceStates: readonly string[] = ['open', 'paid', 'void', 'uncollectible'] satisfies ProviderInvoice['state'][]
const isInvoiceState = (status: string | null): status is ProviderInvoice['state'] =>
  status !== null && invoiceStates.includes(status)

/** Null for a draft. */
const readInvoice = (invoice: Stripe.Invoice): ProviderInvoice | null => {
  const { id, number, status, created } = invoice
  if (!id || !isInvoiceState(status)) return null
  return {
    id,
    number,
    state: status,
    amount: invoice.total,
    currency: invoice.currency,
    createdAt: created,
    dueAt: invoice.due_date,
    url: invoice.hosted_invoice_url ?? null,
  }
}
