import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OwnersOwn } from '../../components/owners-own.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyView, ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { RefundCheck } from '../../features/billing/components/refund-check.tsx'
import { SubscriptionDetails } from '../../features/billing/components/subscription-details.tsx'
import { chooseSubscription } from '../../features/billing/subscription-standing.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { subscriptionQuery } from '../../lib/queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function SubscriptionPage() {
  const t = useTranslations('subscription')
  return (
    <Screen title={t('title')} width="wide" header={<TitledHeader title={t('title')} backTo={paths.profile} />}>
      <OwnersOwn>
        <LoadedSubscription />
      </OwnersOwn>
    </Screen>
  )
}

const LoadedSubscription = () => {
  const t = useTranslations('subscription')
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useQuery(subscriptionQuery(useLearner().email))
  const [now] = useState(() => Date.now() / 1000)
  if (!data && error)
    return (
      <ErrorView
        message={errorText(error, t('loadFailed'))}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        wayOut={{ label: t('toPlans'), to: paths.plans }}
      />
    )
  if (!data) return <Loading />
  const subscription = chooseSubscription(data, now)
  if (subscription)
    return (
      <SubscriptionDetails subscription={subscription}>
        <RefundCheck />
      </SubscriptionDetails>
    )
  return (
    <EmptyView
      title={t('none')}
      message={t('noneNote')}
      action={<ButtonLink to={paths.plans}>{t('toPlans')}</ButtonLink>}
    />
  )
}

const Loading = () => {
  const t = useTranslations('subscription')
  return (
    <SkeletonScreen label={t('loading')}>
      <Skeleton height="14rem" shape="card" />
      <Skeleton height="9rem" shape="card" />
      <Skeleton height="3.25rem" shape="card" />
    </SkeletonScreen>
  )
}
