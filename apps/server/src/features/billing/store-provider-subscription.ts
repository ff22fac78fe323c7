import { createHmac } from 'node:crypto'
import type { PaymentEvent, ProviderSubscription } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { givesAccess } from '../../platform/access.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import { queuePaymentFailed, queueWelcome, queueWelcomeBack } from './billing-mails.ts'
import { findRegistrant, markAccountCreated, markCheckoutPaid, type Registrant } from './checkouts.sql.ts'
import { type Customer, linkCustomer, lockCustomerOfCheckout, markTrialUsed } from './customers.sql.ts'
import { claimTrialCard, insertEvent, isEventKnown } from './payment-events.sql.ts'
import {
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
 * What became of it: stored; already known; outdated, when somebody has stored a newer word since the provider was asked; foreign,
 * when it was not begun here. Else it is stored and may not stay: refused for a reason, or `replaces`, when earlier subscriptions that
 * give no access any more have to be ended first.
 */
export type StoreOutcome = 'stored' | 'known' | 'outdated' | 'foreign' | 'replaces' | RefusalReason

/** What the provider said, and how often the subscription had been stored before it was asked. */
type Reading = { current: ProviderSubscription; revisionBefore: number | null; event: PaymentEvent | null }

/**
 * Stores what the provider says of a subscription now, with everything that follows from it: the account, the trial that is used
 * up, the paid checkout, the mails, and the event that told of it. All in the transaction, behind the lock of the customer.
 */
export const storeProviderSubscription = async (tx: Tx, context: Context, reading: Reading): Promise<StoreOutcome> => {
  const { current, revisionBefore, event } = reading
  const { provider } = context.payments
  const customer = await lockCustomerOfCheckout(tx, current.reference, provider)
  const known = await lockSubscription(tx, current.id)
  if ((known?.revision ?? null) !== revisionBefore) return 'outdated'
  if (event && (await isEventKnown(tx, event.id))) return 'known'
  if (!known && !customer) return noteEvent(tx, event, 'foreign')

  return noteEvent(tx, event, await storeAll(tx, context, { current, customer, known }))
}

type Found = { current: ProviderSubscription; customer: Customer | null; known: Known | null }

const storeAll = async (tx: Tx, context: Context, found: Found): Promise<StoreOutcome> => {
  const { current, customer, known } = found
  const now = context.clock()
  const registrant = await findRegistrant(tx, current.reference)
  const account = known ? { userId: known.userId, isNew: false } : await findAccount(tx, current, customer, registrant)
  const { userId } = account
  const subscription = toStored(current, known, now)
  await saveSubscription(tx, userId, subscription)
  const { customerId: providerCustomerId, productId, trialEnd, paymentMethod } = current
  const { provider } = context.payments
  const facts = { provider, providerCustomerId, productId, trialEnd, paymentMethod, firstSeenAt: now }
  await saveProviderFacts(tx, current.id, facts)
  const outcome = await judge(tx, context, { userId, current, known })
  const isOwnersWish = registrant === null || registrant.createdAccount || account.isNew
  const usesTrial = spendsTrial(known?.refusedAs ?? outcome, isOwnersWish)
  if (customer) await settleCustomer(tx, customer, { userId, current, usesTrial, now })
  const statusBefore = known?.status ?? null
  await tellPayer(tx, context, { userId, productId, subscription, statusBefore, isOwnersWish, outcome })
  return outcome
}

/** A stranger's payment for an account that is there uses up nobody's trial but by giving it. */
const spendsTrial = (verdict: StoreOutcome, isOwnersWish: boolean): boolean =>
  verdict === 'stored' || verdict === 'replaces' || (verdict === 'trial_again' && isOwnersWish)

/** An event has had its effect once what it told of may stay. Until that is ended it is not noted: whoever dies before is told again. */
const noteEvent = async (tx: Tx, event: PaymentEvent | null, outcome: StoreOutcome): Promise<StoreOutcome> => {
  if (event && (outcome === 'stored' || outcome === 'foreign')) await insertEvent(tx, event)
  return outcome
}

/** Whether it may stay as it is. A refusal is remembered, so that it is carried out whatever happens meanwhile. */
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
  const isTrialAgain = current.status === 'trialing' && earlier.some(({ wasTrial }) => wasTrial)
  if (isTrialAgain || !(await mayHaveTrial(tx, context, current))) return 'trial_again'
  const { provider } = context.payments
  return earlier.some((other) => other.provider === provider && isRunning(other.status)) ? 'replaces' : 'stored'
}

const isRunning = (status: string): boolean => !['canceled', 'incomplete', 'incomplete_expired'].includes(status)

type Change = {
  userId: string
  productId: string | null
  subscription: StoredSubscription
  statusBefore: string | null
  /** False where somebody who typed an address has paid for the account that it had. */
  isOwnersWish: boolean
  outcome: StoreOutcome
}

const tellPayer = async (tx: Tx, context: Context, told: Change): Promise<void> => {
  const { statusBefore, isOwnersWish, outcome, ...change } = told
  if (statusBefore === null && isOwnersWish) await queueWelcome(tx, change.userId)
  if (!isOwnersWish && outcome === 'stored' && isRunning(change.subscription.status))
    await queueWelcomeBack(tx, change.userId, change.subscription.id)
  if (change.subscription.status === 'past_due' && statusBefore !== 'past_due')
    await queuePaymentFailed(tx, context, change)
}

/** Of a registration: the account that its address has now, whatever else that customer has bought. */
const findAccount = async (
  tx: Tx,
  { reference }: ProviderSubscription,
  customer: Customer | null,
  registrant: Registrant | null,
): Promise<{ userId: string; isNew: boolean }> => {
  if (!customer) throw new Error('a subscription without a customer was to be given an account')
  if (registrant === null && customer.userId !== null) return { userId: customer.userId, isNew: false }
  const { email, language, marketingConsent } = registrant ?? customer
  const found = await findOrCreateAccount(tx, { email, language, marketingConsent })
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

/** Where the provider does not say since when payment is due: since we first saw it. */
const pastDueSince = (current: ProviderSubscription, known: Known | null, now: Date): number =>
  current.pastDueSince ?? known?.pastDueSince ?? Math.floor(now.getTime() / 1000)

/**
 * Notes that a card has had its one free trial, by a keyed hash. Of two subscriptions on one card the first keeps its trial; a card that
 * is changed later does not matter.
 * @returns whether the trial may go on; true also where there is no trial, or the provider does not tell cards apart
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
