import { useTranslations } from 'use-intl'
import { CoursesShape } from '../../components/learner-shapes.tsx'
import { LoadCourses } from '../../features/courses/components/load-courses.tsx'
import { CoursesOverview } from '../../features/courses/components/courses-overview.tsx'
import { StreakStrip } from '../../features/streak/components/streak-strip.tsx'
import { prepareReads } from '../../lib/first-client.ts'
import { readCourses } from '../../lib/learning-queries.ts'
import { LearnerHeader } from '../shell/learner-header.tsx'
import { Screen } from '../shell/screen.tsx'

export function CoursesPage() {
  const t = useTranslations('courses')
  return (
    <Screen title={t('title')} header={<LearnerHeader />} width="wide">
      <h1 className="visually-hidden">{t('title')}</h1>
      <LoadCourses standIn={<CoursesShape />}>
        {(courses) => <CoursesOverview courses={courses} streak={<StreakStrip />} />}
      </LoadCourses>
    </Screen>
  )
}
CoursesPage.prepare = () => prepareReads(readCourses)
