import type { Course } from '@kitewise/contract/entities'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorView } from '../../../components/message-view.tsx'
import { useErrorText } from '../../../lib/error-text.ts'
import { courseListQuery } from '../../../lib/learning-queries.ts'
import { CourseListSkeleton } from './course-list-skeleton.tsx'

/** The catalogue, with what stands in its place while it loads or when it cannot. */
export const LoadCourses = ({ children }: { children: (courses: readonly Course[]) => ReactNode }) => {
  const t = useTranslations('courses')
  const errorText = useErrorText()
  const { data, error, refetch, isFetching } = useQuery(courseListQuery())
  if (data) return children(data)
  if (error === null) return <CourseListSkeleton />
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
