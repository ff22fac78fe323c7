import { lastingDiscount } from '@kitewise/rules/reduced-price'
import type {
  PaymentEvent,
  ProviderDispute,
  ProviderPayment,
  ProviderSubscription,
} from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import { findFormerOwner } from '../accounts/email-changes.sql.ts'
import { queuePaymentFailed, queueRefunded, queueWelcome, queueWelcomeBack } from './billing-mails.ts'
import { findRegistrant, markAccountCreated, markCheckoutPaid, type Registrant } from './checkouts.sql.ts'
import {
  type Customer,
  linkCustomer,
  lockCustomerOfAccount,
  lockCustomerOfCheckout,
  markTrialUsed,
} from './customers.sql.ts'
import { judge, type Verdict } from './judge-subscription.ts'
import { isAnythingPaid, saveDisputes, savePayments } from './payments.sql.ts'
import { insertEvent, isEventKnown } from './payment-events.sql.ts'
import {
  hasEnded,
  type Known,
  lockSubscription,
  markAccepted,
  type RefusalReason,
  saveProviderFacts,
  saveSubscription,
  type StoredSubscription,
} from './subscriptions.sql.ts'

/**
 * `outdated`: another process stored newer data since the fetch. `foreign`: not started here. `replaces` and refusals are stored
 * but may not stay: other subscriptions must be ended first, or this one.
 */
export type StoreOutcome = 'stored' | 'known' | 'outdated' | 'foreign' | 'replaces' | RefusalReason

/** `revisionBefore`: the stored revision before the provider was asked. */
type Reading = {
  current: ProviderSubscription
  /** Those that may have changed. */
  payments: readonly ProviderPayment[]
  disputes: readonly ProviderDispute[]
  /** The charge of which a refund may have come back. */
  returned: string | null
  revisionBefore: number | null
  event: PaymentEvent | null
}

/** Stores the subscription and everything that follows from it in one transaction, under the customer's lock. */
export async function storeProviderSubscription(tx: Tx, context: Context, reading: Reading): Promise<StoreOutcome> {
  const { current, revisionBefore, event } = reading
  const { provider } = context.payments
  const customer = await lockCustomerOfCheckout(tx, current.reference, provider)
  const known = await lockSubscription(tx, current.id)
  if ((known?.revision ?? null) !== revisionBefore) return 'outdated'
  if (event && (await isEventKnown(tx, event.id))) return 'known'
  if (!known && !customer) return noteEvent(tx, event, 'foreign')

  const verdict = await storeAll(tx, context, { ...reading, customer, known })
  const isFinal = verdict === 'accepted' || verdict === 'undecided' || verdict === 'settled'
  return noteEvent(tx, event, isFinal ? 'stored' : verdict)
}

type Stored = Pick<Reading, 'current' | 'payments' | 'disputes' | 'returned' | 'event'> & {
  customer: Customer | null
  known: Known | null
}

type Payer = {
  userId: string
  isNew: boolean
  /** The account's owner may still take the address of the checkout back. */
  isReserved: boolean
}

const storeAll = async (tx: Tx, context: Context, stored: Stored): Promise<Verdict> => {
  const { current, customer, known } = stored
  const now = context.clock()
  const registrant = await findRegistrant(tx, current.reference)
  const payer = known
    ? { userId: known.userId, isNew: false, isReserved: false }
    : await findPayer(tx, current, customer, registrant)
  const { userId, isReserved } = payer
  // Before the owner's lock, in the order of every reading.
  await lockCustomerOfAccount(tx, userId, context.payments.provider)
  const subscription = toStored(current, known, now)
  await saveSubscription(tx, userId, subscription)
  await saveFacts(tx, context, current)
  const owner = { userId, subscriptionId: current.id, productId: current.productId }
  const refunds = await savePayments(tx, owner, { payments: stored.payments, returned: stored.returned, now })
  await saveDisputes(tx, owner, { disputes: stored.disputes, now })
  const isPaid = await isAnythingPaid(tx, owner)
  const verdict = await judge(tx, context, { userId, current, known, isPaid, isReserved })
  const isNewlyAccepted = verdict === 'accepted' && !known?.isAccepted
  if (isNewlyAccepted) await markAccepted(tx, current.id, now)
  // A refusal's own mail says that its payment is refunded.
  if (!known?.refusedAs)
    for (const refund of refunds) await queueRefunded(tx, context, { userId, productId: current.productId, refund })
  const isOwnersWish = !isReserved && (registrant === null || registrant.createdAccount || payer.isNew)
  if (customer) await settleCustomer(tx, context, { customer, userId, current, verdict, isOwnersWish })
  const change = { userId, productId: current.productId, subscription, amount: amountOfLatest(stored) }
  const statusBefore = known?.status ?? null
  await notifyPayer(tx, context, { ...change, statusBefore, isOwnersWish, isNewlyAccepted })
  return verdict
}

const saveFacts = async (tx: Tx, context: Context, current: ProviderSubscription): Promise<void> => {
  const { customerId: providerCustomerId, productId, trialEnd, nextPlan, paymentMethod, isLive, discounts } = current
  const now = context.clock()
  await saveProviderFacts(tx, current.id, {
    provider: context.payments.provider,
    providerCustomerId,
    paymentMethod,
    firstSeenAt: now,
    endedAt: hasEnded(current) ? (dateOf(current.endedAt) ?? now) : null,
    lastingDiscount: lastingDiscount(current.amount, discounts),
    productId,
    trialEnd,
    nextPlan,
    isLive,
    discounts,
  })
}

const amountOfLatest = ({ current, payments }: Stored): number =>
  payments.find(({ id }) => id === current.latestPaymentId)?.amount ?? current.amount

/** Record an event only when its subscription may stay; after a crash the provider's retry runs again. */
const noteEvent = async (tx: Tx, event: PaymentEvent | null, outcome: StoreOutcome): Promise<StoreOutcome> => {
  if (event && (outcome === 'stored' || outcome === 'foreign')) await insertEvent(tx, event)
  return outcome
}

const dateOf = (seconds: number | null): Date | null => (seconds === null ? null : new Date(seconds * 1000))

const isRunning = (status: string): boolean => !['canceled', 'incomplete', 'incomplete_expired'].includes(status)

type Change = {
  userId: string
  productId: string | null
  subscription: StoredSubscription
  /** Of the newest payment. */
  amount: number
  statusBefore: string | null
  /** False when a visitor typed the address of an existing account and paid for it. */
  isOwnersWish: boolean
  isNewlyAccepted: boolean
}

const notifyPayer = async (tx: Tx, context: Context, told: Change): Promise<void> => {
  const { statusBefore, isOwnersWish, isNewlyAccepted, ...change } = told
  const { status } = change.subscription
  if (statusBefore === null && isOwnersWish) await queueWelcome(tx, change.userId)
  if (isNewlyAccepted && !isOwnersWish && isRunning(status))
    await queueWelcomeBack(tx, change.userId, change.subscription.id)
  if (status === 'past_due' && statusBefore !== 'past_due') await queuePaymentFailed(tx, context, change)
}

/** For a registration, the account that its address has now, regardless of this customer's other purchases. */
const findPayer = async (
  tx: Tx,
  { reference }: ProviderSubscription,
  customer: Customer | null,
  registrant: Registrant | null,
): Promise<Payer> => {
  if (!customer) throw new Error('a subscription without a customer needs an account')
  if (registrant === null && customer.userId !== null)
    return { userId: customer.userId, isNew: false, isReserved: false }
  const { email, language, marketingConsent } = registrant ?? customer
  const { firstName = null, dailyGoalMinutes = null } = registrant ?? {}
  const account = await findOrCreateAccount(tx, { email, language, marketingConsent, firstName, dailyGoalMinutes })
  if (account?.isNew && reference !== null) await markAccountCreated(tx, reference)
  if (account) return { ...account, isReserved: false }
  const formerOwner = await findFormerOwner(tx, email)
  if (formerOwner === null) throw new Error('an address was reserved for nobody')
  return { userId: formerOwner, isNew: false, isReserved: true }
}

type Settled = {
  customer: Customer
  userId: string
  current: ProviderSubscription
  verdict: Verdict
  isOwnersWish: boolean
}

/** A stranger's payment for an existing account changes what the account buys with, and uses up its trial, only if it is accepted. */
const settleCustomer = async (
  tx: Tx,
  context: Context,
  { customer, userId, current, verdict, isOwnersWish }: Settled,
): Promise<void> => {
  const { reference, customerId: providerCustomerId } = current
  const { provider } = context.payments
  const isAccepted = verdict === 'accepted' || verdict === 'replaces'
  if (isAccepted || isOwnersWish) await linkCustomer(tx, customer, { userId, reference, provider, providerCustomerId })
  const usesTrial = isAccepted || (verdict === 'trial_again' && isOwnersWish)
  if (current.trialEnd !== null && usesTrial) await markTrialUsed(tx, userId, context.clock())
  const isPaid = current.status !== 'incomplete' && current.status !== 'incomplete_expired'
  if (isPaid && reference !== null) await markCheckoutPaid(tx, reference, current.id)
}

const toStored = (current: ProviderSubscription, known: Known | null, now: Date): StoredSubscription => ({
  id: current.id,
  status: current.status,
  cancelAtPeriodEnd: current.cancelAtPeriodEnd,
  currentPeriodEnd: current.currentPeriodEnd,
  pastDueSince: current.status === 'past_due' ? pastDueSince(current, known, now) : null,
  priceCents: current.amount,
  currency: current.currency,
  intervalUnit: current.interval,
  intervalCount: current.intervalCount,
})

/** When the provider doesn't say since when payment is due, the time we first saw it. */
const pastDueSince = (current: ProviderSubscription, known: Known | null, now: Date): number =>
  current.pastDueSince ?? known?.pastDueSince ?? Math.floor(now.getTime() / 1000)
