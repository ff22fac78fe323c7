import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'

/**
 * Not refetched in between: that would replace the task being answered. An empty practice is, when the learner returns,
 * because days pass. Unsent activity is sent first: it determines the list.
 */
export function reviewQuery(userId: string) {
  return queryOptions({
    queryKey: ['review', interfaceLocale()],
    queryFn: async ({ signal }) => {
      // A failed send must not block the practice.
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
}
