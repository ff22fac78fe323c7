import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { queueTrialEnding } from './billing-mails.ts'
import { cancelSubscription, findOwnSubscription } from './change-subscription.ts'
import { listUnfinished, listUnfinishedOf } from './checkouts.sql.ts'
import {
  type Closing,
  deleteClosing,
  deleteIdleCustomers,
  findPayer,
  listClosings,
  listClosingSubscriptions,
  listLeaversCustomers,
  listProviderCustomers,
  moveCustomer,
} from './customers.sql.ts'
import { deleteOldEvents, deleteOldTrialCards } from './payment-events.sql.ts'
import { hasEnded, listEndingTrials, listRunningSubscriptions, markTrialReminded } from './subscriptions.sql.ts'
import { syncCheckout, syncSubscription } from './sync-with-provider.ts'

/**
 * Compares everything that may still change with the provider, so that an event that never came costs nobody their access and gives
 * nobody one for long.
 * @throws when something could not be compared; what could be is stored all the same
 */
export const reconcilePayments = async (context: Context): Promise<void> => {
  const { db, payments } = context
  const failures: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => void failures.push(error))
  for (const { sessionId, status } of await listUnfinished(db, payments.provider)) {
    if (sessionId === null) continue
    if (status === 'replaced') await attempt(payments.expireCheckout(sessionId))
    await attempt(syncCheckout(context, sessionId))
  }
  for (const id of await listRunningSubscriptions(db, payments.provider, null))
    await attempt(syncSubscription(context, id))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be compared`)
}

/** Two days leave one for thinking before the last day on which cancelling is free. */
const noticeMs = 2 * 86_400_000

/** Reminds everybody whose trial ends within two days, once; by the provider's word of now, so that nobody who has canceled is. */
export const remindOfTrialEnds = async (context: Context): Promise<void> => {
  const now = context.clock()
  for (const id of await listEndingTrials(
    context.db,
    context.payments.provider,
    now,
    new Date(now.getTime() + noticeMs),
  )) {
    await syncSubscription(context, id)
    await inTransaction(context.db, async (tx) => {
      const trial = await markTrialReminded(tx, id, now)
      if (trial) await queueTrialEnding(tx, context, trial)
    })
  }
}

/**
 * Ends the billing of everybody who deleted their account: what is paid for runs to its end and nothing is charged any more. A closing
 * stays until the provider has confirmed it, also when its owner has come back since.
 * @throws when the provider did not answer to some of them
 */
export const closeBilling = async (context: Context): Promise<void> => {
  const failures: unknown[] = []
  for (const closing of await listClosings(context.db))
    await closeBillingOf(context, closing).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} people are still billed`)
}

const closeBillingOf = async (context: Context, closing: Closing): Promise<void> => {
  const { db, payments } = context
  for (const customerId of await listLeaversCustomers(db, closing.userId))
    for (const { sessionId, registrationId } of await listUnfinishedOf(db, customerId, payments.provider)) {
      // One of a registration may be a stranger's, who must not see that the account has gone; paid, it is given back.
      if (sessionId === null || registrationId !== null) continue
      await payments.expireCheckout(sessionId)
      await syncCheckout(context, sessionId)
    }
  for (const subscriptionId of await listClosingSubscriptions(db, closing))
    await endBilling(context, { userId: closing.userId, subscriptionId })
  await deleteClosing(db, closing)
}

/** A payment that is overdue would be tried again until the period ends: such a subscription ends at once. */
const endBilling = async (context: Context, place: { userId: string; subscriptionId: string }): Promise<void> => {
  const own = await findOwnSubscription(context, place)
  if (!own || hasEnded(own)) return
  const isPaid = own.status === 'active' || own.status === 'trialing'
  if (isPaid || own.provider !== context.payments.provider) {
    await cancelSubscription(context, place)
    return
  }
  await context.payments.cancelNow(place.subscriptionId)
  await syncSubscription(context, place.subscriptionId)
}

/** Tells the payment provider where an account's owner is written to now, and keeps that for what they buy next. */
export const changeCustomerEmail = async ({ db, payments }: Context, { userId }: { userId: string }): Promise<void> => {
  const payer = await findPayer(db, userId)
  if (!payer) return
  await moveCustomer(db, userId, payer.email)
  for (const customerId of await listProviderCustomers(db, userId, payments.provider))
    await payments.changeCustomerEmail(customerId, payer.email)
}

/** As long as an onboarding is kept, and three times as long as a provider can be made to send an event again. */
const keptMs = 90 * 86_400_000
/** Which cards have had a trial is remembered for two years. */
const trialKeptMs = 730 * 86_400_000

/** Removes the addresses of people who never bought, and the ids of events that cannot come again. */
export const purgeCheckouts = async ({ db, clock, log }: Context): Promise<void> => {
  const before = new Date(clock().getTime() - keptMs)
  const removed = await deleteIdleCustomers(db, before)
  await deleteOldEvents(db, before)
  await deleteOldTrialCards(db, new Date(clock().getTime() - trialKeptMs))
  if (removed > 0) log.info({ removed }, 'people who never bought removed')
}
