import type { IntervalUnit } from '../port.ts'
import { periodEnd } from './period-end.ts'

/** A subscription in the embedded provider's books. */
export type EmbeddedSubscription = {
  id: string
  reference: string
  customerId: string
  productId: string
  status: 'trialing' | 'active' | 'past_due' | 'canceled'
  cancelAtPeriodEnd: boolean
  billingAnchor: Date
  currentPeriodEnd: Date
  trialEnd: Date | null
  pastDueSince: Date | null
  amount: number
  currency: string
  interval: IntervalUnit
  intervalCount: number
  cardBrand: string
  cardLast4: string
  cardEndsAt: Date
  cardFingerprint: string | null
}

/** A renewal that fails is given up, and the subscription ended, after this many days. */
const givenUpAfterMs = 14 * 86_400_000

/**
 * What the clock has made of a subscription. At the end of a trial or period it ends, when that was asked for, or is charged for the
 * next one: with a card that is still good it goes on, with one that has run out it is past due from that moment.
 * @returns every state it went through, oldest first; none when nothing was due
 */
export const advanceSubscription = (subscription: EmbeddedSubscription, now: Date): EmbeddedSubscription[] => {
  const next = nextState(subscription, now)
  return next ? [next, ...advanceSubscription(next, now)] : []
}

const nextState = (subscription: EmbeddedSubscription, now: Date): EmbeddedSubscription | null => {
  const { status, currentPeriodEnd: due, pastDueSince } = subscription
  if (status === 'canceled') return null
  if (status === 'past_due') {
    const isGivenUp = pastDueSince !== null && now.getTime() >= pastDueSince.getTime() + givenUpAfterMs
    return isGivenUp ? { ...subscription, status: 'canceled', pastDueSince: null } : null
  }
  if (now < due) return null
  if (subscription.cancelAtPeriodEnd) return { ...subscription, status: 'canceled' }
  const billingAnchor = status === 'trialing' ? due : subscription.billingAnchor
  const renewed = { ...subscription, billingAnchor, currentPeriodEnd: periodEnd(billingAnchor, due, subscription) }
  const isPaid = due < subscription.cardEndsAt
  return isPaid ? { ...renewed, status: 'active' } : { ...renewed, status: 'past_due', pastDueSince: due }
}
