import type { Course } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { EmptyView } from '../../../components/message-view.tsx'
import { CoursesShape } from '../../../components/learner-shapes.tsx'
import { paths } from '../../../lib/paths.ts'
import { useFirstView } from '../../../lib/use-first-view.ts'
import { chooseToday, viewOfStep } from '../choose-today.ts'
import { useProgressOfCourses } from '../use-progress-of-courses.ts'
import { TodayCard } from './continue-card.tsx'
import { CourseCard, CourseList } from './course-list.tsx'
import { ProgressTroubleCard } from './course-parts.tsx'
import styles from './course-list.module.css'
import { WorkSection } from './work-section.tsx'

type CoursesOverviewProps = { courses: readonly Course[]; streak: ReactNode }

/** First the lesson to continue. Featured is the first course that isn't completed. */
export function CoursesOverview({ courses, streak }: CoursesOverviewProps) {
  const t = useTranslations('courses')
  const { entries, isLoading, trouble } = useProgressOfCourses(courses)
  const featured = entries.find(({ progress }) => progress.status !== 'completed') ?? entries[0]
  const { next } = chooseToday(entries)
  useFirstView(isLoading ? null : viewOfStep(next))
  if (!featured) return <EmptyView title={t('empty')} message={t('emptyText')} />
  if (isLoading) return <CoursesShape />
  const others = entries.filter((entry) => entry !== featured)
  return (
    <div className={styles.sections}>
      {trouble && <ProgressTroubleCard {...trouble} />}
      <div className={styles.first}>
        {next && <TodayCard {...next} />}
        {streak}
      </div>
      <section aria-labelledby="recommended">
        <div className={styles.heading}>
          <h2 id="recommended">{t('recommended')}</h2>
          <Link className={styles.seeAll} to={paths.recommendedCourses}>
            {t('seeAll')}
          </Link>
        </div>
        <CourseCard {...featured} variant="featured" />
      </section>
      <WorkSection entries={entries} />
      <section aria-labelledby="new-and-trending">
        <h2 id="new-and-trending" className={styles.heading}>
          {t('newAndTrending')}
        </h2>
        {others.length > 0 ? <CourseList entries={others} /> : <p className={styles.note}>{t('moreComing')}</p>}
      </section>
    </div>
  )
}
