import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { TiedKite } from '../../../components/kite-tied.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import type { LessonTrouble } from '../use-lesson-data.ts'

type LessonNoticeProps = { trouble: LessonTrouble; courseId: string; onGoBack: () => void }

/** Replaces a lesson that cannot be shown: loading, missing, locked, or an error with a way back. */
export function LessonNotice({ trouble, courseId, onGoBack }: LessonNoticeProps) {
  const t = useTranslations('lesson')
  const errorText = useErrorText()
  if (trouble.status === 'loading') return <LessonSkeleton />
  const wayOut = { label: t('goBack'), onChoose: onGoBack }
  if (trouble.status === 'locked' || trouble.status === 'subscription' || trouble.status === 'lapsed') {
    return (
      <EmptyView
        kite={<TiedKite />}
        headingLevel="h1"
        title={t(`${trouble.status}Title`)}
        message={t(`${trouble.status}Text`)}
        action={<ButtonLink to={paths.course(courseId)}>{t('backToCourse')}</ButtonLink>}
      />
    )
  }
  return (
    <>
      <h1 className="visually-hidden">{t('title')}</h1>
      {trouble.status === 'idsMissing' && <ErrorView message={t('idsRequired')} wayOut={wayOut} />}
      {trouble.status === 'notFound' && <ErrorView title={t('notFound')} message={t('notFoundText')} wayOut={wayOut} />}
      {trouble.status === 'failed' && (
        <ErrorView
          title={t('loadFailed')}
          message={errorText(trouble.error)}
          error={trouble.error}
          onRetry={trouble.retry}
          isRetrying={trouble.isRetrying}
          wayOut={wayOut}
        />
      )}
    </>
  )
}

const LessonSkeleton = () => {
  const t = useTranslations('lesson')
  return (
    <SkeletonScreen label={t('loading')} isLabelVisible>
      <Skeleton height="0.5rem" shape="pill" />
      <Skeleton height="2.5rem" width="70%" />
      <Skeleton height="1.75rem" width="50%" />
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
      <Skeleton height="3rem" width="80%" />
    </SkeletonScreen>
  )
}
