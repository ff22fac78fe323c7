import type { Course, CourseStatus, Level } from '@kitewise/contract/entities'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Icon } from '../../../components/icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import type { ProgressTrouble } from '../use-progress-of-courses.ts'
import styles from './course-parts.module.css'

/** Level, size, and a note if the course is not in the learner's language. */
export function CourseFacts({ course }: { course: Course }) {
  const t = useTranslations('courses')
  const lang = useForeignLanguage(course.language)
  return (
    <p className={styles.facts}>
      <Badge tone="kite">{t(levelKeys[course.level])}</Badge>
      <span>
        <span>{t('lessons', { count: course.totalLessons })}</span>
        <span aria-hidden="true"> · </span>
        <span>{t('minutes', { count: course.totalMinutes })}</span>
      </span>
      {lang === 'en' && <Badge>{t('inEnglish')}</Badge>}
      {lang === undefined && course.translatedLessons < course.totalLessons && (
        <Badge>{t('partlyTranslated', { count: course.translatedLessons })}</Badge>
      )}
    </p>
  )
}

/** The medal of a course: an outline until it is earned, then filled. */
export function Medal({ isEarned, label }: { isEarned: boolean; label: string }) {
  return (
    <svg
      className={classNames(styles.medal, isEarned && styles.earned)}
      viewBox="0 0 32 32"
      role="img"
      aria-label={label}
      data-earned={isEarned}
    >
      <path className={styles.ribbon} d="M11 18 8 30l8-4 8 4-3-12z" />
      <circle className={styles.disc} cx="16" cy="12" r="10" />
      <path className={styles.star} d="m16 6.5 1.7 3.5 3.8.5-2.8 2.7.7 3.8-3.4-1.8-3.4 1.8.7-3.8-2.8-2.7 3.8-.5z" />
    </svg>
  )
}

/** Says that the learner's progress failed to load, that nothing is lost, and offers a retry. */
export function ProgressTroubleCard({ onRetry, isRetrying }: ProgressTrouble) {
  const t = useTranslations()
  return (
    <Card gap={16} role="alert">
      <p className={styles.troubleText}>
        <Icon name="warning" />
        {t('course.progressFailed')}
      </p>
      <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Card>
  )
}

/** The keys of the `courses` texts that name a level or a status. */
export const levelKeys = {
  beginner: 'levelBeginner',
  intermediate: 'levelIntermediate',
  advanced: 'levelAdvanced',
} as const satisfies Record<Level, string>

export const statusKeys = {
  not_started: 'statusNotStarted',
  in_progress: 'statusInProgress',
  completed: 'statusCompleted',
} as const satisfies Record<CourseStatus, string>
