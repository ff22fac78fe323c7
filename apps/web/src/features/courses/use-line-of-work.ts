import type { LineOfWork } from '@kitewise/contract/choices'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { learnerQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { useAction } from '../../lib/use-action.ts'

/** The learner's line of work. A choice shows at once, and goes back if it can't be saved. */
export function useLineOfWork() {
  const client = useQueryClient()
  const learner = useLearner()
  const change = useMutation({
    mutationFn: (lineOfWork: LineOfWork | null) => call('PUT /api/product-user/line-of-work', { body: { lineOfWork } }),
    onSuccess: ({ lineOfWork }) =>
      client.setQueryData(learnerQuery.queryKey, { ...learner, lineOfWork: lineOfWork ?? undefined }),
  })
  const { run } = useAction((lineOfWork: LineOfWork | null) => change.mutateAsync(lineOfWork).catch(() => undefined))
  const isChanged = change.isPending || change.isSuccess
  return { chosen: isChanged ? change.variables : (learner.lineOfWork ?? null), choose: run, error: change.error }
}
