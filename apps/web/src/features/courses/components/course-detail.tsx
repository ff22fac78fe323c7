import type { Course } from '@kitewise/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { ActionBar, Stack } from '../../../components/layout.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { courseProgressQuery, courseQuery } from '../../../lib/learning-queries.ts'
import { paths } from '../../../lib/paths.ts'
import { useLearner } from '../../../lib/session/session.ts'
import { isKnown, lessonPath, nextLesson, type ShownProgress, unknownProgress } from '../course-progress.ts'
import { ChapterLevels } from './chapter-levels.tsx'
import styles from './course-detail.module.css'
import { CourseFacts, ProgressTroubleCard } from './course-parts.tsx'
import { CourseProgressCard } from './course-progress-card.tsx'
import { Cover } from './cover.tsx'

type CourseDetailProps = {
  courseId: string
  onTitle: (title: string) => void
  /** Below the course's progress. */
  children?: ReactNode
}

export function CourseDetail({ courseId, onTitle, children }: CourseDetailProps) {
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
        {children}
      </div>
      <div className={styles.courseLessons}>
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

const CourseHero = ({ course }: { course: Course }) => {
  const lang = useForeignLanguage(course.language)
  return (
    <Stack as="header" gap={12}>
      <Cover
        url={course.featuredImage?.url}
        alternativeText={course.featuredImage?.alternativeText ?? ''}
        shape="hero"
      />
      <h1 className={styles.heroTitle} lang={lang}>
        {course.title}
      </h1>
      <CourseFacts course={course} />
    </Stack>
  )
}

const CourseAbout = ({ course }: { course: Course }) => {
  const t = useTranslations('course')
  const lang = useForeignLanguage(course.language)
  return (
    <Stack aria-labelledby="about" as="section" gap={8}>
      <h2 id="about" className={styles.heading}>
        {t('about')}
      </h2>
      <p className={styles.text} lang={lang}>
        {course.description}
      </p>
      {course.notThis !== undefined && (
        <>
          <h3 className={styles.notThis}>{t('notThis')}</h3>
          <p className={styles.text} lang={lang}>
            {course.notThis}
          </p>
        </>
      )}
    </Stack>
  )
}

type NextStepBarProps = { course: Course; progress: ShownProgress; className?: string | undefined }

/** The next step in this course: its next lesson, or at 100 % the certificate. */
const NextStepBar = ({ course, progress, className }: NextStepBarProps) => {
  const t = useTranslations('course')
  if (progress.status === 'completed') {
    return (
      <ActionBar className={className}>
        <ButtonLink to={paths.takeCertificate(course.id)}>{t('getCertificate')}</ButtonLink>
      </ActionBar>
    )
  }
  const next = nextLesson(course, progress)
  const path = next && lessonPath(course.id, next.lesson.id, next.state, progress.progressInfo.fragmentIndex)
  if (!next || path === null) return null
  const { title } = next.lesson
  const isFirst = progress.status === 'not_started'
  return (
    <ActionBar className={className}>
      <ButtonLink to={path}>
        {next.state === 'current'
          ? t('continueWith', { title })
          : isFirst
            ? t('startCourse')
            : t('startNext', { title })}
      </ButtonLink>
    </ActionBar>
  )
}

const CourseDetailSkeleton = () => (
  <SkeletonScreen>
    <Skeleton shape="card" height="14rem" />
    <Skeleton height="2rem" width="80%" />
    <Skeleton height="4rem" />
    <Skeleton shape="card" height="9rem" />
    <Skeleton shape="card" height="16rem" />
  </SkeletonScreen>
)
