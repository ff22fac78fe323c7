import { useTranslations } from 'use-intl'
import { TodayShape } from '../../components/learner-shapes.tsx'
import { Skeleton, SkeletonScreen } from '../../components/skeleton.tsx'
import { LoadCourses } from '../../features/courses/components/load-courses.tsx'
import { Today } from '../../features/courses/components/today.tsx'
import { MonthCard } from '../../features/month-plan/components/month-card.tsx'
import { ReminderOffer } from '../../features/reminders/components/reminder-offer.tsx'
import { StreakStrip } from '../../features/streak/components/streak-strip.tsx'
import { prepareReads } from '../../lib/first-client.ts'
import { readCourses } from '../../lib/learning-queries.ts'
import { useLearner } from '../../lib/session/session.ts'
import { LearnerHeader } from '../shell/learner-header.tsx'
import { Screen } from '../shell/screen.tsx'
import styles from './page.module.css'

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

DashboardPage.prepare = () => prepareReads(readCourses)

const MonthCardSkeleton = () => (
  <SkeletonScreen>
    <Skeleton height="4.75rem" shape="card" />
  </SkeletonScreen>
)

const Plan = () => (
  <>
    <MonthCard standIn={<MonthCardSkeleton />} />
    <ReminderOffer />
  </>
)
