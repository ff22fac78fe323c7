import { queryOptions } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { readOrKept } from './kept-reads.ts'

export const learnerQuery = queryOptions({
  queryKey: ['learner'],
  queryFn: ({ client, queryKey, signal }) =>
    readOrKept({ client, queryKey }, () => call('GET /api/product-user/me', { signal })),
})

/** Newest first. Not kept on the device: a stale answer could sign out a learner who has paid since. */
export function subscriptionQuery(email: string) {
  return queryOptions({
    queryKey: ['subscription', email],
    queryFn: ({ signal }) => call('GET /api/user-subscription', { query: { email }, signal }),
  })
}

/** The learner's streak, by the calendar of this device's time zone. */
export const streakQuery = queryOptions({
  queryKey: ['streak'],
  queryFn: ({ client, queryKey, signal }) =>
    readOrKept({ client, queryKey }, () => call('GET /api/product-user/streak', { signal })),
})
