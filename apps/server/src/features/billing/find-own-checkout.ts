import type { CheckoutStatus } from '@kitewise/contract/billing-entities'
import type { Context } from '../../context.ts'
import { listCheckoutsOf } from './checkout-queries.ts'
import { syncCheckout } from './sync-checkout.ts'

/**
 * What has become of a learner's own checkout, by the provider's word. Reads only: access comes from the stored subscription.
 * @param sessionId null for the one that was paid last, or else begun last
 * @returns null when the learner has no such checkout
 */
export const findOwnCheckout = async (
  context: Context,
  userId: string,
  sessionId: string | null,
): Promise<CheckoutStatus | null> => {
  const find = async () => {
    const own = await listCheckoutsOf(context.db, userId)
    return sessionId === null ? own[0] : own.find((checkout) => checkout.sessionId === sessionId)
  }
  const before = await find()
  if (!before?.sessionId) return null
  if (before.status === 'open' || before.status === 'replaced') await syncCheckout(context, before.sessionId)
  const status = (await find())?.status ?? null
  return status === 'replaced' ? 'open' : status
}
