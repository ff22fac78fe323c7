import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearchParams } from 'wouter'
import { IconButton } from '../../components/button.tsx'
import { LoadCourses } from '../../features/courses/components/load-courses.tsx'
import { FilteredCourses } from '../../features/courses/components/filtered-courses.tsx'
import { readFilter, writeFilter } from '../../features/courses/course-filter.ts'
import { paths } from '../../lib/paths.ts'
import { TitledHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

/** The filter is part of the address, so it survives a reload and Back. */
export function RecommendedCoursesPage() {
  const t = useTranslations('courses')
  const [search, setSearch] = useSearchParams()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const header = (
    <TitledHeader
      title={t('recommended')}
      backTo={paths.courses}
      action={
        <IconButton icon="filter" label={t('filter')} aria-haspopup="dialog" onClick={() => setSheetOpen(true)} />
      }
    />
  )
  return (
    <Screen title={t('recommended')} header={header} width="wide">
      <LoadCourses>
        {(courses) => (
          <FilteredCourses
            courses={courses}
            filter={readFilter(search)}
            onFilter={(filter) => setSearch(writeFilter(filter), { replace: true })}
            isSheetOpen={isSheetOpen}
            onCloseSheet={() => setSheetOpen(false)}
          />
        )}
      </LoadCourses>
    </Screen>
  )
}
