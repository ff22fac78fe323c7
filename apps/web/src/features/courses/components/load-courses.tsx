import type { Course } from '@kitewise/contract/entities'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorView } from '../../../components/message-view.tsx'
import { CourseListShape } from '../../../components/learner-shapes.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { courseListQuery, recommendedCourseQuery } from '../../../lib/learning-queries.ts'

type LoadCoursesProps = {
  /** The screen's shape while the courses load. */
  standIn?: ReactNode
  children: (courses: readonly Course[]) => ReactNode
}

/** Shows the courses once the recommendation is known too, or has failed, so that none changes its place. */
export function LoadCourses({ standIn, children }: LoadCoursesProps) {
  const t = useTranslations('courses')
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useQuery(courseListQuery())
  const recommended = useQuery(recommendedCourseQuery)
  const isOrderKnown = recommended.data !== undefined || recommended.failureCount > 0
  if (data && isOrderKnown) return <>{children(putSecond(data, recommended.data?.courseId ?? null))}</>
  if (error === null || data) return <>{standIn ?? <CourseListShape />}</>
  return (
    <ErrorView
      title={t('loadFailed')}
      message={errorText(error)}
      error={error}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  )
}

/** The course to which the quiz leads comes right after the first one (docs/product.md R128). */
const putSecond = (courses: readonly Course[], courseId: string | null): readonly Course[] => {
  const [first, ...others] = courses
  const wanted = others.find(({ id }) => id === courseId)
  return first && wanted ? [first, wanted, ...others.filter((other) => other !== wanted)] : courses
}
