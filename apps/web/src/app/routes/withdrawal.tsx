import type { Withdrawal } from '@kitewise/contract/billing-entities'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { OwnersOwn } from '../../components/owners-own.tsx'
import { Beside, SkyPanel } from '../../components/layout.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { NightKite } from '../../components/kite-drawing.tsx'
import { SteadyKite } from '../../components/kite-moods.tsx'
import { EmptyView, ErrorView } from '../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { moneyBackQuery } from '../../features/billing/money-back.ts'
import { WithdrawalForm } from '../../features/billing/components/withdrawal-form.tsx'
import { useErrorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useLearner } from '../../lib/session/session.ts'
import { useDateInSentence } from '../../lib/use-date-in-sentence.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

export function WithdrawalPage() {
  const t = useTranslations('withdrawal')
  return (
    <Screen title={t('title')} header={<TitledHeader title={t('title')} backTo={paths.subscription} />} width="wide">
      <Beside
        aside={
          <SkyPanel>
            <SteadyKite />
          </SkyPanel>
        }
      >
        <OwnersOwn>
          <LoadedWithdrawal />
        </OwnersOwn>
      </Beside>
    </Screen>
  )
}

const LoadedWithdrawal = () => {
  const t = useTranslations('withdrawal')
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useQuery(moneyBackQuery)
  if (!data && error)
    return (
      <ErrorView
        message={errorText(error, t('loadFailed'))}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        wayOut={{ label: t('toSubscription'), to: paths.subscription }}
      />
    )
  if (!data)
    return (
      <SkeletonScreen label={t('loading')}>
        <Skeleton height="6rem" shape="card" />
        <Skeleton height="3.25rem" shape="card" />
      </SkeletonScreen>
    )
  return data.withdrawal ? <Content withdrawal={data.withdrawal} /> : <Over />
}

const Content = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const t = useTranslations('withdrawal')
  const { email } = useLearner()
  const day = useDateInSentence()
  if (withdrawal.declaredAt === null) return <WithdrawalForm withdrawal={withdrawal} />
  return (
    <EmptyView
      title={t('doneTitle')}
      message={t('done', { date: day(withdrawal.declaredAt), email })}
      action={<ButtonLink to={paths.support}>{t('toSupport')}</ButtonLink>}
    />
  )
}

const Over = () => {
  const t = useTranslations('withdrawal')
  return (
    <EmptyView
      kite={<NightKite />}
      title={t('over')}
      message={t('overNote')}
      action={<ButtonLink to={paths.subscription}>{t('toSubscription')}</ButtonLink>}
    />
  )
}
