import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'

/** A course's skill check: the questions open now, and the scores. */
export function skillCheckQuery(courseId: string) {
  return queryOptions({
    queryKey: ['skill-check', courseId, interfaceLocale()],
    queryFn: ({ signal }) => call('GET /api/product-user/skill-check/{courseId}', { params: { courseId }, signal }),
  })
}

export function useSendSkillCheck(courseId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { form: 'a' | 'b'; answers: Record<string, string> }) =>
      call('POST /api/product-user/skill-check/{courseId}', { params: { courseId }, body }),
    onSuccess: (skillCheck) => client.setQueryData(skillCheckQuery(courseId).queryKey, skillCheck),
  })
}
