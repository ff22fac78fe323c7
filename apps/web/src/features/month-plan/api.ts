import type { LatePath } from '@kitewise/contract/late-writes'
import type { MissionId, MonthPlan } from '@kitewise/contract/month-plan'
import { nextStep } from '@kitewise/rules/month-plan'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { interfaceLocale } from '../../lib/i18n/language.ts'
import { readOrKept } from '../../lib/kept-reads.ts'
import { outboxOf, readWithUnsent } from '../../lib/outbox/learner-outbox.ts'
import type { Write } from '../../lib/outbox/outbox.ts'
import { useLearner } from '../../lib/session/session.ts'

/** With unsent missions. Always refetched: lessons and practice on other screens move it. */
export function monthPlanQuery(userId: string) {
  return queryOptions({
    queryKey: ['month-plan', userId, interfaceLocale()],
    queryFn: ({ client, queryKey, signal }) =>
      readOrKept(
        { client, queryKey },
        () => call('GET /api/product-user/month-plan', { signal }),
        (read) => readWithUnsent(userId, read, withMissions),
      ),
    staleTime: 0,
  })
}

type LateWrite<Body> = { path: LatePath; body: Body }

type AnyWrite = Pick<Write, 'path' | 'body'>

const missionWrite = (planNumber: number, missionId: MissionId, note: string): LateWrite<{ note: string }> => ({
  path: `/api/product-user/month-plan/${planNumber}/mission/${encodeURIComponent(missionId)}`,
  body: { note },
})

const withMission = (plan: MonthPlan, { path, body }: AnyWrite): MonthPlan => {
  const steps = plan.steps.map((step) => {
    if (step.kind !== 'mission' || path !== missionWrite(plan.number, step.missionId, '').path) return step
    // The outbox holds only this app's writes: the path determines the type of the body.
    return { ...step, isDone: true, note: (body as { note: string }).note }
  })
  return { ...plan, steps, nextStep: nextStep(steps) }
}

/** The plan after the given writes, which it may already contain. */
export function withMissions(plan: MonthPlan, writes: readonly AnyWrite[]): MonthPlan {
  return writes.reduce(withMission, plan)
}

/** Shows the mission as done at once, and sends it when there is a connection. */
export function useFinishMission(): (plan: MonthPlan, missionId: MissionId, note: string) => Promise<void> {
  const client = useQueryClient()
  const { id: userId } = useLearner()
  return async ({ number }, missionId, note) => {
    const { queryKey } = monthPlanQuery(userId)
    const write = missionWrite(number, missionId, note)
    await outboxOf(userId).enqueue(write.path, write.body)
    // An answer requested before this write would undo it on the screen.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (plan) => plan && withMissions(plan, [write]))
  }
}

export function useStartNextPlan() {
  const client = useQueryClient()
  const { id: userId } = useLearner()
  return useMutation({
    mutationFn: (number: number) =>
      call('POST /api/product-user/month-plan/{number}', { params: { number: String(number) } }),
    onSuccess: (plan) => client.setQueryData(monthPlanQuery(userId).queryKey, plan),
  })
}
