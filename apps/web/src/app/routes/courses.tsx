import { useTranslations } from 'use-intl'
import { LoadCourses } from '../../features/courses/components/course-list.tsx'
import { CoursesOverview } from '../../features/courses/components/courses-overview.tsx'
import { StreakStrip } from '../../features/streak/components/streak-strip.tsx'
import { LearnerHeader } from '../shell/learner-header.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

export function CoursesPage() {
  const t = useTranslations('courses')
  return (
    <Screen title={t('title')} header={<LearnerHeader />} width="wide">
      <h1 className="visually-hidden">{t('title')}</h1>
      <div className={styles.streak}>
        <StreakStrip />
      </div>
      <LoadCourses>{(courses) => <CoursesOverview courses={courses} />}</LoadCourses>
    </Screen>
  )
}
