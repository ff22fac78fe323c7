import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

/** What the learner can get back, as computed by the server. */
export const moneyBackQuery = queryOptions({
  queryKey: ['money-back'],
  queryFn: ({ signal }) => call('GET /api/user-subscription/money-back', { signal }),
})

const daySeconds = 86_400

/** The last whole day, in Unix seconds, for display: the server's deadline reaches a few hours into the next day. */
export function lastDayOf({ until }: { until: number }): number {
  return until - daySeconds
}
