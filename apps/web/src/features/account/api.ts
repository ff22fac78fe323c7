import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

/** Whether support may look. Asked again while it may, so that the learner sees when it begins and that it ended. */
export const supportViewQuery = queryOptions({
  queryKey: ['support-view'],
  queryFn: ({ signal }) => call('GET /api/product-user/support-view', { signal }),
  refetchInterval: ({ state }) => (state.data?.view ? 15_000 : false),
})

/** The wording of the consent is in the interface language. */
export function marketingConsentQuery(language: string) {
  return queryOptions({
    queryKey: ['marketing-consent', language],
    queryFn: ({ signal }) => call('GET /api/product-user/marketing-consent', { signal }),
  })
}
