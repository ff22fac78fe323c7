import type { Course } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { EmptyView } from '../../../components/message-view.tsx'
import { type CourseFilter, matchesFilter } from '../course-filter.ts'
import { useProgressOfCourses } from '../use-progress-of-courses.ts'
import { CourseListSkeleton } from './course-list-skeleton.tsx'
import { CourseList } from './course-list.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { ProgressTroubleCard } from './progress-trouble.tsx'

type FilteredCoursesProps = {
  courses: readonly Course[]
  filter: CourseFilter
  onFilter: (filter: CourseFilter) => void
  isSheetOpen: boolean
  onCloseSheet: () => void
}

/** The courses that fit the filter, and the sheet to change it. */
export const FilteredCourses = ({ courses, filter, onFilter, isSheetOpen, onCloseSheet }: FilteredCoursesProps) => {
  const t = useTranslations('courses')
  const { entries, isLoading, trouble } = useProgressOfCourses(courses)
  const fitting = (wanted: CourseFilter) => entries.filter((entry) => matchesFilter(wanted, entry))
  // A status is not known before progress is: showing every course first would make the list jump.
  if (isLoading && filter.status !== null) return <CourseListSkeleton />
  const shown = fitting(filter)
  return (
    <>
      {trouble && <ProgressTroubleCard {...trouble} />}
      {shown.length > 0 ? (
        <CourseList entries={shown} headingLevel="h2" />
      ) : (
        <EmptyView
          title={t('noMatch')}
          message={t('noMatchText')}
          action={<Button onClick={() => onFilter({ level: null, status: null })}>{t('filterClear')}</Button>}
        />
      )}
      {isSheetOpen && (
        <FilterSheet
          filter={filter}
          countMatches={(draft) => fitting(draft).length}
          onClose={onCloseSheet}
          onApply={(wanted) => {
            onFilter(wanted)
            onCloseSheet()
          }}
        />
      )}
    </>
  )
}
