import type { Chapter, Course, LessonSummary } from '@kitewise/contract/entities'
import type { LessonState } from '@kitewise/rules/lesson-state'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Stack } from '../../../components/layout.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { Icon } from '../../../components/icon.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { isKnown, lessonPath, lessonStates, nextLesson, type ShownProgress } from '../course-progress.ts'
import styles from './course-detail.module.css'

/** Open at first: the first level and the one with the next lesson. */
export function ChapterLevels({ course, progress }: { course: Course; progress: ShownProgress }) {
  const t = useTranslations('course')
  // Unknown progress says nothing about a lesson: neither open nor locked.
  const states = isKnown(progress) ? lessonStates(course, progress) : null
  const next = nextLesson(course, progress)?.lesson.id
  const lang = useForeignLanguage(course.language)
  return (
    <Stack aria-labelledby="levels" as="section" gap="cards">
      <h2 id="levels" className={styles.heading}>
        {t('levels')}
      </h2>
      {(course.chapters ?? []).map((chapter, index) => (
        <div key={chapter.id} className={styles.level}>
          <Disclosure
            isOpenAtFirst={index === 0 || chapter.lessons?.some(({ id }) => id === next) === true}
            summary={<LevelSummary chapter={chapter} number={index + 1} states={states} lang={lang} />}
          >
            <ol className={styles.lessons}>
              {(chapter.lessons ?? []).map((lesson, place, lessons) => {
                const state = states && (states.get(lesson.id) ?? 'locked')
                return (
                  <LessonRow
                    key={lesson.id}
                    lesson={lesson}
                    lang={lang}
                    state={state}
                    path={state && lessonPath(course.id, lesson.id, state, progress.progressInfo.fragmentIndex)}
                    isFirst={place === 0}
                    isLast={place === lessons.length - 1}
                  />
                )
              })}
            </ol>
          </Disclosure>
        </div>
      ))}
    </Stack>
  )
}

type LevelSummaryProps = {
  chapter: Chapter
  number: number
  /** Null while the progress is unknown. */
  states: ReadonlyMap<string, LessonState> | null
  lang: string | undefined
}

const LevelSummary = ({ chapter, number, states, lang }: LevelSummaryProps) => {
  const t = useTranslations('course')
  const lessons = chapter.lessons ?? []
  const done = lessons.filter(({ id }) => states?.get(id) === 'completed').length
  return (
    <span className={styles.summary}>
      <span className={styles.number}>{t('level', { number })}</span>
      <span className={styles.title} lang={lang}>
        {chapter.title}
      </span>
      {states && <span className={styles.doneCount}>{t('levelDone', { done, total: lessons.length })}</span>}
    </span>
  )
}

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
  /** The language of the title, if it differs from the interface. */
  lang: string | undefined
  /** Null while the progress is unknown. */
  state: LessonState | null
  /** Where a tap leads; null for a lesson that is locked or whose state is unknown: it cannot be tapped. */
  path: string | null
  isFirst: boolean
  isLast: boolean
}

const LessonRow = ({ lesson, lang, state, path, isFirst, isLast }: LessonRowProps) => {
  const t = useTranslations()
  const content = (
    <>
      <KiteKnot state={state ? knots[state] : 'open'} isFirst={isFirst} isLast={isLast} />
      <span className={styles.lessonWords}>
        <span className={styles.lessonTitle} lang={lang}>
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
    <li className={state === 'current' ? styles.currentItem : undefined} data-state={state ?? 'unknown'}>
      {path === null ? (
        <span className={classNames(styles.row, state === 'locked' && styles.lockedRow)}>{content}</span>
      ) : (
        <Link className={styles.row} to={path}>
          {content}
        </Link>
      )}
    </li>
  )
}

type KnotState = 'done' | 'current' | 'open' | 'locked'

type KiteKnotProps = {
  state: KnotState
  /** The string ends at the first and the last knot. */
  isFirst?: boolean
  isLast?: boolean
}

/** Decorative: the row states it in words. Give the row `align-items: stretch`. */
const KiteKnot = ({ state, isFirst = false, isLast = false }: KiteKnotProps) => (
  <span
    className={classNames(styles.knot, styles[state], isFirst && styles.first, isLast && styles.last)}
    aria-hidden="true"
  >
    {state === 'current' ? <KiteMark /> : <span className={styles.bead} />}
  </span>
)
