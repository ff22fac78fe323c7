import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { LoadCourses } from '../../features/courses/components/course-list.tsx'
import { Today } from '../../features/courses/components/today.tsx'
import { StreakStrip } from '../../features/streak/components/streak-strip.tsx'
import { useLearner } from '../../lib/session/session.ts'
import { LearnerHeader } from '../shell/learner-header.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** Loaded after the day's lesson is on the screen. If it fails to load, the dashboard works without it. */
const ReminderOffer = lazy(() =>
  import('../../features/reminders/components/reminder-offer.tsx').then(
    (module) => ({ default: module.ReminderOffer }),
    () => ({ default: () => null }),
  ),
)

export function DashboardPage() {
  const t = useTranslations('dashboard')
  const { username } = useLearner()
  return (
    <Screen title={t('title')} header={<LearnerHeader />} width="wide">
      <div className={styles.greeting}>
        <h1>{t('heading', { name: username === '' ? 'none' : username })}</h1>
        <p className={styles.subtitle}>{t('subtitle')}</p>
      </div>
      <LoadCourses>{(courses) => <Today courses={courses} streak={<StreakAndOffer />} />}</LoadCourses>
    </Screen>
  )
}

const StreakAndOffer = () => (
  <>
    <StreakStrip />
    <Suspense fallback={null}>
      <ReminderOffer />
    </Suspense>
  </>
)
