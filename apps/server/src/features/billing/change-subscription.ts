import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  type Change,
  findOpenChange,
  insertChange,
  lockForChange,
  saveRenewal,
  settleChange,
  settleChanges,
  type Wish,
} from './subscription-changes.sql.ts'
import { findSubscriptions, hasEnded, saveEnd, type ShownSubscription } from './subscriptions.sql.ts'
import { syncSubscription } from './sync-with-provider.ts'

/**
 * Ends a learner's subscription with its period, so that access stays until then. Saying it again changes nothing. A subscription
 * that no provider knows is ended in our books, which is all there is of it.
 * @throws PaymentsUnavailable when the provider does not answer; saying it again goes on with the same key
 */
export const cancelSubscription = (context: Context, place: Place): Promise<Result<ShownSubscription>> =>
  changeRenewal(context, place, 'cancel')

/** Takes a scheduled cancellation back, with the same rules; what has ended stays so. */
export const resumeSubscription = (context: Context, place: Place): Promise<Result<ShownSubscription>> =>
  changeRenewal(context, place, 'resume')

const changeRenewal = async (context: Context, place: Place, wish: Wish): Promise<Result<ShownSubscription>> => {
  const own = await findOwnSubscription(context, place)
  if (!own) return refuse('subscription_not_found')
  if (!hasEnded(own)) {
    if (isProvidersOwn(context, own)) await askProvider(context, await beginChange(context, { ...place, wish }))
    else await saveRenewal(context.db, own.id, wish)
  }
  const changed = await findOwnSubscription(context, place)
  if (!changed) return refuse('subscription_not_found')
  return wish === 'resume' && hasEnded(changed) ? refuse('subscription_ended') : ok(changed)
}

const askProvider = async (context: Context, change: Change): Promise<void> => {
  const { payments, db, clock } = context
  const { subscriptionId, id, wish } = change
  try {
    if (wish === 'cancel') await payments.cancelAtPeriodEnd(subscriptionId, id)
    else await payments.resume(subscriptionId, id)
  } catch (error) {
    const isAnswered = !(error instanceof PaymentsUnavailable) || error.isAnswered
    if (isAnswered) await settleChange(db, change, clock())
    throw error
  }
  await settleChange(db, change, clock())
  await syncSubscription(context, subscriptionId)
}

/**
 * Opens the provider's page for changing the card of a learner's subscription.
 * @throws PaymentsUnavailable when the provider does not answer
 */
export const openCardPage = async (context: Context, place: Place): Promise<Result<{ url: string }>> => {
  const { payments, config } = context
  const own = await findOwnSubscription(context, place)
  if (!own) return refuse('subscription_not_found')
  if (hasEnded(own)) return refuse('subscription_ended')
  if (own.provider !== payments.provider || own.providerCustomerId === null) return refuse('card_not_changeable')
  const url = await payments.openCardPage({
    subscriptionId: own.id,
    customerId: own.providerCustomerId,
    returnUrl: `${config.publicUrl}/subscription`,
    changedUrl: `${config.publicUrl}/subscription?card=changed`,
  })
  return ok({ url })
}

/**
 * Reads a learner's subscription again from the provider, with the card that was given on its page. Where no provider knows it, it is
 * as it is.
 * @throws PaymentsUnavailable when the provider does not answer
 */
export const refreshSubscription = async (context: Context, place: Place): Promise<Result<ShownSubscription>> => {
  const { payments } = context
  const own = await findOwnSubscription(context, place)
  if (own && own.provider === payments.provider) {
    await payments.adoptCard(own.id)
    await syncSubscription(context, own.id)
  }
  const fresh = await findOwnSubscription(context, place)
  return fresh ? ok(fresh) : refuse('subscription_not_found')
}

/**
 * Ends a learner's subscription now; one that has ended stays so. One that no provider knows is ended in our books.
 * @throws PaymentsUnavailable when the provider does not answer; saying it again goes on
 */
export const endAtOnce = async (context: Context, place: Place): Promise<void> => {
  const own = await findOwnSubscription(context, place)
  if (!own || hasEnded(own)) return
  if (!isProvidersOwn(context, own)) return saveEnd(context.db, own.id, context.clock())
  await context.payments.cancelNow(own.id)
  await syncSubscription(context, own.id)
}

/** As long as providers are sure to remember an idempotency key. */
const keyGoodMs = 24 * 3_600_000

/**
 * Stores a wish before the provider is asked. The same wish without an answer yet keeps its key; another wish takes its place, so that
 * a key never brings back the answer to a question of before.
 */
const beginChange = (context: Context, wanted: Omit<Change, 'id'>): Promise<Change> =>
  inTransaction(context.db, async (tx) => {
    const now = context.clock()
    await lockForChange(tx, wanted.subscriptionId)
    const open = await findOpenChange(tx, wanted, new Date(now.getTime() - keyGoodMs))
    if (open !== null) return { ...wanted, id: open }
    await settleChanges(tx, wanted.subscriptionId, now)
    const change = { ...wanted, id: context.newId() }
    await insertChange(tx, change, now)
    return change
  })

/** Whose and which; the id may be anything that somebody sent. */
type Place = { userId: string; subscriptionId: string }

const form = /^sub_[A-Za-z0-9]{8,64}$/

/** The learner's own subscription; null for a foreign, unknown or impossible id, which no provider then hears of. */
export const findOwnSubscription = async (
  { db }: Context,
  { userId, subscriptionId }: Place,
): Promise<ShownSubscription | null> => {
  if (!form.test(subscriptionId)) return null
  const [subscription] = await findSubscriptions(db, userId, subscriptionId)
  return subscription ?? null
}

/**
 * Whether the provider that is configured keeps this subscription. False where none does.
 * @throws PaymentsUnavailable when it is kept by a real provider that is not configured now: it would go on taking money
 */
const isProvidersOwn = ({ payments }: Context, { provider }: ShownSubscription): boolean => {
  if (provider === payments.provider) return true
  if (provider === 'stripe') throw new PaymentsUnavailable('the provider of this subscription is not configured')
  return false
}
