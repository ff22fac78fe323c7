import { queryOptions } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { readOrKept } from './kept-reads.ts'

/** The learner's days in a row, by the calendar of where this device is. */
export const streakQuery = queryOptions({
  queryKey: ['streak'],
  queryFn: ({ queryKey, signal }) => readOrKept(queryKey, () => call('GET /api/product-user/streak', { signal })),
})
