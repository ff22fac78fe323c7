import type { LessonSummary } from '@kitewise/contract/entities'
import type { LessonState } from '@kitewise/rules/lesson-state'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../components/icon.tsx'
import { KiteKnot, type KnotState } from '../../../components/kite-knot.tsx'
import { classNames } from '../../../lib/class-names.ts'
import styles from './lesson-row.module.css'

const knots = { completed: 'done', current: 'current', available: 'open', locked: 'locked' } as const satisfies Record<
  LessonState,
  KnotState
>

const stateKeys = {
  completed: 'lessonCompleted',
  current: 'lessonCurrent',
  available: 'lessonAvailable',
  locked: 'lessonLocked',
} as const satisfies Record<LessonState, string>

type LessonRowProps = {
  lesson: LessonSummary
  /** Of the title, where it is not in the interface's language. */
  lang: string | undefined
  /** Null while the progress is not known. */
  state: LessonState | null
  /** Where a tap leads; null for a lesson that is locked or of which nothing is known: it cannot be tapped. */
  path: string | null
  isFirst: boolean
  isLast: boolean
}

export const LessonRow = ({ lesson, lang, state, path, isFirst, isLast }: LessonRowProps) => {
  const t = useTranslations()
  const content = (
    <>
      <KiteKnot state={state ? knots[state] : 'open'} isFirst={isFirst} isLast={isLast} />
      <span className={styles.words}>
        <span className={styles.title} lang={lang}>
          {lesson.title}
        </span>
        <span className={styles.facts}>
          {state && (
            <>
              {t(`course.${stateKeys[state]}`)}
              <span aria-hidden="true"> · </span>
            </>
          )}
          <span className={styles.minutes}>{t('courses.minutes', { count: lesson.minutes })}</span>
        </span>
      </span>
      {state && (
        <span className={styles.mark}>
          <Icon name={state === 'locked' ? 'lock' : state === 'completed' ? 'check' : 'chevronRight'} />
        </span>
      )}
    </>
  )
  return (
    <li className={classNames(styles.item, state === 'current' && styles.current)} data-state={state ?? 'unknown'}>
      {path === null ? (
        <span className={classNames(styles.row, state === 'locked' && styles.locked)}>{content}</span>
      ) : (
        <Link className={styles.row} to={path}>
          {content}
        </Link>
      )}
    </li>
  )
}
