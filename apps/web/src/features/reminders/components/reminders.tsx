import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { remindersQuery } from '../reminders-query.ts'
import { ReminderSettings } from './reminder-settings.tsx'

/** The settings of reminders, or that it is too early for them. */
export const Reminders = () => {
  const t = useTranslations('reminders')
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useQuery(remindersQuery)
  if (data?.isOpen) return <ReminderSettings reminders={data} />
  if (data)
    return (
      <EmptyView
        title={t('tooEarlyTitle')}
        message={t('tooEarly')}
        action={<ButtonLink to={paths.dashboard}>{t('toLesson')}</ButtonLink>}
      />
    )
  if (error)
    return (
      <ErrorView
        message={errorText(error, t('loadFailed'))}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  return (
    <SkeletonScreen>
      <Skeleton height="3rem" />
      <Skeleton shape="card" height="18rem" />
    </SkeletonScreen>
  )
}
