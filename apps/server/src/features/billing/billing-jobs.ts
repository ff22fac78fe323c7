import { trialReminderSeconds } from '@kitewise/rules/billing-text'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob, type JobPayloads } from '../../platform/add-job.ts'
import { queueTrialEnding } from './billing-mails.ts'
import { cancelSubscription, findOwnSubscription } from './change-subscription.ts'
import { findUnfinished, listUnfinishedAfter, listUnfinishedOf } from './checkouts.sql.ts'
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
  noteClosed,
} from './customers.sql.ts'
import { deleteOldEvents, deleteOldTrialCards } from './payment-events.sql.ts'
import { findRefundedOfCharge } from './payments.sql.ts'
import { reconcileDisputes } from './reconcile-disputes.ts'
import { hasEnded, listEndingTrials, listRunningAfter, markTrialReminded } from './subscriptions.sql.ts'
import { syncCheckout, syncSubscription } from './sync-with-provider.ts'

/** Checkouts or subscriptions to compare with the provider, by ID. */
type Batch = JobPayloads['reconcile-batch']

const batchSize = 200
/** Calls to the provider at once, far below its limits even with several instances. */
const comparedAtOnce = 4

/**
 * Job: a lost webhook neither costs a payer their access nor leaves access unpaid for long. Compares the first batches itself;
 * further ones are jobs for all instances.
 */
export async function reconcilePayments(context: Context): Promise<void> {
  const { db, payments, log } = context
  const pages = { checkouts: listUnfinishedAfter, subscriptions: listRunningAfter }
  for (const kind of ['checkouts', 'subscriptions'] as const) {
    const page = (after: string) => pages[kind](db, payments.provider, { after, limit: batchSize })
    const queue = (ids: readonly string[]) =>
      addJob(db, 'reconcile-batch', { kind, ids }, { key: `reconcile:${ids[0]}`, maxAttempts: 6, canWait: true })
    const first = await page('')
    let ids = first
    while (ids.length === batchSize) {
      ids = await page(ids.at(-1) ?? '')
      if (ids.length > 0) await queue(ids)
    }
    // Tried again by itself: a repetition of this job would queue the further batches again.
    await reconcileBatch(context, { kind, ids: first }).catch((error: unknown) => {
      log.warn({ err: error }, `the first ${kind} could not be compared, and are compared again`)
      return queue(first)
    })
  }
  const outcomes = await Promise.allSettled([reconcileDisputes(context), reconcileRefunds(context)])
  const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
}

/** Banks send a refund back within about a month. Read again every night, because nothing says when that happens. */
const refundsReadMs = 35 * 86_400_000

/** Finds refunds, and refunds that came back, whose event was lost. One failure doesn't keep the others from it. */
async function reconcileRefunds(context: Context): Promise<void> {
  const { db, payments } = context
  const since = Math.floor((context.clock().getTime() - refundsReadMs) / 1000)
  const failures: unknown[] = []
  for (const { chargeId, refunded } of await payments.listRefundedSince(since)) {
    const stored = await findRefundedOfCharge(db, chargeId)
    // Erased accounts, and payments made elsewhere with the same account at the provider.
    if (stored === null || stored.refunded === refunded) continue
    const reads = { refundsOf: chargeId }
    await syncSubscription(context, stored.subscriptionId, null, reads).catch(
      (error: unknown) => void failures.push(error),
    )
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be compared`)
}

/** Job: one failure doesn't keep the others from being compared; a retry repeats the batch. */
export async function reconcileBatch(context: Context, { kind, ids }: Batch): Promise<void> {
  const failures: unknown[] = []
  const compare = kind === 'checkouts' ? reconcileCheckout : syncSubscription
  const waiting = [...ids]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      await compare(context, id).catch((error: unknown) => void failures.push(error))
  }
  await Promise.all(Array.from({ length: comparedAtOnce }, work))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be compared`)
}

const reconcileCheckout = async (context: Context, id: string): Promise<void> => {
  const { db, payments } = context
  const checkout = await findUnfinished(db, id)
  if (!checkout || checkout.sessionId === null) return
  try {
    if (checkout.status === 'replaced') await payments.expireCheckout(checkout.sessionId)
  } finally {
    await syncCheckout(context, checkout.sessionId)
  }
}

/** Job: reminds learners once, when their trial ends within two days. */
export async function remindOfTrialEnds(context: Context): Promise<void> {
  const now = context.clock()
  const until = new Date(now.getTime() + trialReminderSeconds * 1000)
  const failures: unknown[] = []
  for (const id of await listEndingTrials(context.db, context.payments.provider, now, until))
    await remindOfTrialEnd(context, id, now).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} trials could not be checked`)
}

/** Asks the provider first, so that a canceled trial gets no reminder. */
const remindOfTrialEnd = async (context: Context, id: string, now: Date): Promise<void> => {
  await syncSubscription(context, id)
  await inTransaction(context.db, async (tx) => {
    const trial = await markTrialReminded(tx, id, now)
    if (trial) await queueTrialEnding(tx, context, trial)
  })
}

/**
 * Job: paid periods run to their end, and nothing more is charged. A closing stays queued until the provider has confirmed it,
 * even if the owner has restored the account.
 */
export async function closeBilling(context: Context): Promise<void> {
  const failures: unknown[] = []
  for (const closing of await listClosings(context.db))
    await closeBillingOf(context, closing).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `billing of ${failures.length} accounts could not be ended`)
}

const closeBillingOf = async (context: Context, closing: Closing): Promise<void> => {
  const { db, payments } = context
  for (const customerId of await listLeaversCustomers(db, closing.userId))
    for (const { sessionId, registrationId } of await listUnfinishedOf(db, customerId, payments.provider)) {
      // A registration's checkout may belong to a stranger, who must not learn that the account is deleted. If paid, it is refunded.
      if (sessionId === null || registrationId !== null) continue
      await payments.expireCheckout(sessionId)
      await syncCheckout(context, sessionId)
    }
  const failures: unknown[] = []
  for (const subscriptionId of await listClosingSubscriptions(db, closing)) {
    try {
      await endBilling(context, { userId: closing.userId, subscriptionId })
      // Once: an owner who has come back may renew it while another one can't be ended yet.
      await noteClosed(db, closing, subscriptionId)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} plans could not be ended`)
  await deleteClosing(db, closing)
}

/** The provider would retry an overdue payment until the period ends, so an unpaid subscription ends immediately. */
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

export async function changeCustomerEmail({ db, payments }: Context, { userId }: { userId: string }): Promise<void> {
  const payer = await findPayer(db, userId)
  if (!payer) return
  await moveCustomer(db, userId, payer.email)
  for (const customerId of await listProviderCustomers(db, userId, payments.provider))
    await payments.changeCustomerEmail(customerId, payer.email)
}

/** As long as an onboarding is kept, and three times as long as a provider can resend an event. */
const keptMs = 90 * 86_400_000
/** A card's trial is remembered for two years. */
const trialKeptMs = 730 * 86_400_000

export async function purgeCheckouts({ db, clock, log }: Context): Promise<void> {
  const before = new Date(clock().getTime() - keptMs)
  const removed = await deleteIdleCustomers(db, before)
  await deleteOldEvents(db, before)
  await deleteOldTrialCards(db, new Date(clock().getTime() - trialKeptMs))
  if (removed > 0) log.info({ removed }, 'removed customers who never paid')
}
