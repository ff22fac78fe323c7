import type { SalePlan } from '@kitewise/contract/billing-entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { call } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { registration } from '../../../lib/registration.ts'
import { session } from '../../../lib/session/session.ts'
import { useAnswer } from '../../../lib/use-answer.ts'

type LoadPlansProps = { children: (plans: readonly [SalePlan, ...SalePlan[]]) => ReactNode }

/** The plans for sale, with what stands in their place while they load, when they cannot, and when there are none. */
export const LoadPlans = ({ children }: LoadPlansProps) => {
  const t = useTranslations('plans')
  const errorText = useErrorText()
  // A signed-in learner buys as such, whatever the quiz has left in this tab.
  const registrationToken = session.token() === '' ? registration.read()?.registrationToken : undefined
  const { data, error, isBusy, retry } = useAnswer('plans', (signal) =>
    call('GET /api/plans', { signal, query: registrationToken === undefined ? {} : { registrationToken } }),
  )
  if (data) {
    const [first, ...others] = data
    return first ? children([first, ...others]) : <EmptyView title={t('none')} message={t('noneNote')} />
  }
  if (error === undefined) return <PlansSkeleton />
  return (
    <ErrorView title={t('loadFailed')} message={errorText(error)} error={error} onRetry={retry} isRetrying={isBusy} />
  )
}

const PlansSkeleton = () => (
  <SkeletonScreen>
    <Skeleton height="5rem" shape="card" />
    <Skeleton height="5rem" shape="card" />
    <Skeleton height="6rem" shape="card" />
    <Skeleton height="5rem" shape="card" />
  </SkeletonScreen>
)
