import type { Course } from '@kitewise/contract/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { ActionBar, Stack } from '../../../components/layout.tsx'
import { ErrorView } from '../../../components/message-view.tsx'
import { PathShape } from '../../../components/learner-shapes.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { useErrorText } from '../../../lib/error-text.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { courseListQuery, courseProgressQuery, courseQuery } from '../../../lib/learning-queries.ts'
import { paths } from '../../../lib/paths.ts'
import { useHistory } from '../../../lib/router.tsx'
import { useLearner } from '../../../lib/session/session.ts'
import { viewOfCourse } from '../../../lib/first-view.ts'
import { useFirstView } from '../../../lib/use-first-view.ts'
import { useWayToCertificate } from '../../../lib/use-way-to-certificate.ts'
import { climbOf } from '../climb.ts'
import { isKnown, lessonPath, nextLesson, type ShownProgress, unknownProgress } from '../course-progress.ts'
import type { ProgressTrouble } from '../use-progress-of-courses.ts'
import { ClimbPath } from './climb-path.tsx'
import styles from './course-detail.module.css'
import { CourseFacts, ProgressTroubleCard } from './course-parts.tsx'
import { Cover } from './cover.tsx'
import { LevelPanel } from './level-panel.tsx'

type CourseDetailProps = {
  courseId: string
  onTitle: (title: string) => void
  /** The button beside the title. */
  back: ReactNode
  /** Below the string. */
  children?: ReactNode
}

export function CourseDetail({ courseId, onTitle, back, children }: CourseDetailProps) {
  const learner = useLearner()
  const client = useQueryClient()
  const course = useQuery({
    ...courseQuery(courseId),
    // All that the list lacks is what is said at the end of a level.
    placeholderData: () => client.getQueryData(courseListQuery().queryKey)?.find(({ id }) => id === courseId),
  })
  const progress = useQuery(courseProgressQuery(learner.id, courseId))
  const title = course.data?.title
  const lang = useForeignLanguage(course.data?.language ?? 'en')
  useEffect(() => {
    if (title !== undefined) onTitle(title)
  }, [title, onTitle])
  useFirstView(course.data ? viewOfCourse(course.data) : null)
  const { action } = useHistory()
  // After a press, the path is drawn after the title, so that a slow phone answers at once.
  const isDrawn = useDeferredValue(true, action !== 'PUSH')
  const isLoading = !isDrawn || !course.data || (progress.isLoading && progress.errorUpdateCount === 0)

  if (course.error && !course.data) {
    return (
      <>
        <div className={styles.bar}>{back}</div>
        <CourseError error={course.error} onRetry={() => void course.refetch()} isRetrying={course.isFetching} />
      </>
    )
  }
  return (
    <>
      <div className={styles.bar} data-course-bar>
        {back}
        {title !== undefined && (
          <h1 className={styles.title} lang={lang}>
            {title}
          </h1>
        )}
      </div>
      {isLoading || !course.data ? (
        <PathShape />
      ) : (
        <Climb
          course={course.data}
          progress={progress.data ?? unknownProgress}
          trouble={{ onRetry: () => void progress.refetch(), isRetrying: progress.isFetching }}
        >
          {children}
        </Climb>
      )}
    </>
  )
}

type ClimbProps = { course: Course; progress: ShownProgress; trouble: ProgressTrouble; children: ReactNode }

const Climb = ({ course, progress, trouble, children }: ClimbProps) => {
  const t = useTranslations('course')
  const lang = useForeignLanguage(course.language)
  const isWide = useMediaQuery('(min-width: 720px)')
  const levels = climbOf(course, progress)
  const [picked, setPicked] = useState<number | null>(null)
  const isFinished = progress.status === 'completed'
  const level =
    levels.find(({ number, isHere }) => (picked === null ? isHere : number === picked)) ??
    levels.at(isFinished ? -1 : 0)
  const next = isKnown(progress) && <NextStepBar course={course} progress={progress} />
  return (
    <>
      {!isKnown(progress) && <ProgressTroubleCard {...trouble} />}
      <div className={styles.detail}>
        <div className={styles.course}>
          <section className={styles.sky} aria-labelledby="levels">
            <h2 id="levels" className="visually-hidden">
              {t('levels')}
            </h2>
            <ClimbPath
              course={course}
              progress={progress}
              levels={levels}
              {...(isWide && level && { map: { chosen: level.number, onChoose: setPicked } })}
            />
          </section>
          {children}
          <CourseAbout course={course} />
        </div>
        {isWide && level && (
          <div className={styles.beside}>
            {next}
            <LevelPanel level={level} lang={lang} />
          </div>
        )}
      </div>
      {!isWide && next}
    </>
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

const CourseAbout = ({ course }: { course: Course }) => {
  const t = useTranslations('course')
  const lang = useForeignLanguage(course.language)
  return (
    <Stack aria-labelledby="about" as="section" gap={12}>
      <Cover
        url={course.featuredImage?.url}
        alternativeText={course.featuredImage?.alternativeText ?? ''}
        shape="hero"
      />
      <h2 id="about" className={styles.heading}>
        {t('about')}
      </h2>
      <CourseFacts course={course} />
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

type NextStepBarProps = { course: Course; progress: ShownProgress }

/** The next step in this course: its next lesson, or at 100 % the certificate. */
const NextStepBar = ({ course, progress }: NextStepBarProps) => {
  const t = useTranslations('course')
  if (progress.status === 'completed') return <CertificateBar courseId={course.id} />
  const next = nextLesson(course, progress)
  const path = next && lessonPath(course.id, next.lesson.id, next.state, progress.progressInfo.fragmentIndex)
  if (!next || path === null) return null
  const { title } = next.lesson
  const isFirst = progress.status === 'not_started'
  return (
    <ActionBar>
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

const CertificateBar = ({ courseId }: { courseId: string }) => {
  const t = useTranslations('course')
  const { to, isIssued, isLoading } = useWayToCertificate(courseId)
  return (
    <ActionBar>
      {isLoading ? (
        <Skeleton shape="card" height="var(--button-height)" />
      ) : (
        <ButtonLink to={to}>{t(isIssued ? 'seeCertificate' : 'getCertificate')}</ButtonLink>
      )}
    </ActionBar>
  )
}

function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
