import type { Plan } from '../port.ts'

/** How an organization pays for seats, in our terms. A contract is a subscription with a number of seats. */
export type SeatPayments = {
  /** Of one seat; empty when seats aren't for sale. */
  listPrices: () => Promise<SeatPrice[]>
  /** Creates the company at the provider, or changes what invoices say of it. Returns its ID. */
  saveCompany: (request: CompanyRequest) => Promise<string>
  /** Begins a contract that a card pays. The same request with the same key returns the same session. */
  createCheckout: (request: SeatCheckoutRequest) => Promise<{ sessionId: string; url: string }>
  /** Begins a contract at once and sends its invoice. The same key begins one. Returns the contract's ID. */
  createInvoice: (request: SeatInvoiceRequest) => Promise<string>
  getContract: (contractId: string) => Promise<ProviderContract | null>
  /**
   * More seats are charged for the rest of the period; fewer cost less from the next one. `declined`: the card was, and nothing
   * has changed. A repeated key changes nothing.
   */
  changeSeats: (contractId: string, quantity: number, idempotencyKey: string) => Promise<'changed' | 'declined'>
  /** The newest 100, newest first. */
  listInvoices: (contractId: string) => Promise<ProviderInvoice[]>
}

export type SeatInterval = 'month' | 'year'

/** Minor units; ISO 4217 in lower case. */
export type SeatPrice = { interval: SeatInterval; amount: number; currency: string }

export type Company = {
  legalName: string
  street: string
  addressLine2: string
  postalCode: string
  city: string
  /** ISO 3166-1, two capital letters. */
  country: string
  billingEmail: string
  /** Empty without one. The provider prints it; it never decides about tax here. */
  vatId: string
  /** Printed on invoices; empty without one. */
  purchaseOrder: string
}

export type CompanyRequest = { customerId: string | null; company: Company; idempotencyKey: string }

type SeatRequest = {
  /** Our ID of the contract, as `seatReference` writes it. */
  reference: string
  customerId: string
  interval: SeatInterval
  quantity: number
  idempotencyKey: string
}

/** `{sessionId}` in `successUrl` is replaced. */
export type SeatCheckoutRequest = SeatRequest & { email: string; successUrl: string; canceledUrl: string }

export type SeatInvoiceRequest = SeatRequest & { daysUntilDue: number }

/** Times are Unix seconds. */
export type ProviderContract = {
  id: string
  reference: string | null
  customerId: string
  /** pending: nothing is paid yet. past_due: a charge failed, or an invoice is overdue. */
  state: 'pending' | 'active' | 'past_due' | 'ended'
  quantity: number
  interval: SeatInterval
  /** Minor units, for one seat and period. */
  amount: number
  currency: string
  endsWithPeriod: boolean
  periodEnd: number
  endedAt: number | null
  /** When the oldest unpaid invoice is due; a card's at once. Null when all is paid. A draft counts as unpaid. */
  openDueAt: number | null
  /** Whether an invoice of it was ever paid. */
  hasPaid: boolean
}

/** Amounts are minor units and include tax; times are Unix seconds. */
export type ProviderInvoice = {
  id: string
  number: string | null
  state: 'open' | 'paid' | 'void' | 'uncollectible'
  amount: number
  currency: string
  createdAt: number
  dueAt: number | null
  /** The provider's page, where it can be paid and printed. */
  url: string | null
}

const prefix = 'seats:'

/** What contracts carry at the provider, so that its events can be told from those of learners' plans. */
export function seatReference(contractId: string): string {
  return `${prefix}${contractId}`
}

/** Our ID of the contract; null for the reference of a learner's plan. */
export function readSeatReference(reference: string | null): string | null {
  return reference?.startsWith(prefix) ? reference.slice(prefix.length) : null
}

/** The ID of a seat among the products of the test checkout. */
export function seatProduct(interval: SeatInterval): string {
  return `seats-${interval}`
}

/** What the test checkout sells: a seat for a month or a year. */
export function seatPlans(prices: readonly SeatPrice[]): Plan[] {
  return prices.map(({ interval, amount, currency }) => ({
    productId: seatProduct(interval),
    name: 'Seat',
    amount,
    currency,
    interval,
    intervalCount: 1,
    trialDays: 0,
    isMostPopular: false,
  }))
}
