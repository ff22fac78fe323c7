/** Access while active or trialing, and for three days after a failed renewal (docs/product.md R1-R3). */
export type SubscriptionFacts = {
  /** The payment provider's status. */
  status: string
  /** Unix seconds. */
  currentPeriodEnd: number
  /** Unix seconds of the failed renewal; defaults to the period end. */
  pastDueSince?: number | null
}

export type SubscriptionStanding = 'granted' | 'expired' | 'inactive'

export const pastDueSeconds = 3 * 86_400

/** Keeps learners signed in while a renewal is in progress. */
export const serverGraceSeconds = 3_600

/** `now` is Unix seconds. `graceSeconds` is 0 in the app and `serverGraceSeconds` on the server. */
export function standingOf(subscription: SubscriptionFacts, now: number, graceSeconds = 0): SubscriptionStanding {
  const { status, currentPeriodEnd, pastDueSince } = subscription
  if (status === 'active' || status === 'trialing') return now < currentPeriodEnd + graceSeconds ? 'granted' : 'expired'
  if (status === 'past_due') return now < (pastDueSince ?? currentPeriodEnd) + pastDueSeconds ? 'granted' : 'expired'
  return 'inactive'
}

export function bestStanding(
  subscriptions: readonly SubscriptionFacts[],
  now: number,
  graceSeconds = 0,
): SubscriptionStanding {
  const standings = new Set(subscriptions.map((subscription) => standingOf(subscription, now, graceSeconds)))
  if (standings.has('granted')) return 'granted'
  return standings.has('expired') ? 'expired' : 'inactive'
}
