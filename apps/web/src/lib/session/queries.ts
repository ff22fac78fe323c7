import { queryOptions } from '@tanstack/react-query'
import { call } from '../api-client.ts'

/** The signed-in user. */
export const learnerQuery = queryOptions({
  queryKey: ['learner'],
  queryFn: ({ signal }) => call('GET /api/product-user/me', { signal }),
})

/** The user's subscriptions, newest first. */
export const subscriptionQuery = (email: string) =>
  queryOptions({
    queryKey: ['subscription', email],
    queryFn: ({ signal }) => call('GET /api/user-subscription', { query: { email }, signal }),
  })
