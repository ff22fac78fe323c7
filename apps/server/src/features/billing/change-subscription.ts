import { PaymentsUnavailable } from '../../adapters/payments/port.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { givesAccess } from '../../platform/sessions.ts'
import { applyNewest } from './order-changes.ts'
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
import { findSubscriptions, hasEnded, hasRunOut, saveEnd, type ShownSubscription } from './subscriptions.sql.ts'
import { syncSubscription } from './sync-with-provider.ts'

/** Access continues until the period ends. Idempotent; after PaymentsUnavailable, a retry uses the same idempotency key. */
export function cancelSubscription(context: Context, place: Place): Promise<Result<ShownSubscription>> {
  return changeRenewal(context, place, 'cancel')
}

/** Follows the rules of `cancelSubscription`. An ended subscription stays ended. */
export function resumeSubscription(context: Context, place: Place): Promise<Result<ShownSubscription>> {
  return changeRenewal(context, place, 'resume')
}

const changeRenewal = async (context: Context, place: Place, wish: Wish): Promise<Result<ShownSubscription>> => {
  const own = await findOwnSubscription(context, place)
  if (!own) return refuse('subscription_not_found')
  const refusal = wish === 'resume' ? await reasonNotToRenew(context, place.userId, own) : null
  if (refusal !== null) return refuse(refusal)
  if (!hasEnded(own)) {
    if (isProvidersOwn(context, own)) await askProvider(context, await beginChange(context, { ...place, wish }))
    else await saveRenewal(context.db, own.id, wish)
  }
  const changed = await findOwnSubscription(context, place)
  if (!changed) return refuse('subscription_not_found')
  return wish === 'resume' && hasEnded(changed) ? refuse('subscription_ended') : ok(changed)
}

/** A plan whose period is over can't be kept, whatever its stored status; nor does one renew beside another that is paid for. */
const reasonNotToRenew = async (
  { db, clock }: Context,
  userId: string,
  own: ShownSubscription,
): Promise<'subscription_ended' | 'already_subscribed' | null> => {
  if (hasRunOut(own, clock())) return 'subscription_ended'
  const all = await findSubscriptions(db, userId)
  const isOther = (one: ShownSubscription) => one.id !== own.id && one.provider !== null && one.organization === null
  return all.some((one) => isOther(one) && givesAccess([one], clock())) ? 'already_subscribed' : null
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
  await applyNewest(context, change)
  await settleChange(db, change, clock())
  await syncSubscription(context, subscriptionId)
}

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

/** Reads a subscription again, with the card that was entered on the provider's page. */
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

/** Idempotent. Throws PaymentsUnavailable when the provider doesn't answer; safe to retry. */
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
 * Stores the change before the call; its id is the idempotency key. Only an unanswered change of the same kind keeps its key, so
 * that a key never returns the answer to an earlier request.
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

type Place = { userId: string; subscriptionId: string }

const form = /^sub_[A-Za-z0-9]{8,64}$/

/** Null for a foreign, unknown or malformed id, which never reaches a provider. */
export async function findOwnSubscription(
  { db }: Context,
  { userId, subscriptionId }: Place,
): Promise<ShownSubscription | null> {
  if (!form.test(subscriptionId)) return null
  const [subscription] = await findSubscriptions(db, userId, subscriptionId)
  return subscription ?? null
}

/** Throws PaymentsUnavailable when a real provider manages it that isn't configured now: it would keep charging. */
const isProvidersOwn = ({ payments }: Context, { provider }: ShownSubscription): boolean => {
  if (provider === payments.provider) return true
  if (provider === 'stripe') throw new PaymentsUnavailable('the provider of this subscription is not configured')
  return false
}
