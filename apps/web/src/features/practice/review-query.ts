import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'

/**
 * Today's practice. Fetched when the screen opens and when the list is finished, not in between, because a refetch
 * would replace the task that the learner is answering. An empty practice is fetched again when the learner returns to
 * the screen, because days pass. Unsent activity is sent first, because it determines the list.
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
