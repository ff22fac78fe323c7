/**
 * Who may learn. A subscription gives access while it is active or trialing and its period has not ended.
 * When a renewal payment fails (past_due), the learner keeps access for three days to put it right.
 */
export type SubscriptionFacts = {
  /** The payment provider's word. */
  status: string
  /** Unix seconds. */
  currentPeriodEnd: number
  /** Unix seconds of the failed renewal; where it is not known, the period end is taken. */
  pastDueSince?: number | null
}

export type SubscriptionStanding = 'granted' | 'expired' | 'inactive'

export const pastDueSeconds = 3 * 86_400

/** The server lets a period end this much later than written, so that a renewal in progress signs nobody out. */
export const serverGraceSeconds = 3_600

/**
 * @param now Unix seconds
 * @param graceSeconds added to the period end; the app uses 0, the server `serverGraceSeconds`
 */
export const standingOf = (subscription: SubscriptionFacts, now: number, graceSeconds = 0): SubscriptionStanding => {
  const { status, currentPeriodEnd, pastDueSince } = subscription
  if (status === 'active' || status === 'trialing') return now < currentPeriodEnd + graceSeconds ? 'granted' : 'expired'
  if (status === 'past_due') return now < (pastDueSince ?? currentPeriodEnd) + pastDueSeconds ? 'granted' : 'expired'
  return 'inactive'
}

/** The best standing that any of the subscriptions gives; `inactive` when there is none. */
export const bestStanding = (
  subscriptions: readonly SubscriptionFacts[],
  now: number,
  graceSeconds = 0,
): SubscriptionStanding => {
  const standings = new Set(subscriptions.map((subscription) => standingOf(subscription, now, graceSeconds)))
  if (standings.has('granted')) return 'granted'
  return standings.has('expired') ? 'expired' : 'inactive'
}
