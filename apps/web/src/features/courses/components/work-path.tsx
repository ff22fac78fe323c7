import type { Course, LineOfWork } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { Card } from '../../../components/card.tsx'
import { Stack } from '../../../components/layout.tsx'
import { SteadyKite } from '../../../components/kite-moods.tsx'
import { EmptyView } from '../../../components/message-view.tsx'
import { CourseListShape } from '../../../components/learner-shapes.tsx'
import { ButtonLink } from '../../../components/button.tsx'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { paths } from '../../../lib/paths.ts'
import { useLineOfWork } from '../use-line-of-work.ts'
import { type CourseWithProgress, useProgressOfCourses } from '../use-progress-of-courses.ts'
import { type WorkStep, workPath } from '../work-steps.ts'
import { ContinueCard } from './continue-card.tsx'
import { ProgressTroubleCard } from './course-parts.tsx'
import { LessonRow } from './lesson-row.tsx'
import { LineOfWorkChoice, PathProgress } from './line-of-work.tsx'
import styles from './work.module.css'

/** The choice of the line of work and its lessons: the next one first, then all in their order. */
export function WorkPath({ courses }: { courses: readonly Course[] }) {
  const t = useTranslations('work')
  const { entries, isLoading, trouble } = useProgressOfCourses(courses)
  const { chosen, choose, error } = useLineOfWork()
  return (
    <Stack gap="sections">
      <Stack gap={16}>
        {chosen === null && <p className={styles.soft}>{t('intro')}</p>}
        <LineOfWorkChoice chosen={chosen} onChoose={choose} error={error} />
      </Stack>
      {trouble && <ProgressTroubleCard {...trouble} />}
      {chosen !== null &&
        (isLoading ? <CourseListShape /> : <PathOf work={chosen} entries={entries} isCertain={trouble === null} />)}
    </Stack>
  )
}

type PathOfProps = { work: LineOfWork; entries: readonly CourseWithProgress[]; isCertain: boolean }

const PathOf = ({ work, entries, isCertain }: PathOfProps) => {
  const t = useTranslations('work')
  const { steps, finished, next } = workPath(entries, work)
  const toCourses = <ToCourses />
  if (steps.length === 0) return <EmptyView title={t('noLessons')} message={t('noLessonsText')} action={toCourses} />
  return (
    <>
      {isCertain && next && (
        <ContinueCard
          course={next.course}
          lessonTitle={next.lesson.title}
          lessonImage={next.lesson.image.url}
          minutes={next.lesson.minutes}
          path={next.path}
          kind={next.isStarted ? 'current' : 'next'}
          label={t('next')}
          note={next.target ? t('onTheWay', { title: next.target.title }) : undefined}
        />
      )}
      {isCertain && !next && (
        <EmptyView kite={<SteadyKite />} title={t('allDone')} message={t('allDoneText')} action={toCourses} />
      )}
      <Stack as="section" gap="cards" aria-labelledby="work-lessons">
        <h2 id="work-lessons" className={styles.listTitle}>
          {t('lessons')}
        </h2>
        {isCertain && <PathProgress finished={finished} total={steps.length} />}
        <Card>
          <ol className={styles.lessons}>
            {steps.map((step, index) => (
              <StepRow key={step.lesson.id} {...step} isFirst={index === 0} isLast={index === steps.length - 1} />
            ))}
          </ol>
        </Card>
      </Stack>
    </>
  )
}

const StepRow = ({ course, waitsFor, ...row }: WorkStep & { isFirst: boolean; isLast: boolean }) => {
  const t = useTranslations('work')
  const lang = useForeignLanguage(course.language)
  return (
    <LessonRow
      {...row}
      lang={lang}
      courseTitle={course.title}
      stateWords={waitsFor > 0 ? t('waits', { count: waitsFor }) : undefined}
    />
  )
}

const ToCourses = () => {
  const t = useTranslations('dashboard')
  return <ButtonLink to={paths.courses}>{t('toCourses')}</ButtonLink>
}
