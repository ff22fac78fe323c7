import { useTranslations } from 'use-intl'
import { CoursesOverview } from '../../features/courses/components/courses-overview.tsx'
import { LoadCourses } from '../../features/courses/components/load-courses.tsx'
import { MainHeader } from '../shell/main-header.tsx'
import { Screen } from '../shell/screen.tsx'

export const CoursesPage = () => {
  const t = useTranslations('courses')
  return (
    <Screen title={t('title')} header={<MainHeader streakCount={null} />} width="wide">
      <h1 className="visually-hidden">{t('title')}</h1>
      <LoadCourses>{(courses) => <CoursesOverview courses={courses} />}</LoadCourses>
    </Screen>
  )
}
