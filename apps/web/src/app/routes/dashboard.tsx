import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { TodayShape } from '../../components/screen-shapes.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { LoadCourses } from '../../features/courses/components/load-courses.tsx'
import { Today } from '../../features/courses/components/today.tsx'
import { StreakStrip } from '../../features/streak/components/streak-strip.tsx'
import { loadPart } from '../../lib/load-part.ts'
import { useLearner } from '../../lib/session/session.ts'
import { LearnerHeader } from '../shell/learner-header.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

/** Loaded after the day's lesson is on the screen, like the offer below. */
const MonthCard = lazy(() =>
  loadPart(
    () => import('../../features/month-plan/components/month-card.tsx'),
    (module) => module.MonthCard,
  ),
)

/** Loaded after the day's lesson is on the screen. If it fails to load, the dashboard works without it. */
const ReminderOffer = lazy(() =>
  loadPart(
    () => import('../../features/reminders/components/reminder-offer.tsx'),
    (module) => module.ReminderOffer,
  ),
)

export function DashboardPage() {
  const t = useTranslations('dashboard')
  const { firstName = 'none' } = useLearner()
  return (
    <Screen title={t('title')} header={<LearnerHeader />} width="wide">
      <div className={styles.greeting}>
        <h1>{t('heading', { name: firstName })}</h1>
        <p className={styles.subtitle}>{t('subtitle')}</p>
      </div>
      <LoadCourses standIn={<TodayShape />}>
        {(courses) => <Today courses={courses} streak={<StreakStrip />} plan={<Plan />} />}
      </LoadCourses>
    </Screen>
  )
}

const MonthCardSkeleton = () => (
  <SkeletonScreen>
    <Skeleton height="4.75rem" shape="card" />
  </SkeletonScreen>
)

const Plan = () => (
  <>
    <Suspense fallback={<MonthCardSkeleton />}>
      <MonthCard standIn={<MonthCardSkeleton />} />
    </Suspense>
    <Suspense fallback={null}>
      <ReminderOffer />
    </Suspense>
  </>
)
