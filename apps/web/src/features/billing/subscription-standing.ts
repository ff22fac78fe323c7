import type { Subscription } from '@kitewise/contract/entities'
import { serverGraceSeconds, standingOf } from '@kitewise/rules/subscription-access'

/** The state of a subscription, as the screen words it. */
export type Standing =
  | 'trialing'
  | 'trialEnding'
  | 'active'
  | 'ending'
  | 'pastDue'
  | 'pastDueEnding'
  | 'canceled'
  | 'inactive'

const ifEnding: Partial<Record<Standing, Standing>> = {
  trialing: 'trialEnding',
  active: 'ending',
  pastDue: 'pastDueEnding',
}

const ofStatus: Record<string, Standing> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'pastDue',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
}

/** @param now Unix seconds. A period that is over has ended what was to end with it, whatever the provider has said by now. */
export function shownStanding(subscription: Subscription, now: number): Standing {
  const { status, cancel_at_period_end: isEnding } = subscription
  const standing = ofStatus[status] ?? 'inactive'
  const end = periodEndOf(subscription)
  if (isEnding && end <= now) return 'canceled'
  if ((standing === 'active' || standing === 'trialing') && end + serverGraceSeconds <= now) return 'inactive'
  return isEnding ? (ifEnding[standing] ?? standing) : standing
}

/** When the paid period or the trial ends, in Unix seconds. */
export function periodEndOf({ items, current_period_end }: Subscription): number {
  return items.data[0]?.current_period_end ?? current_period_end
}

const hasEnded = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

/**
 * The one that gives access, else one that still runs, else the newest.
 * @param subscriptions newest first
 * @param now Unix seconds
 */
export function chooseSubscription(subscriptions: readonly Subscription[], now: number): Subscription | null {
  return (
    subscriptions.find((subscription) => givesAccess(subscription, now)) ??
    subscriptions.find((subscription) => !hasEnded(subscription)) ??
    subscriptions[0] ??
    null
  )
}

/** @param now Unix seconds */
export function givesAccess({ status, current_period_end }: Subscription, now: number): boolean {
  return standingOf({ status, currentPeriodEnd: current_period_end }, now) === 'granted'
}
