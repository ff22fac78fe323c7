import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'
import { keepAnswer, readOrKept } from '../../lib/kept-reads.ts'
import { outboxOf, readWithUnsent } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answeredIn, withoutAnswered } from './review-walk.ts'

/**
 * Not refetched in between: that would replace the task being answered. An empty practice is, when the learner returns,
 * because days pass. Unsent activity is sent first: it determines the list. Without a connection, it is the last practice
 * that this device has seen, without what was answered since.
 */
export function reviewQuery(userId: string) {
  return queryOptions({
    queryKey: ['review', interfaceLocale()],
    queryFn: async ({ queryKey, signal }) => {
      // A failed send must not block the practice.
      await outboxOf(userId)
        .flush()
        .catch(() => false)
      return readOrKept(
        { queryKey },
        () => call('GET /api/product-user/review', { signal }),
        (read) => readWithUnsent(userId, read, (practice, writes) => withoutAnswered(practice, answeredIn(writes))),
      )
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: ({ state }) => (state.data?.items.length === 0 ? 'always' : false),
  })
}

/** Has the practice of today on this device, for when there is no connection later. */
export async function keepReview(userId: string): Promise<void> {
  const { queryKey } = reviewQuery(userId)
  const token = session.token()
  const review = await call('GET /api/product-user/review')
  // Somebody else may have signed in since.
  if (token === session.token()) await keepAnswer(queryKey, review)
}
