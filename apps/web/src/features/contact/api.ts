import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

/** The form waits no longer than this to learn who is signed in. */
const longestWaitMs = 3_000

/** Whose session it is, to prefill the support form. @param sessionNumber of this page */
export function senderQuery(sessionNumber: number) {
  return queryOptions({
    queryKey: ['sender', sessionNumber],
    queryFn: () => call('GET /api/product-user/me', { signal: AbortSignal.timeout(longestWaitMs) }),
    retry: false,
  })
}
