import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'

/**
 * The practice of today. It is asked for when the screen is opened and when the list is through, not in between: somebody who answers
 * is not to find another task in its place. A screen with nothing to do looks again when it is come back to, since days pass.
 */
export const reviewQuery = () =>
  queryOptions({
    queryKey: ['review', interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/product-user/review', { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: ({ state }) => (state.data?.items.length === 0 ? 'always' : false),
  })
