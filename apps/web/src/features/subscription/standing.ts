import type { Subscription } from '@kitewise/contract/entities'

/** How a subscription stands, in the words that the screen has for it. */
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

export const standingOf = ({ status, cancel_at_period_end: isEnding }: Subscription): Standing => {
  const standing = ofStatus[status] ?? 'inactive'
  return isEnding ? (ifEnding[standing] ?? standing) : standing
}

/** Unix seconds at which the paid time or the trial ends. */
export const periodEndOf = ({ items, current_period_end }: Subscription): number =>
  items.data[0]?.current_period_end ?? current_period_end
