import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import type { LessonTrouble } from '../use-lesson-data.ts'
import { LessonSkeleton } from './lesson-skeleton.tsx'

type LessonNoticeProps = { trouble: LessonTrouble; courseId: string; onGoBack: () => void }

/** Stands in the place of a lesson that is not there (yet): loading, missing, locked, or an error with a way back. */
export const LessonNotice = ({ trouble, courseId, onGoBack }: LessonNoticeProps) => {
  const t = useTranslations('lesson')
  const errorText = useErrorText()
  if (trouble.status === 'loading') return <LessonSkeleton />
  const wayOut = { label: t('goBack'), onChoose: onGoBack }
  if (trouble.status === 'locked' || trouble.status === 'subscription') {
    return (
      <EmptyView
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
