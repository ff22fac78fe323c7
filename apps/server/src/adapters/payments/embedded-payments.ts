import type { Db } from '../../database/connect.ts'
import {
  changeCustomerEmail,
  deleteCheckout,
  deleteCustomer,
  deleteEvent,
  type EmbeddedDispute,
  type EmbeddedPayment,
  findCheckout,
  findSubscription,
  findNewestPaymentId,
  listDisputes,
  listDisputesSince,
  listEvents,
  listPayments,
  listRefunded,
} from './embedded/books.sql.ts'
import { cardOf, changeCard, openCardPage, readCardPage } from './embedded/cards.ts'
import { createEmbeddedCoupons } from './embedded/coupons.ts'
import { beginCheckout, expireCheckout, payCheckout } from './embedded/checkouts.ts'
import { isSignedEvent, readEvent, signEvent } from './embedded/events.ts'
import { createEmbeddedSeats, readInvoice, settleInvoice } from './embedded/seats.ts'
import {
  advanceSubscriptions,
  changePlan,
  changeRenewal,
  changeSubscription,
  refundAmount,
  refundAll,
  type EmbeddedSubscription,
} from './embedded/subscriptions.ts'
import type {
  EmbeddedProvider,
  Payments,
  Plan,
  ProviderDispute,
  ProviderPayment,
  ProviderSubscription,
} from './port.ts'
import { type SeatPrice, seatPlans } from './seats/port.ts'

export type EmbeddedPaymentsParts = {
  db: Db
  clock: () => Date
  publicUrl: string
  plans: readonly Plan[]
  seatPrices: readonly SeatPrice[]
  webhookSecret: string
  taxRates: Readonly<Record<string, number>>
}

/** A provider without money, so that the product works without an account at a real one: own books, test cards, signed events. */
export function createEmbeddedPayments(parts: EmbeddedPaymentsParts): Payments {
  const { db, clock, plans, webhookSecret } = parts
  return {
    provider: 'embedded',
    signatureHeader: 'kitewise-signature',
    listPrices: async () => plans.map((plan) => ({ ...plan })),
    createCheckout: async (request) => {
      const sessionId = await beginCheckout(db, request, clock())
      return { sessionId, url: `${parts.publicUrl}/checkout/${sessionId}` }
    },
    getCheckout: (sessionId) => findCheckout(db, sessionId, clock()),
    expireCheckout: (sessionId) => expireCheckout(db, sessionId, clock()),
    getSubscription: async (id) => {
      const found = await findSubscription(db, id)
      return found && presentSubscription(found, await findNewestPaymentId(db, id))
    },
    listPayments: async ({ id }) => (await listPayments(db, id)).map(presentPayment),
    listDisputes: async (chargeId) => (await listDisputes(db, chargeId)).map(presentDispute),
    listDisputesSince: async (openedAt) => (await listDisputesSince(db, new Date(openedAt * 1000))).map(presentDispute),
    listRefundedSince: () => listRefunded(db),
    cancelAtPeriodEnd: (id, idempotencyKey) =>
      changeRenewal(db, id, { cancelAtPeriodEnd: true, idempotencyKey, now: clock() }),
    resume: (id, idempotencyKey) => changeRenewal(db, id, { cancelAtPeriodEnd: false, idempotencyKey, now: clock() }),
    changePlan: (id, productId) => changePlan(db, plans, { subscriptionId: id, productId }),
    cancelNow: (id) => changeSubscription(db, id, { status: 'canceled', pastDueSince: null }),
    refundAll: (id) => refundAll(db, id),
    refundAmount: (request) => refundAmount(db, request, clock()),
    forgetCustomer: (customerId) => deleteCustomer(db, customerId),
    forgetCheckout: (sessionId) => deleteCheckout(db, sessionId),
    openCardPage: async (request) => `${parts.publicUrl}/checkout/card/${await openCardPage(db, request, clock())}`,
    // The card page already changes the only card.
    adoptCard: async () => {},
    changeCustomerEmail: (customerId, email) => changeCustomerEmail(db, customerId, email),
    verifyEvent: (rawBytes, signature) =>
      signature !== null && isSignedEvent(webhookSecret, rawBytes, signature, clock()) ? readEvent(rawBytes) : null,
    seats: createEmbeddedSeats(parts),
    coupons: createEmbeddedCoupons(parts),
    embedded: createProvider(parts),
  }
}

const createProvider = ({
  db,
  clock,
  plans,
  seatPrices,
  webhookSecret,
  taxRates,
}: EmbeddedPaymentsParts): EmbeddedProvider => ({
  taxRates,
  findCheckout: (sessionId) => findCheckout(db, sessionId, clock()),
  pay: (sessionId, { country, ...card }) => {
    const taxPercent = taxRates[country ?? '']
    const place = country !== undefined && taxPercent !== undefined ? { country, taxPercent } : untaxed
    return payCheckout(db, [...plans, ...seatPlans(seatPrices)], {
      sessionId,
      card,
      place,
      now: clock(),
      secret: webhookSecret,
    })
  },
  findCardPage: (pageId) => readCardPage(db, pageId, clock()),
  changeCard: (pageId, card) => changeCard(db, { pageId, card, now: clock(), secret: webhookSecret }),
  findInvoice: (invoiceId) => readInvoice(db, invoiceId),
  payInvoice: (invoiceId) => settleInvoice(db, invoiceId, clock()),
  advance: (now) => advanceSubscriptions(db, now),
  deliverEvents: async (deliver) => {
    for (const { id, body } of await listEvents(db)) {
      const rawBytes = Buffer.from(body)
      if (await deliver(rawBytes, signEvent(webhookSecret, rawBytes, clock()))) await deleteEvent(db, id)
    }
  },
})

const untaxed = { country: null, taxPercent: 0 }

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)

const presentSubscription = (found: EmbeddedSubscription, latestPaymentId: string | null): ProviderSubscription => ({
  id: found.id,
  reference: found.reference,
  customerId: found.customerId,
  productId: found.productId,
  status: found.status,
  cancelAtPeriodEnd: found.cancelAtPeriodEnd,
  currentPeriodEnd: secondsOf(found.currentPeriodEnd),
  trialEnd: found.trialEnd && secondsOf(found.trialEnd),
  pastDueSince: found.pastDueSince && secondsOf(found.pastDueSince),
  amount: found.amount,
  currency: found.currency,
  interval: found.interval,
  intervalCount: found.intervalCount,
  nextPlan: found.nextPlan,
  cardFingerprint: found.cardFingerprint,
  paymentMethod: { type: 'card', card: cardOf(found) },
  endedAt: null,
  discounts: found.discount ? [found.discount] : [],
  isLive: false,
  latestPaymentId,
})

const presentPayment = ({ createdAt, paidAt, ...payment }: EmbeddedPayment): ProviderPayment => ({
  ...payment,
  chargeId: paidAt && payment.id,
  isLive: false,
  createdAt: secondsOf(createdAt),
  paidAt: paidAt && secondsOf(paidAt),
})

const presentDispute = ({ dueAt, openedAt, ...dispute }: EmbeddedDispute): ProviderDispute => ({
  ...dispute,
  reason: 'fraudulent',
  dueAt: secondsOf(dueAt),
  openedAt: secondsOf(openedAt),
  isLive: false,
})
