import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'
import { readOrKept } from '../../lib/kept-reads.ts'

/** The learner's passed prompts, newest first. Titles depend on the language. */
export function passedPromptsQuery() {
  return queryOptions({
    queryKey: ['passed-prompts', interfaceLocale()],
    queryFn: ({ client, queryKey, signal }) =>
      readOrKept({ client, queryKey }, () => call('GET /api/product-user/passed-prompts', { signal })),
    // A prompt may have passed since the screen was last open.
    staleTime: 0,
  })
}
