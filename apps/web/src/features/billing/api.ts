import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { registration } from '../../lib/registration.ts'
import { session } from '../../lib/session/session.ts'

/** What the learner can get back, as computed by the server. */
export const moneyBackQuery = queryOptions({
  queryKey: ['money-back'],
  queryFn: ({ signal }) => call('GET /api/user-subscription/money-back', { signal }),
})

/** For a screen that may show before the profile has loaded. @param sessionNumber whose answer it is */
export function ownSubscriptionsQuery(sessionNumber: number) {
  return queryOptions({
    queryKey: ['own-subscriptions', sessionNumber],
    queryFn: ({ signal }) => call('GET /api/user-subscription', { signal }),
  })
}

/** Trials and prices depend on who asks: a learner buys as such, even with a registration in the tab. */
export function plansQuery(sessionNumber: number) {
  const isLearner = session.token() !== ''
  const registrationToken = isLearner ? undefined : registration.read()?.registrationToken
  return queryOptions({
    queryKey: ['plans', isLearner ? sessionNumber : 'visitor', registrationToken],
    queryFn: ({ signal }) =>
      call('GET /api/plans', { signal, query: registrationToken === undefined ? {} : { registrationToken } }),
  })
}

export function embeddedCheckoutQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['embedded-checkout', sessionId],
    queryFn: ({ signal }) => call('GET /api/embedded-checkout/{sessionId}', { params: { sessionId }, signal }),
  })
}

export function embeddedCardPageQuery(pageId: string) {
  return queryOptions({
    queryKey: ['embedded-card-page', pageId],
    queryFn: ({ signal }) => call('GET /api/embedded-card-page/{pageId}', { params: { pageId }, signal }),
  })
}

const daySeconds = 86_400

/** The last whole day, in Unix seconds, for display: the server's deadline reaches a few hours into the next day. */
export function lastDayOf({ until }: { until: number }): number {
  return until - daySeconds
}
