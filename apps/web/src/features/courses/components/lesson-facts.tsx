import type { LessonSummary } from '@kitewise/contract/entities'
import type { LessonState } from '@kitewise/rules/lesson-state'
import { useTranslations } from 'use-intl'

/** The keys of the `course` texts that name a state. */
const stateKeys = {
  completed: 'lessonCompleted',
  current: 'lessonCurrent',
  available: 'lessonAvailable',
  locked: 'lessonLocked',
} as const satisfies Record<LessonState, string>

type LessonFactsProps = {
  lesson: LessonSummary
  /** Null while the progress is unknown. */
  state: LessonState | null
  /** Words instead of the state's own. */
  stateWords?: string | undefined
  minutesClass?: string | undefined
}

/** The state of a lesson and how long it takes. */
export function LessonFacts({ lesson, state, stateWords, minutesClass }: LessonFactsProps) {
  const t = useTranslations()
  return (
    <>
      {state && (
        <>
          {stateWords ?? t(`course.${stateKeys[state]}`)}
          <span aria-hidden="true"> · </span>
        </>
      )}
      <span className={minutesClass}>{t('courses.minutes', { count: lesson.minutes })}</span>
    </>
  )
}
