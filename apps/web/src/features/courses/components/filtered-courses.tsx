import type { Course } from '@kitewise/contract/entities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Button } from '../../../components/button.tsx'
import { EmptyView } from '../../../components/message-view.tsx'
import { CourseListShape } from '../../../components/learner-shapes.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { type CourseFilter, courseStatusValues, levelValues, matchesFilter, oneOf } from '../course-filter.ts'
import { useProgressOfCourses } from '../use-progress-of-courses.ts'
import { CourseList } from './course-list.tsx'
import { levelKeys, ProgressTroubleCard, statusKeys } from './course-parts.tsx'
type FilteredCoursesProps = {
  courses: readonly Course[]
  filter: CourseFilter
  onFilter: (filter: CourseFilter) => void
  isSheetOpen: boolean
  onCloseSheet: () => void
}

export function FilteredCourses({ courses, filter, onFilter, isSheetOpen, onCloseSheet }: FilteredCoursesProps) {
  const t = useTranslations('courses')
  const { entries, isLoading, trouble } = useProgressOfCourses(courses)
  const fitting = (wanted: CourseFilter) => entries.filter((entry) => matchesFilter(wanted, entry))
  // A status is unknown before the progress has loaded: showing every course first would make the list jump.
  if (isLoading && filter.status !== null) return <CourseListShape />
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

const any = 'any'

type FilterSheetProps = {
  filter: CourseFilter
  onApply: (filter: CourseFilter) => void
  onClose: () => void
  countMatches: (filter: CourseFilter) => number
}

/** Chooses level and status; the button shows the number of matches before it is pressed. */
const FilterSheet = ({ filter, onApply, onClose, countMatches }: FilterSheetProps) => {
  const t = useTranslations('courses')
  const [draft, setDraft] = useState(filter)
  const all = { id: any, label: t('filterAny') }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('filterTitle')}
      footer={<Button onClick={() => onApply(draft)}>{t('filterApply', { count: countMatches(draft) })}</Button>}
    >
      <Stack gap={24}>
        <RadioGroup
          legend={t('filterLevel')}
          value={draft.level ?? any}
          onChange={(id) => setDraft({ ...draft, level: oneOf(levelValues, id) })}
          options={[all, ...levelValues.map((level) => ({ id: level, label: t(levelKeys[level]) }))]}
        />
        <RadioGroup
          legend={t('filterStatus')}
          value={draft.status ?? any}
          onChange={(id) => setDraft({ ...draft, status: oneOf(courseStatusValues, id) })}
          options={[all, ...courseStatusValues.map((status) => ({ id: status, label: t(statusKeys[status]) }))]}
        />
      </Stack>
    </Sheet>
  )
}
