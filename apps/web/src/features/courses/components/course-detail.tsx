import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorView } from '../../../components/message-view.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { courseProgressQuery, courseQuery } from '../../../lib/learning-queries.ts'
import { paths } from '../../../lib/paths.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { isKnown, unknownProgress } from '../progress-of.ts'
import { ChapterLevels } from './chapter-levels.tsx'
import { CourseAbout } from './course-about.tsx'
import { CourseDetailSkeleton } from './course-detail-skeleton.tsx'
import styles from './course-detail.module.css'
import { CourseHero } from './course-hero.tsx'
import { CourseProgressCard } from './course-progress-card.tsx'
import { NextStepBar } from './next-step-bar.tsx'
import { ProgressTroubleCard } from './progress-trouble.tsx'

/** A course: what it is, how far the learner is, its levels and lessons, and the one thing to do next. */
export const CourseDetail = ({ courseId, onTitle }: { courseId: string; onTitle: (title: string) => void }) => {
  const learner = useLearner()
  const course = useQuery(courseQuery(courseId))
  const progress = useQuery(courseProgressQuery(learner.id, courseId))
  const title = course.data?.title
  useEffect(() => {
    if (title !== undefined) onTitle(title)
  }, [title, onTitle])

  if (course.error && !course.data) {
    return <CourseError error={course.error} onRetry={() => void course.refetch()} isRetrying={course.isFetching} />
  }
  if (!course.data || (progress.isLoading && progress.errorUpdateCount === 0)) return <CourseDetailSkeleton />
  const shown = progress.data ?? unknownProgress
  const isBegun = shown.status !== 'not_started'
  return (
    <div className={styles.detail}>
      <div className={styles.course}>
        <CourseHero course={course.data} />
        <CourseProgressCard course={course.data} progress={shown} />
        {!isKnown(shown) && (
          <ProgressTroubleCard onRetry={() => void progress.refetch()} isRetrying={progress.isFetching} />
        )}
      </div>
      <div className={styles.lessons}>
        {!isBegun && <CourseAbout course={course.data} />}
        <ChapterLevels course={course.data} progress={shown} />
        {isBegun && <CourseAbout course={course.data} />}
      </div>
      {isKnown(shown) && <NextStepBar course={course.data} progress={shown} className={styles.next} />}
    </div>
  )
}

type CourseErrorProps = { error: Error; onRetry: () => void; isRetrying: boolean }

const CourseError = ({ error, onRetry, isRetrying }: CourseErrorProps) => {
  const t = useTranslations('course')
  const errorText = useErrorText()
  const wayOut = { label: t('backToCourses'), to: paths.courses }
  if (error instanceof ApiError && error.status === 404) {
    return <ErrorView headingLevel="h1" title={t('notFound')} message={t('notFoundText')} wayOut={wayOut} />
  }
  return (
    <ErrorView
      headingLevel="h1"
      title={t('loadFailed')}
      message={errorText(error)}
      error={error}
      onRetry={onRetry}
      isRetrying={isRetrying}
      wayOut={wayOut}
    />
  )
}
