import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

/** The languages of the interface. They change only with a release. */
export const localesQuery = queryOptions({
  queryKey: ['locales'],
  queryFn: ({ signal }) => call('GET /api/i18n/locales', { signal }),
  staleTime: Infinity,
  refetchOnReconnect: false,
})

/** The wording of the consent is in the interface language. */
export function marketingConsentQuery(language: string) {
  return queryOptions({
    queryKey: ['marketing-consent', language],
    queryFn: ({ signal }) => call('GET /api/product-user/marketing-consent', { signal }),
  })
}
