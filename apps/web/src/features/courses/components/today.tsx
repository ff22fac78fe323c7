import type { Course } from '@kitewise/contract/entities'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { ButtonLink } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { EmptyView } from '../../../components/message-view.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { chooseToday, type NextStep } from '../choose-today.ts'
import { useProgressOfCourses } from '../use-progress-of-courses.ts'
import { CourseCard, CourseList, CourseListSkeleton } from './course-list.tsx'
import { ProgressTroubleCard } from './course-parts.tsx'
import { Cover } from './cover.tsx'
import styles from './course-list.module.css'

/** The next step, the courses in progress, and one recommendation. `streak` is shown below the next step. */
export function Today({ courses, streak }: { courses: readonly Course[]; streak: ReactNode }) {
  const t = useTranslations()
  const { entries, isLoading, trouble } = useProgressOfCourses(courses)
  if (isLoading) return <CourseListSkeleton />
  const { next, begun, recommended } = chooseToday(entries)
  const isCertain = trouble === null
  return (
    <Stack gap="sections">
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
    </Stack>
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

const headingKeys = { current: 'goOn', next: 'nextLesson', first: 'firstLesson', newCourse: 'nextCourse' } as const

/** The largest card of the dashboard: the lesson to do now. */
const ContinueCard = ({ course, lessonTitle, lessonImage, minutes, path, kind }: NextStep) => {
  const t = useTranslations()
  const lang = useForeignLanguage(course.language)
  return (
    <Card padding="none" className={styles.continueCard}>
      <Cover url={lessonImage} alternativeText="" />
      <div className={styles.continueWords}>
        <p className={styles.kind}>
          <span>{t(`dashboard.${headingKeys[kind]}`)}</span>
          <span className={styles.minutes}>{t('courses.minutes', { count: minutes })}</span>
        </p>
        <h2 className={styles.continueTitle} lang={lang}>
          {lessonTitle}
        </h2>
        <p className={styles.course} lang={lang}>
          {course.title}
        </p>
        <ButtonLink to={path} icon={<Icon name="play" />}>
          {t(kind === 'current' ? 'dashboard.continue' : 'dashboard.start')}
        </ButtonLink>
      </div>
    </Card>
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
