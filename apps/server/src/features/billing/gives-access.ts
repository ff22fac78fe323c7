import { bestStanding, serverGraceSeconds, type SubscriptionFacts } from '@kitewise/rules/subscription-access'

/** Whether one of a learner's stored subscriptions gives access to lessons now, with the server's grace. */
export const givesAccess = (subscriptions: readonly SubscriptionFacts[], now: Date): boolean =>
  bestStanding(subscriptions, now.getTime() / 1000, serverGraceSeconds) === 'granted'
