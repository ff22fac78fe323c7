import type { LessonSummary } from '@kitewise/contract/entities'
import type { LessonState } from '@kitewise/rules/lesson-state'
import { type KnotState, StringRow } from '../../../components/string-row.tsx'
import { LessonFacts } from './lesson-facts.tsx'
import styles from './lesson-row.module.css'

const knots = { completed: 'done', current: 'current', available: 'open', locked: 'locked' } as const satisfies Record<
  LessonState,
  KnotState
>

type LessonRowProps = {
  lesson: LessonSummary
  /** The language of the title, if it differs from the interface. */
  lang: string | undefined
  /** Null while the progress is unknown. */
  state: LessonState | null
  /** Where a tap leads; null for a lesson that is locked or whose state is unknown: it cannot be tapped. */
  path: string | null
  /** Words instead of the state's own. */
  stateWords?: string | undefined
  /** Below the title, in its language: the course, outside of it. */
  courseTitle?: string
  isFirst: boolean
  isLast: boolean
}

export function LessonRow(props: LessonRowProps) {
  const { lesson, lang, state, path, stateWords, courseTitle, isFirst, isLast } = props
  return (
    <li data-state={state ?? 'unknown'}>
      <StringRow
        knot={state ? knots[state] : 'open'}
        isFirst={isFirst}
        isLast={isLast}
        title={lesson.title}
        detail={courseTitle}
        lang={lang}
        facts={<LessonFacts lesson={lesson} state={state} stateWords={stateWords} minutesClass={styles.minutes} />}
        mark={state === null ? undefined : path === null ? 'lock' : state === 'completed' ? 'check' : 'chevronRight'}
        to={path}
      />
    </li>
  )
}
