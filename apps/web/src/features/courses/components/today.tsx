import type { Course } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../../components/button.tsx'
import { EmptyView } from '../../../components/message-view.tsx'
import { paths } from '../../../lib/paths.ts'
import { chooseToday } from '../choose-today.ts'
import { useProgressOfCourses } from '../use-progress-of-courses.ts'
import { ContinueCard } from './continue-card.tsx'
import { CourseCard } from './course-card.tsx'
import { CourseListSkeleton } from './course-list-skeleton.tsx'
import { CourseList } from './course-list.tsx'
import { PracticeCard } from './practice-card.tsx'
import { ProgressTroubleCard } from './progress-trouble.tsx'
import styles from './today.module.css'

/** What to do now, the courses begun, and one more worth beginning. `streak` stands below what to do now. */
export const Today = ({ courses, streak }: { courses: readonly Course[]; streak: ReactNode }) => {
  const t = useTranslations()
  const { entries, isLoading, trouble } = useProgressOfCourses(courses)
  if (isLoading) return <CourseListSkeleton />
  const { next, begun, recommended } = chooseToday(entries)
  const isCertain = trouble === null
  return (
    <div className={styles.sections}>
      {trouble && <ProgressTroubleCard {...trouble} />}
      {next && <ContinueCard {...next} />}
      {isCertain && !next && (begun.length > 0 ? <PracticeCard /> : <NoCourses />)}
      {streak}
      <div className={styles.lists}>
        {begun.length > 0 && (
          <section aria-labelledby="begun" className={styles.section}>
            <h2 id="begun">{t('dashboard.begun')}</h2>
            <CourseList entries={begun} />
          </section>
        )}
        {recommended && (
          <section aria-labelledby="recommended" className={styles.section}>
            <h2 id="recommended">{t('dashboard.recommended')}</h2>
            <CourseCard {...recommended} variant="row" />
          </section>
        )}
      </div>
    </div>
  )
}

const NoCourses = () => {
  const t = useTranslations()
  return (
    <EmptyView
      title={t('courses.empty')}
      message={t('courses.emptyText')}
      action={<ButtonLink to={paths.courses}>{t('dashboard.toCourses')}</ButtonLink>}
    />
  )
}
