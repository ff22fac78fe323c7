import type { Course } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Stack } from '../../../components/layout.tsx'
import { ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { TodayShape } from '../../../components/learner-shapes.tsx'
import { Icon } from '../../../components/icon.tsx'
import { EmptyView } from '../../../components/message-view.tsx'
import { paths } from '../../../lib/paths.ts'
import { useFirstView } from '../../../lib/use-first-view.ts'
import { chooseToday, viewOfStep } from '../choose-today.ts'
import { type CourseWithProgress, useProgressOfCourses } from '../use-progress-of-courses.ts'
import { TodayCard } from './continue-card.tsx'
import { CourseCard, CourseList } from './course-list.tsx'
import { LoadWelcome } from './load-welcome.tsx'
import { ProgressTroubleCard } from './course-parts.tsx'
import styles from './course-list.module.css'

type TodayProps = { courses: readonly Course[]; streak: ReactNode; plan: ReactNode }

/** The lesson to do now, then the streak, the practice and the plan, and below them the courses. */
export function Today({ courses, streak, plan }: TodayProps) {
  const t = useTranslations()
  const { entries, isLoading, trouble } = useProgressOfCourses(courses)
  const { next, begun, recommended } = chooseToday(entries)
  useFirstView(isLoading ? null : viewOfStep(next))
  if (isLoading) return <TodayShape />
  const isCertain = trouble === null
  return (
    <Stack gap="sections">
      {trouble && <ProgressTroubleCard {...trouble} />}
      {next && <LoadWelcome next={next} finishedLessons={sum(begun)} />}
      <div className={styles.today}>
        <div className={styles.now}>
          {next && <TodayCard {...next} />}
          {isCertain && !next && (begun.length > 0 ? <PracticeCard /> : <NoCourses />)}
        </div>
        <div className={styles.beside}>
          {streak}
          {next && <PracticeRow />}
          {plan}
        </div>
      </div>
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
    </Stack>
  )
}

const sum = (begun: readonly CourseWithProgress[]): number =>
  begun.reduce((count, { progress }) => count + progress.lessonsCompleted, 0)

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

const PracticeRow = () => {
  const t = useTranslations('dashboard')
  return (
    <Link className={styles.practiceRow} to={paths.boost}>
      <span className={styles.practiceIcon}>
        <Icon name="boost" />
      </span>
      {t('practice')}
      <Icon name="chevronRight" />
    </Link>
  )
}

/** When every lesson is finished, the daily practice is the next step. */
const PracticeCard = () => {
  const t = useTranslations('dashboard')
  return (
    <Card gap={8}>
      <h2 className={styles.practiceTitle}>{t('allDone')}</h2>
      <p className={styles.practiceText}>{t('allDoneText')}</p>
      <ButtonLink to={paths.boost} icon={<Icon name="boost" />}>
        {t('practice')}
      </ButtonLink>
    </Card>
  )
}
