import { type PaymentEvent, PaymentsUnavailable, type ProviderSubscription } from '../../adapters/payments/port.ts'
import { readSeatReference } from '../../adapters/payments/seats/port.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inTransaction } from '../../database/transaction.ts'
import { addJob } from '../../platform/add-job.ts'
import { queueRefusal } from './billing-mails.ts'
import { closeSession } from './checkouts.sql.ts'
import { listDisputedCharges } from './disputes.sql.ts'
import { insertEvent } from './payment-events.sql.ts'
import { isPaymentSettled, noteUnrefunded } from './payments.sql.ts'
import { type StoreOutcome, storeProviderSubscription } from './store-provider-subscription.ts'
import {
  findRevision,
  hasEnded,
  listOthers,
  markRefused,
  type RefusalReason,
  settleRefusal,
} from './subscriptions.sql.ts'

/** Concurrent writes to one subscription are rare; this many in a row are a bug. */
const mostReadings = 8

/**
 * `payments`: reads them even if nothing says that they changed. Of one payment, as `ProviderPayment.chargeId`: `disputesOf`: also its
 * disputes; `refundsOf`: a refund of it may have come back.
 */
type Reads = 'changes' | 'payments' | { disputesOf: string } | { refundsOf: string }

/**
 * Fetches outside the transaction, and again if another process has stored the subscription since: older data never overwrites
 * newer data. `event` is recorded once, in the same transaction. Stores nothing when it throws PaymentsUnavailable.
 */
export async function syncSubscription(
  context: Context,
  subscriptionId: string,
  event: PaymentEvent | null = null,
  reads: Reads = 'changes',
): Promise<void> {
  let areOthersRead = false
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const outcome = await readAndStore(context, subscriptionId, { event, reads })
    if (outcome === 'outdated') continue
    if (outcome === 'replaces' || (outcome === 'second' && !areOthersRead)) {
      // What is stored of the others may be old: the learner may have paid, or ended them.
      await settleOthers(context, subscriptionId, areOthersRead ? 'end' : 'read')
      areOthersRead = true
      continue
    }
    if (outcome === 'foreign') context.log.warn({ subscriptionId }, 'ignored a subscription that was not started here')
    else if (outcome !== 'stored' && outcome !== 'known')
      await refuseSubscription(context, { subscriptionId, reason: outcome, event })
    return
  }
  throw new PaymentsUnavailable('a subscription kept changing while it was read')
}

const readAndStore = async (
  context: Context,
  subscriptionId: string,
  { event, reads }: { event: PaymentEvent | null; reads: Reads },
): Promise<StoreOutcome> => {
  const revisionBefore = await findRevision(context.db, subscriptionId)
  const current = await context.payments.getSubscription(subscriptionId)
  const isWanted = current && (reads !== 'changes' || (await mayHaveNewPayments(context, current, event)))
  const payments = isWanted ? await context.payments.listPayments(current) : []
  const charges = isWanted ? await listDisputedCharges(context.db, subscriptionId) : []
  if (event?.chargeId) charges.push(event.chargeId)
  if (typeof reads === 'object' && 'disputesOf' in reads) charges.push(reads.disputesOf)
  const disputes = (await Promise.all([...new Set(charges)].map((id) => context.payments.listDisputes(id)))).flat()
  const refundsOf = typeof reads === 'object' && 'refundsOf' in reads ? reads.refundsOf : null
  const returned = event?.isRefundReturned ? event.chargeId : refundsOf
  return inTransaction(context.db, async (tx) => {
    if (current && readSeatReference(current.reference) !== null) return orderContractReading(tx, current.id, event)
    if (current)
      return storeProviderSubscription(tx, context, { current, payments, disputes, returned, revisionBefore, event })
    if (event) await insertEvent(tx, event)
    return 'foreign'
  })
}

/** An organization's contract is stored by its feature, which reads it once more. */
const orderContractReading = async (tx: Tx, providerId: string, event: PaymentEvent | null): Promise<StoreOutcome> => {
  if (event) await insertEvent(tx, event)
  await addJob(tx, 'read-contract', { providerId }, { key: `read-contract:${providerId}` })
  return 'stored'
}

/** Reconciliation asks for payments only when an event was lost. */
const mayHaveNewPayments = async (
  { db }: Context,
  { latestPaymentId }: ProviderSubscription,
  event: PaymentEvent | null,
): Promise<boolean> =>
  event?.concernsPayment === true || (latestPaymentId !== null && !(await isPaymentSettled(db, latestPaymentId)))

/** `end` also cancels them at the provider. */
const settleOthers = async (context: Context, subscriptionId: string, work: 'read' | 'end'): Promise<void> => {
  const { db, payments } = context
  for (const { id, provider, status } of await listOthers(db, subscriptionId)) {
    if (provider !== payments.provider || hasEnded({ status })) continue
    if (work === 'end') await payments.cancelNow(id)
    await syncSubscription(context, id)
  }
}

/** Refunds first. After a crash in between, the next sync does both again. A refund that is refused for good doesn't keep it running. */
const refuseSubscription = async (
  context: Context,
  refused: { subscriptionId: string; reason: RefusalReason; event: PaymentEvent | null },
): Promise<void> => {
  const { db, payments, log } = context
  const { subscriptionId, reason, event } = refused
  const userId = await inTransaction(db, async (tx) => {
    const owner = await markRefused(tx, subscriptionId, reason)
    await queueRefusal(tx, context, { ...owner, subscriptionId, reason })
    return owner.userId
  })
  log.info({ subscriptionId, reason }, 'subscription refused; refunding its payments')
  const outcome = await payments.refundAll(subscriptionId)
  await payments.cancelNow(subscriptionId)
  await inTransaction(db, async (tx) => {
    await settleRefusal(tx, subscriptionId, context.clock())
    // Somebody has to pay it back another way, unless the bank has taken it already: staff get a mail.
    if (outcome === 'refused') await noteUnrefunded(tx, { userId, subscriptionId })
  })
  await syncSubscription(context, subscriptionId, event, 'payments')
}

export async function syncCheckout(
  context: Context,
  sessionId: string,
  event: PaymentEvent | null = null,
): Promise<void> {
  const checkout = await context.payments.getCheckout(sessionId)
  if (checkout?.status === 'complete' && checkout.subscriptionId !== null)
    return syncSubscription(context, checkout.subscriptionId, event)
  await inTransaction(context.db, async (tx) => {
    if (event && !(await insertEvent(tx, event))) return
    if (checkout?.status !== 'open') await closeSession(tx, sessionId)
  })
}
