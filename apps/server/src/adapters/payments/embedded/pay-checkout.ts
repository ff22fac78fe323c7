import type { Db } from '../../../database/connect.ts'
import { inTransaction } from '../../../database/transaction.ts'
import type { CardInput, PayOutcome, Plan } from '../port.ts'
import type { EmbeddedSubscription } from './advance-subscription.ts'
import { cardFingerprint } from './card-fingerprint.ts'
import { checkCard, type Card } from './check-card.ts'
import { newId } from './new-id.ts'
import { periodEnd } from './period-end.ts'
import { closeCheckout, findCheckout, saveSubscription } from './queries.ts'
import { recordEvent } from './record-event.ts'

type Payable = { reference: string | null; customerId: string; productId: string; trialDays: number }

const day = 86_400_000

/**
 * Pays an open checkout with a test card and begins its subscription; of several payments at once one does.
 * @param payment.secret for the card's fingerprint
 */
export const payCheckout = (
  db: Db,
  plans: readonly Plan[],
  payment: { sessionId: string; card: CardInput; now: Date; secret: string },
): Promise<PayOutcome | null> =>
  inTransaction(db, async (tx) => {
    const { sessionId, now } = payment
    const checkout = await findCheckout(tx, sessionId, now, 'forUpdate')
    if (!checkout) return null
    if (checkout.status !== 'open') return { status: checkout.status }
    const checked = checkCard(payment.card, now)
    if ('refused' in checked) return checked
    const plan = plans.find(({ productId }) => productId === checkout.productId)
    if (!plan) return { status: 'expired' }
    const fingerprint = cardFingerprint(payment.secret, checked.card.number)
    const subscription = { ...beginSubscription(checkout, plan, checked.card, now), cardFingerprint: fingerprint }
    await saveSubscription(tx, subscription)
    await closeCheckout(tx, sessionId, 'complete', subscription.id)
    await recordEvent(tx, 'subscription.created', { subscriptionId: subscription.id })
    await recordEvent(tx, 'checkout.completed', { sessionId, subscriptionId: subscription.id })
    return { status: 'complete' }
  })

const beginSubscription = (
  checkout: Payable,
  plan: Plan,
  card: Card,
  now: Date,
): Omit<EmbeddedSubscription, 'cardFingerprint'> => {
  const trialEnd = checkout.trialDays > 0 ? new Date(now.getTime() + checkout.trialDays * day) : null
  return {
    id: newId('sub'),
    reference: checkout.reference ?? '',
    customerId: checkout.customerId,
    productId: plan.productId,
    status: trialEnd ? 'trialing' : 'active',
    cancelAtPeriodEnd: false,
    billingAnchor: trialEnd ?? now,
    currentPeriodEnd: trialEnd ?? periodEnd(now, now, plan),
    trialEnd,
    pastDueSince: null,
    amount: plan.amount,
    currency: plan.currency,
    interval: plan.interval,
    intervalCount: plan.intervalCount,
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardEndsAt: card.endsAt,
  }
}
