import type { SubscriptionFacts } from '@kitewise/rules/subscription-access'

/** A learner's row. The PIN hash is null until the learner has set a PIN. */
export type StoredUser = { id: string; email: string; username: string; lang: string; pinHash: string | null }

export type LoginUser = StoredUser & {
  /** Active, or deleted so lately that a sign-in undoes it. */
  maySignIn: boolean
  deviceIsKnown: boolean
}

export type SessionUser = {
  sessionId: string
  userId: string
  /** The PIN was given a short time ago. */
  isFresh: boolean
  lang: string
  /** The row's last use is so old that it is written again. */
  isUseOutdated: boolean
  /** What was paid for, in no order. */
  subscriptions: SubscriptionFacts[]
}
