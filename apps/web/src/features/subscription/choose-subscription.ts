import type { Subscription } from '@kitewise/contract/entities'
import { standingOf } from '@kitewise/rules/subscription-access'

const hasEnded = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired'

/**
 * The subscription to show of all that a learner ever had: the one that gives access, else one that still runs, else the newest.
 * @param subscriptions newest first
 * @param now Unix seconds
 */
export const chooseSubscription = (subscriptions: readonly Subscription[], now: number): Subscription | null =>
  subscriptions.find((subscription) => givesAccess(subscription, now)) ??
  subscriptions.find((subscription) => !hasEnded(subscription)) ??
  subscriptions[0] ??
  null

/** @param now Unix seconds */
export const givesAccess = ({ status, current_period_end }: Subscription, now: number): boolean =>
  standingOf({ status, currentPeriodEnd: current_period_end }, now) === 'granted'
