import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

/** Whether, when and how the learner wants to be reminded. */
export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }) => call('GET /api/product-user/reminders', { signal }),
})
