import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'

/**
 * The practice of today. It is asked for when the screen is opened and when the list is through, not in between: somebody who answers
 * is not to find another task in its place. A screen with nothing to do looks again when it is come back to, since days pass.
 * What was learned a moment ago is sent first, since it makes the list.
 */
export const reviewQuery = (userId: string) =>
  queryOptions({
    queryKey: ['review', interfaceLocale()],
    queryFn: async ({ signal }) => {
      // What cannot be sent now does not keep the practice away.
      await outboxOf(userId)
        .flush()
        .catch(() => false)
      return call('GET /api/product-user/review', { signal })
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: ({ state }) => (state.data?.items.length === 0 ? 'always' : false),
  })
