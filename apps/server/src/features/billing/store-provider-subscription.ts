import { createHmac } from 'node:crypto'
import { lastingDiscount } from '@kitewise/rules/reduced-price'
import type {
  PaymentEvent,
  ProviderDispute,
  ProviderPayment,
  ProviderSubscription,
} from '../../adapters/payments/port.ts'
import { unpaidAllowance } from '@kitewise/rules/before-payment'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { givesAccess } from '../../platform/sessions.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import { queuePaymentFailed, queueRefunded, queueWelcome, queueWelcomeBack } from './billing-mails.ts'
import { findRegistrant, markAccountCreated, markCheckoutPaid, type Registrant } from './checkouts.sql.ts'
import { type Customer, linkCustomer, lockCustomerOfCheckout, markTrialUsed } from './customers.sql.ts'
import { saveDisputes, savePayments } from './payments.sql.ts'
import { claimTrialCard, insertEvent, isEventKnown } from './payment-events.sql.ts'
import {
  hasEnded,
  type Known,
  listEarlier,
  lockOwner,
  lockSubscription,
  type RefusalReason,
  saveProviderFacts,
  saveSubscription,
  type StoredSubscription,
} from './subscriptions.sql.ts'

/**
 * `outdated`: another process stored newer data since the fetch. `foreign`: not started here. `replaces` and refusals are stored
 * but may not stay: earlier subscriptions must be ended first, or this one.
 */
export type StoreOutcome = 'stored' | 'known' | 'outdated' | 'foreign' | 'replaces' | RefusalReason

/** `revisionBefore`: the stored revision before the provider was asked. */
type Reading = {
  current: ProviderSubscription
  /** Those that may have changed. */
  payments: readonly ProviderPayment[]
  disputes: readonly ProviderDispute[]
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

  return noteEvent(tx, event, await storeAll(tx, context, { ...reading, customer, known }))
}

type Found = Pick<Reading, 'current' | 'payments' | 'disputes' | 'event'> & {
  customer: Customer | null
  known: Known | null
}

const storeAll = async (tx: Tx, context: Context, found: Found): Promise<StoreOutcome> => {
  const { current, customer, known } = found
  const now = context.clock()
  const registrant = await findRegistrant(tx, current.reference)
  const account = known ? { userId: known.userId, isNew: false } : await findAccount(tx, current, customer, registrant)
  const { userId } = account
  const subscription = toStored(current, known, now)
  await saveSubscription(tx, userId, subscription)
  const { customerId: providerCustomerId, productId, trialEnd, nextPlan, paymentMethod } = current
  const { provider } = context.payments
  const { isLive, discounts } = current
  const endedAt = hasEnded(current) ? (dateOf(current.endedAt) ?? now) : null
  const price = { productId, trialEnd, nextPlan, isLive, discounts }
  await saveProviderFacts(tx, current.id, {
    provider,
    providerCustomerId,
    paymentMethod,
    firstSeenAt: now,
    endedAt,
    lastingDiscount: lastingDiscount(current.amount, discounts),
    ...price,
  })
  const owner = { userId, subscriptionId: current.id, productId }
  const refunds = await savePayments(tx, owner, {
    payments: found.payments,
    returned: chargeOfReturned(found.event),
    now,
  })
  await saveDisputes(tx, owner, { disputes: found.disputes, now })
  // A refusal's own mail says that its payment is refunded.
  if (!known?.refusedAs) for (const refund of refunds) await queueRefunded(tx, context, { userId, productId, refund })
  const outcome = await judge(tx, context, { userId, current, known })
  const isOwnersWish = registrant === null || registrant.createdAccount || account.isNew
  const usesTrial = spendsTrial(known?.refusedAs ?? outcome, isOwnersWish)
  if (customer) await settleCustomer(tx, customer, { userId, current, usesTrial, now })
  const statusBefore = known?.status ?? null
  const amount = amountOfLatest(found)
  await notifyPayer(tx, context, { userId, productId, subscription, amount, statusBefore, isOwnersWish, outcome })
  return outcome
}

const amountOfLatest = ({ current, payments }: Found): number =>
  payments.find(({ id }) => id === current.latestPaymentId)?.amount ?? current.amount

const chargeOfReturned = (event: PaymentEvent | null): string | null =>
  event?.isRefundReturned ? event.chargeId : null

/** A stranger's payment for an existing account uses up the owner's trial only by giving it. */
const spendsTrial = (verdict: StoreOutcome, isOwnersWish: boolean): boolean =>
  verdict === 'stored' || verdict === 'replaces' || (verdict === 'trial_again' && isOwnersWish)

/** Record an event only when its subscription may stay; after a crash the provider's retry runs again. */
const noteEvent = async (tx: Tx, event: PaymentEvent | null, outcome: StoreOutcome): Promise<StoreOutcome> => {
  if (event && (outcome === 'stored' || outcome === 'foreign')) await insertEvent(tx, event)
  return outcome
}

/** A stored refusal stays in force, so that it is carried out in any case. */
const judge = async (
  tx: Tx,
  context: Context,
  { userId, current, known }: { userId: string; current: ProviderSubscription; known: Known | null },
): Promise<StoreOutcome> => {
  if (!isRunning(current.status)) return 'stored'
  if (known?.refusedAs) return known.refusedAs
  if ((await lockOwner(tx, userId, current.id)).wasDeleted) return 'account_deleted'
  const earlier = await listEarlier(tx, current.id)
  if (givesAccess(earlier, context.clock())) return 'second'
  const hadTrial = earlier.some(({ wasTrial }) => wasTrial)
  const isTrialAgain = current.status === 'trialing' && unpaidAllowance({ kind: 'trial', hadTrial }) === 0
  if (isTrialAgain || !(await mayHaveTrial(tx, context, current))) return 'trial_again'
  const { provider } = context.payments
  return earlier.some((other) => other.provider === provider && isRunning(other.status)) ? 'replaces' : 'stored'
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
  outcome: StoreOutcome
}

const notifyPayer = async (tx: Tx, context: Context, told: Change): Promise<void> => {
  const { statusBefore, isOwnersWish, outcome, ...change } = told
  if (statusBefore === null && isOwnersWish) await queueWelcome(tx, change.userId)
  if (!isOwnersWish && outcome === 'stored' && isRunning(change.subscription.status))
    await queueWelcomeBack(tx, change.userId, change.subscription.id)
  if (change.subscription.status === 'past_due' && statusBefore !== 'past_due')
    await queuePaymentFailed(tx, context, change)
}

/** For a registration, the account that its address has now, regardless of this customer's other purchases. */
const findAccount = async (
  tx: Tx,
  { reference }: ProviderSubscription,
  customer: Customer | null,
  registrant: Registrant | null,
): Promise<{ userId: string; isNew: boolean }> => {
  if (!customer) throw new Error('a subscription without a customer needs an account')
  if (registrant === null && customer.userId !== null) return { userId: customer.userId, isNew: false }
  const { email, language, marketingConsent } = registrant ?? customer
  const { firstName = null, dailyGoalMinutes = null } = registrant ?? {}
  const found = await findOrCreateAccount(tx, { email, language, marketingConsent, firstName, dailyGoalMinutes })
  if (found.isNew && reference !== null) await markAccountCreated(tx, reference)
  return found
}

const settleCustomer = async (
  tx: Tx,
  customer: Customer,
  { userId, current, usesTrial, now }: { userId: string; current: ProviderSubscription; usesTrial: boolean; now: Date },
): Promise<void> => {
  await linkCustomer(tx, customer.id, { userId, providerCustomerId: current.customerId })
  if (current.trialEnd !== null && usesTrial) await markTrialUsed(tx, customer.id, now)
  const isPaid = current.status !== 'incomplete' && current.status !== 'incomplete_expired'
  if (isPaid && current.reference !== null) await markCheckoutPaid(tx, current.reference, current.id)
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

/**
 * Of two subscriptions with one card, the first keeps its trial; changing the card later doesn't matter. True also without a
 * trial, or when the provider has no card fingerprints.
 */
const mayHaveTrial = async (tx: Tx, context: Context, current: ProviderSubscription): Promise<boolean> => {
  if (current.status !== 'trialing' || current.cardFingerprint === null) return true
  const hash = (words: string) =>
    createHmac('sha256', context.config.pinHashing.pepper)
      .update(`trial:${context.payments.provider}:${words}`)
      .digest()
  const card = { cardHash: hash(current.cardFingerprint), subscriptionHash: hash(current.id), now: context.clock() }
  return claimTrialCard(tx, card)
}
