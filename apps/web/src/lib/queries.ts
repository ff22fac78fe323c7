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
    queryFn: async ({ signal }) => {
      const found = await call('GET /api/user-subscription', { query: { email }, signal })
      // The address may be an old one, changed elsewhere: what counts is what the session has.
      return found.length > 0 ? found : call('GET /api/user-subscription', { signal })
    },
  })
}

/** The learner's streak, by the calendar of this device's time zone. */
export const streakQuery = queryOptions({
  queryKey: ['streak'],
  queryFn: ({ client, queryKey, signal }) =>
    readOrKept({ client, queryKey }, () => call('GET /api/product-user/streak', { signal })),
})
