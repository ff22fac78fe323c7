import type { PaymentEvent, ProviderSubscription } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { findOrCreateAccount } from '../accounts/find-or-create-account.ts'
import { queuePaymentFailed, queueTrialAgain, queueWelcome } from './billing-mails.ts'
import { markAccountCreated, markCheckoutPaid } from './checkout-queries.ts'
import { linkCustomer, lockCustomerOfCheckout, markTrialUsed } from './customer-queries.ts'
import type { Customer } from './customer.ts'
import { insertEvent, isEventKnown } from './event-queries.ts'
import { mayHaveTrial } from './may-have-trial.ts'
import { hasEarlierSubscription, lockSubscription, saveProviderFacts, type Known } from './provider-queries.ts'
import { saveSubscription } from './queries.ts'
import type { StoredSubscription } from './subscription.ts'

/**
 * What became of it: stored; already known; outdated, when somebody has stored a newer word since the provider was asked; foreign,
 * when it was not begun here; second, when it is stored but the person has another one already;
 * trial_again, when it is stored but its card has had a free trial already.
 */
export type StoreOutcome = 'stored' | 'known' | 'outdated' | 'foreign' | 'second' | 'trial_again'

/** What the provider said, and how often the subscription had been stored before it was asked. */
export type Reading = { current: ProviderSubscription; revisionBefore: number | null; event: PaymentEvent | null }

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

  const userId = known?.userId ?? (await findAccount(tx, customer, current.reference))
  const subscription = toStored(current, known, context.clock())
  await saveSubscription(tx, userId, subscription)
  const { customerId: providerCustomerId, productId, trialEnd, paymentMethod } = current
  const facts = { provider, providerCustomerId, productId, trialEnd, paymentMethod, firstSeenAt: context.clock() }
  await saveProviderFacts(tx, current.id, facts)
  if (customer) await settleCustomer(tx, customer, { userId, current, now: context.clock() })
  await tellPayer(tx, context, { userId, productId, subscription, statusBefore: known?.status ?? null })
  return noteEvent(tx, event, await judgeNew(tx, context, { userId, current }))
}

/** An event has had its effect once what it told of may stay. Until that is ended it is not noted: whoever dies before is told again. */
const noteEvent = async (tx: Tx, event: PaymentEvent | null, outcome: StoreOutcome): Promise<StoreOutcome> => {
  if (event && (outcome === 'stored' || outcome === 'foreign')) await insertEvent(tx, event)
  return outcome
}

/** Whether it may stay as it is. */
const judgeNew = async (
  tx: Tx,
  context: Context,
  { userId, current }: { userId: string; current: ProviderSubscription },
): Promise<StoreOutcome> => {
  const place = { userId, subscriptionId: current.id, provider: context.payments.provider }
  if (isRunning(current.status) && (await hasEarlierSubscription(tx, place))) return 'second'
  if (await mayHaveTrial(tx, context, current)) return 'stored'
  await queueTrialAgain(tx, context, { userId, productId: current.productId, subscriptionId: current.id })
  return 'trial_again'
}

const isRunning = (status: string): boolean => !['canceled', 'incomplete', 'incomplete_expired'].includes(status)

type Change = {
  userId: string
  productId: string | null
  subscription: StoredSubscription
  statusBefore: string | null
}

const tellPayer = async (tx: Tx, context: Context, { statusBefore, ...change }: Change): Promise<void> => {
  if (statusBefore === null) await queueWelcome(tx, change.userId)
  if (change.subscription.status === 'past_due' && statusBefore !== 'past_due')
    await queuePaymentFailed(tx, context, change)
}

const findAccount = async (tx: Tx, customer: Customer | null, reference: string | null): Promise<string> => {
  if (!customer) throw new Error('a subscription without a customer was to be given an account')
  if (customer.userId !== null) return customer.userId
  const { email, language, marketingConsent } = customer
  const { userId, isNew } = await findOrCreateAccount(tx, { email, language, marketingConsent })
  if (isNew && reference !== null) await markAccountCreated(tx, reference)
  return userId
}

const settleCustomer = async (
  tx: Tx,
  customer: Customer,
  { userId, current, now }: { userId: string; current: ProviderSubscription; now: Date },
): Promise<void> => {
  await linkCustomer(tx, customer.id, { userId, providerCustomerId: current.customerId })
  if (current.trialEnd !== null) await markTrialUsed(tx, customer.id, now)
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
