import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type {
  Company,
  ProviderContract,
  ProviderInvoice,
  SeatInvoiceRequest,
  SeatPayments,
  SeatPrice,
} from '../seats/port.ts'
import { seatProduct } from '../seats/port.ts'
import { findSubscription, insertRequest, isRequestKnown, saveSubscription } from './books.sql.ts'
import { beginCheckout } from './checkouts.ts'
import { newId, recordEvent } from './events.ts'
import {
  type EmbeddedInvoiceRow,
  findInvoice,
  insertCompany,
  insertInvoice,
  listInvoices,
  payInvoice,
  saveCompany,
} from './seats.sql.ts'
import { type EmbeddedSubscription, periodEnd, recordCharge } from './subscriptions.ts'

type Parts = { db: Db; clock: () => Date; publicUrl: string; seatPrices: readonly SeatPrice[] }

export function createEmbeddedSeats({ db, clock, publicUrl, seatPrices }: Parts): SeatPayments {
  return {
    listPrices: async () => [...seatPrices],
    saveCompany: async ({ customerId, company, idempotencyKey }) => {
      if (customerId === null) return insertCompany(db, { customerId: newId('cus'), company, idempotencyKey })
      await saveCompany(db, customerId, company)
      return customerId
    },
    createCheckout: async ({ interval, ...request }) => {
      const wish = {
        ...request,
        productId: seatProduct(interval),
        trialDays: 0,
        couponId: null,
        failedUrl: request.canceledUrl,
      }
      const sessionId = await beginCheckout(db, wish, clock())
      return { sessionId, url: `${publicUrl}/checkout/${sessionId}` }
    },
    createInvoice: (request) => beginContract(db, { request, seatPrices, now: clock() }),
    getContract: async (id) => {
      const found = await findSubscription(db, id)
      return found && presentContract(found, await listInvoices(db, id), clock())
    },
    changeSeats: (id, quantity, idempotencyKey) => changeSeats(db, id, { quantity, idempotencyKey, now: clock() }),
    listInvoices: async (id) => (await listInvoices(db, id)).map((row) => presentInvoice(row, publicUrl)),
  }
}

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

const presentContract = (
  found: EmbeddedSubscription,
  invoices: readonly EmbeddedInvoiceRow[],
  now: Date,
): ProviderContract => {
  const unpaid = invoices.filter(({ status }) => status === 'open' || status === 'failed')
  const dueAt = unpaid.map((one) => seconds(one.dueAt ?? one.createdAt))
  const openDueAt = dueAt.length === 0 ? null : Math.min(...dueAt)
  const isLate = found.status === 'past_due' || (openDueAt !== null && openDueAt <= seconds(now))
  return {
    id: found.id,
    reference: found.reference,
    customerId: found.customerId,
    state: found.status === 'canceled' ? 'ended' : isLate ? 'past_due' : 'active',
    quantity: found.quantity,
    // Seats are sold by the month and by the year only.
    interval: found.interval === 'year' ? 'year' : 'month',
    amount: found.amount,
    currency: found.currency,
    endsWithPeriod: found.cancelAtPeriodEnd,
    periodEnd: seconds(found.currentPeriodEnd),
    endedAt: null,
    openDueAt,
    hasPaid: invoices.some(({ status }) => status === 'paid'),
  }
}

const presentInvoice = (row: EmbeddedInvoiceRow, publicUrl: string): ProviderInvoice => ({
  id: row.id,
  number: `KW-${String(row.number).padStart(6, '0')}`,
  state: row.status === 'failed' ? 'open' : row.status,
  amount: row.amount,
  currency: row.currency,
  createdAt: seconds(row.createdAt),
  dueAt: row.dueAt && seconds(row.dueAt),
  url: `${publicUrl}/checkout/invoice/${row.id}`,
})

/** No card pays it. */
const noCard = { cardBrand: '', cardLast4: '', cardEndsAt: new Date('9999-01-01'), cardFingerprint: null }

const beginContract = (
  db: Db,
  { request, seatPrices, now }: { request: SeatInvoiceRequest; seatPrices: readonly SeatPrice[]; now: Date },
): Promise<string> =>
  inTransaction(db, async (tx) => {
    const { reference, customerId, interval, quantity, daysUntilDue, idempotencyKey } = request
    const price = seatPrices.find((one) => one.interval === interval)
    if (!price) throw new Error(`there is no price for a seat by the ${interval}`)
    // The ID follows from the key, so a repetition finds what the first call has begun.
    const id = `sub_${Buffer.from(idempotencyKey).toString('hex').slice(0, 60)}`
    if (!(await insertRequest(tx, idempotencyKey, now))) return id
    const length = { interval, intervalCount: 1 }
    const contract: EmbeddedSubscription = {
      ...noCard,
      discount: null,
      ...length,
      id,
      reference,
      customerId,
      productId: seatProduct(interval),
      status: 'active',
      cancelAtPeriodEnd: false,
      billingAnchor: now,
      currentPeriodEnd: periodEnd(now, now, length),
      trialEnd: null,
      pastDueSince: null,
      amount: price.amount,
      currency: price.currency,
      quantity,
      daysUntilDue,
      nextPlan: null,
      country: null,
      taxPercent: 0,
    }
    await saveSubscription(tx, contract)
    await recordCharge(tx, contract, now)
    await recordEvent(tx, 'subscription.created', { subscriptionId: id })
    return id
  })

/** More seats are charged for the days left. */
const changeSeats = (
  db: Db,
  id: string,
  { quantity, idempotencyKey, now }: { quantity: number; idempotencyKey: string; now: Date },
): Promise<'changed' | 'declined'> =>
  inTransaction(db, async (tx) => {
    const contract = await findSubscription(tx, id, 'forUpdate')
    if (!contract || contract.status === 'canceled') return 'changed'
    if (await isRequestKnown(tx, idempotencyKey)) return 'changed'
    const isInvoiced = contract.daysUntilDue !== null
    if (quantity > contract.quantity && !isInvoiced && contract.cardEndsAt <= now) return 'declined'
    await insertRequest(tx, idempotencyKey, now)
    await saveSubscription(tx, { ...contract, quantity })
    const added = Math.max(0, quantity - contract.quantity)
    const periodMs = contract.interval === 'year' ? 365 * day : 30 * day
    const share = Math.min(1, Math.max(0, contract.currentPeriodEnd.getTime() - now.getTime()) / periodMs)
    const dueAt = contract.daysUntilDue === null ? null : new Date(now.getTime() + contract.daysUntilDue * day)
    const amount = Math.round(added * contract.amount * share)
    await insertInvoice(tx, { id: newId('in'), subscriptionId: id, amount, at: now, dueAt })
    await recordEvent(tx, 'subscription.updated', { subscriptionId: id })
    return 'changed'
  })

const day = 86_400_000

/** The invoice's page. */
export type EmbeddedInvoice = ProviderInvoice & { contractId: string; seats: number; company: Company }

export async function readInvoice(db: Db, id: string): Promise<EmbeddedInvoice | null> {
  const row = await findInvoice(db, id)
  if (!row) return null
  return { ...presentInvoice(row, ''), contractId: row.subscriptionId, seats: row.seats, company: row.company }
}

/** As by bank transfer. Paying twice changes nothing. */
export function settleInvoice(db: Db, id: string, now: Date): Promise<EmbeddedInvoice | null> {
  return inTransaction(db, async (tx) => {
    const row = await findInvoice(tx, id)
    if (row && (await payInvoice(tx, id, now)))
      await recordEvent(tx, 'invoice.paid', { subscriptionId: row.subscriptionId })
  }).then(() => readInvoice(db, id))
}
