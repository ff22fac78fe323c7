import type { Course } from '@kitewise/contract/entities'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { EmptyView } from '../../../components/message-view.tsx'
import { paths } from '../../../lib/paths.ts'
import { useProgressOfCourses } from '../use-progress-of-courses.ts'
import { CourseCard, CourseList } from './course-list.tsx'
import { ProgressTroubleCard } from './course-parts.tsx'
import styles from './course-list.module.css'

export function CoursesOverview({ courses }: { courses: readonly Course[] }) {
  const t = useTranslations('courses')
  const { entries, trouble } = useProgressOfCourses(courses)
  const [first, ...others] = entries
  if (!first) return <EmptyView title={t('empty')} message={t('emptyText')} />
  return (
    <div className={styles.sections}>
      {trouble && <ProgressTroubleCard {...trouble} />}
      <section aria-labelledby="recommended">
        <div className={styles.heading}>
          <h2 id="recommended">{t('recommended')}</h2>
          <Link className={styles.seeAll} to={paths.recommendedCourses}>
            {t('seeAll')}
          </Link>
        </div>
        <CourseCard {...first} variant="featured" />
      </section>
      <section aria-labelledby="new-and-trending">
        <h2 id="new-and-trending" className={styles.heading}>
          {t('newAndTrending')}
        </h2>
        {others.length > 0 ? <CourseList entries={others} /> : <p className={styles.note}>{t('moreComing')}</p>}
      </section>
    </div>
  )
}
