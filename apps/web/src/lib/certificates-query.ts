import { queryOptions } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { readOrKept } from './kept-reads.ts'

/** The learner's certificates, newest first. */
export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ queryKey, signal }) => readOrKept(queryKey, () => call('GET /api/certificates', { signal })),
})
