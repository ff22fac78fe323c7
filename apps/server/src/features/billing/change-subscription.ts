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
 * Cancels a subscription at the end of its period; access continues until then. Idempotent. A subscription without a provider only
 * exists in our database and is canceled there.
 * @throws PaymentsUnavailable when the provider doesn't answer; a retry uses the same idempotency key
 */
export function cancelSubscription(context: Context, place: Place): Promise<Result<ShownSubscription>> {
  return changeRenewal(context, place, 'cancel')
}

/** Undoes a scheduled cancellation, by the same rules. An ended subscription stays ended. */
export function resumeSubscription(context: Context, place: Place): Promise<Result<ShownSubscription>> {
  return changeRenewal(context, place, 'resume')
}

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
 * Opens the provider's page for changing a subscription's card.
 * @throws PaymentsUnavailable when the provider doesn't answer
 */
export async function openCardPage(context: Context, place: Place): Promise<Result<{ url: string }>> {
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
 * Reads a subscription again from its provider, with the card that was entered on the provider's page. A subscription without a provider
 * stays as it is.
 * @throws PaymentsUnavailable when the provider doesn't answer
 */
export async function refreshSubscription(context: Context, place: Place): Promise<Result<ShownSubscription>> {
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
 * Ends a subscription immediately, at the provider or, without one, in our database. Idempotent.
 * @throws PaymentsUnavailable when the provider doesn't answer; safe to retry
 */
export async function endAtOnce(context: Context, place: Place): Promise<void> {
  const own = await findOwnSubscription(context, place)
  if (!own || hasEnded(own)) return
  if (!isProvidersOwn(context, own)) return saveEnd(context.db, own.id, context.clock())
  await context.payments.cancelNow(own.id)
  await syncSubscription(context, own.id)
}

/** Providers keep an idempotency key for at least this long. */
const keyGoodMs = 24 * 3_600_000

/**
 * Records the change before calling the provider; its id is the idempotency key. An unanswered change of the same kind keeps its key; a
 * different one gets a new key, so that a key never returns the answer to an earlier request.
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

/** The id comes from a request and is unchecked. */
type Place = { userId: string; subscriptionId: string }

const form = /^sub_[A-Za-z0-9]{8,64}$/

/** The learner's own subscription; null for a foreign, unknown or malformed id, which never reaches a provider. */
export async function findOwnSubscription(
  { db }: Context,
  { userId, subscriptionId }: Place,
): Promise<ShownSubscription | null> {
  if (!form.test(subscriptionId)) return null
  const [subscription] = await findSubscriptions(db, userId, subscriptionId)
  return subscription ?? null
}

/**
 * Whether the configured provider manages this subscription. False when no provider does.
 * @throws PaymentsUnavailable when a real provider manages it that isn't configured now: it would keep charging
 */
const isProvidersOwn = ({ payments }: Context, { provider }: ShownSubscription): boolean => {
  if (provider === payments.provider) return true
  if (provider === 'stripe') throw new PaymentsUnavailable('the provider of this subscription is not configured')
  return false
}
