import type { Course } from '@kitewise/contract/entities'
import { useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { FieldError } from '../../../components/field.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import {
  isComplete,
  keepCourse,
  type KeptCourse,
  loadKeptCourses,
  removeCourse,
  sizeText,
  useKeptCourses,
} from '../../../lib/kept-courses.ts'
import { useAction } from '../../../lib/use-action.ts'
import styles from './course-parts.module.css'

const problemTexts = { full: 'keepFull', lost: 'keepLost', failed: 'keepFailed' } as const

/** Whether the course opens without a connection in the language of the interface, and the button that downloads all of it. */
export function KeepCourse({ course }: { course: Pick<Course, 'id' | 'title' | 'packBytes'> }) {
  const t = useTranslations('course')
  const locale = useLocale()
  const { loading, problems } = useKeptCourses()
  const kept = useKept(course.id)
  const problem = problems[course.id]
  const isLoading = loading === course.id
  const isThere = kept !== undefined && isComplete(kept)
  const size = sizeText(locale, kept?.bytes ?? course.packBytes ?? 0)
  const { run: keep } = useAction(() => keepCourse(course.id, course.title, true))
  const { run: remove, isBusy: isRemoving } = useAction(() => removeCourse(course.id))
  return (
    <Card tone="sunken" gap={12} role="region" aria-labelledby="keep-course">
      <h2 id="keep-course" className={styles.keepTitle}>
        {t(isThere ? 'kept' : 'keepTitle')}
      </h2>
      <p>{t(isThere ? 'keptText' : 'keepText', { size })}</p>
      <FieldError message={problem && !isLoading ? t(problemTexts[problem]) : null} />
      {isLoading && <Download kept={kept} />}
      {isThere && !isLoading && (
        <Button variant="quiet" isBusy={isRemoving} onClick={() => remove()}>
          {t('keepRemove')}
        </Button>
      )}
      {!isThere && !isLoading && (
        <Button variant="secondary" onClick={() => keep()}>
          {t(problem ? 'keepContinue' : 'keep')}
        </Button>
      )}
    </Card>
  )
}

/** What is on this device of the course, in the language of the interface. */
const useKept = (courseId: string): KeptCourse | undefined => {
  const locale = useLocale()
  const kept = useKeptCourses(({ courses }) => courses[courseId])
  useEffect(() => void loadKeptCourses(), [])
  return kept?.isRemoved === false && kept.locale === locale ? kept : undefined
}

const Download = ({ kept }: { kept: KeptCourse | undefined }) => {
  const t = useTranslations('course')
  const percent = kept ? Math.floor((100 * kept.doneBytes) / kept.bytes) : 0
  return (
    <>
      <ProgressBar percent={percent} label={t('keepTitle')} />
      <p role="status">{t('keeping', { percent })}</p>
    </>
  )
}
