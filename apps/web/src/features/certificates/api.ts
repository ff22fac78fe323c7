import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'

/** What the learner still has to do for a certificate. Refetched, like all progress, when the outbox is empty. */
export function certificateRequirementsQuery(userId: string, courseId: string) {
  return queryOptions({
    queryKey: ['course-progress', userId, courseId, 'certificate'],
    queryFn: ({ signal }) => call('GET /api/certificates/requirements/{courseId}', { params: { courseId }, signal }),
    staleTime: 0,
  })
}
