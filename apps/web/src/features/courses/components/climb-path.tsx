import type { Course } from '@kitewise/contract/entities'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { Icon } from '../../../components/icon.tsx'
import { KiteMark } from '../../../components/kite.tsx'
import { ProgressRing } from '../../../components/progress-ring.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { useForeignLanguage } from '../../../lib/i18n/language.ts'
import { type ClimbLesson, type ClimbLevel, type RowKind, type Strand, strandsOf } from '../climb.ts'
import { minutesLeft, type ShownProgress, useTimeLeft } from '../course-progress.ts'
import styles from './climb-path.module.css'
import { Medal } from './course-parts.tsx'
import { LessonFacts } from './lesson-facts.tsx'

type ClimbPathProps = {
  course: Course
  progress: ShownProgress
  levels: readonly ClimbLevel[]
  /** On a wide screen the path is a map beside the lessons of one level, which its gates choose. */
  map?: { chosen: number; onChoose: (number: number) => void }
}

/**
 * The whole course as one string, from the first knot on the ground to the medal in the sky. The first level and the one
 * to go on in are open, or the last one of a finished course; a folded level is a short stretch of string with its gate.
 */
export function ClimbPath({ course, progress, levels, map }: ClimbPathProps) {
  const [folds, setFolds] = useState<Readonly<Record<number, boolean>>>({})
  const lang = useForeignLanguage(course.language)
  const isFinished = progress.status === 'completed'
  const isOpen = ({ number, isHere }: ClimbLevel): boolean =>
    folds[number] ?? (number === 1 || isHere || (isFinished && number === levels.length))
  const press = (level: ClimbLevel): void => {
    const isOther = map !== undefined && map.chosen !== level.number
    if (isOther) map.onChoose(level.number)
    setFolds({ ...folds, [level.number]: isOther || !isOpen(level) })
  }

  const kinds = rowsOf(levels, isOpen)
  const strands = strandsOf(kinds)
  const here = isFinished ? kinds.length - 1 : placeOfLearner(levels, isOpen)
  let next = 0
  const takeString = (): ReactNode => {
    const index = next++
    return <StringPart strand={strands[index]} isDoneBelow={index <= here} isDoneAbove={index < here} />
  }
  return (
    <div className={classNames(styles.climb, map && styles.map)}>
      {levels.map((level) => {
        const gateString = takeString()
        return (
          <div key={level.chapter.id} className={styles.level}>
            <Gate
              level={level}
              lang={lang}
              string={gateString}
              isOpen={isOpen(level)}
              isChosen={map && map.chosen === level.number}
              onPress={() => press(level)}
            />
            {isOpen(level) && (
              <ol className={styles.lessons} aria-hidden={map && true}>
                {level.lessons.map((lesson) => {
                  const index = next
                  return (
                    <Knot
                      key={lesson.lesson.id}
                      {...lesson}
                      x={strands[index]?.x ?? 0}
                      string={takeString()}
                      lang={lang}
                      isMap={map !== undefined}
                    />
                  )
                })}
              </ol>
            )}
          </div>
        )
      })}
      <Summit course={course} progress={progress} string={takeString()} />
    </div>
  )
}

const rowsOf = (levels: readonly ClimbLevel[], isOpen: (level: ClimbLevel) => boolean): RowKind[] => [
  ...levels.flatMap((level): RowKind[] => ['gate', ...(isOpen(level) ? level.lessons.map(() => 'knot' as const) : [])]),
  'medal',
]

/** In a closed level, the learner is at its gate. */
const placeOfLearner = (levels: readonly ClimbLevel[], isOpen: (level: ClimbLevel) => boolean): number => {
  let place = 0
  for (const level of levels) {
    const { lessons, isHere } = level
    if (isHere) return isOpen(level) ? place + 1 + lessons.findIndex((lesson) => lesson.isHere) : place
    place += 1 + (isOpen(level) ? lessons.length : 0)
  }
  return -1
}

type StringPartProps = { strand: Strand | undefined; isDoneBelow: boolean; isDoneAbove: boolean }

const StringPart = ({ strand, isDoneBelow, isDoneAbove }: StringPartProps) => (
  <svg className={styles.string} viewBox="0 0 120 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    {strand?.below && <path className={isDoneBelow ? styles.flown : styles.ahead} d={strand.below} />}
    {strand?.above && <path className={isDoneAbove ? styles.flown : styles.ahead} d={strand.above} />}
  </svg>
)

const Cloud = () => (
  <svg className={styles.cloud} viewBox="0 0 120 48" focusable="false">
    <path d="M22 46a17 17 0 0 1-2-34 26 26 0 0 1 48-4 20 20 0 0 1 30 14 12 12 0 0 1-2 24z" />
  </svg>
)

type GateProps = {
  level: ClimbLevel
  lang: string | undefined
  string: ReactNode
  isOpen: boolean
  /** On the map: whether the lessons of this level are beside it. */
  isChosen: boolean | undefined
  onPress: () => void
}

const Gate = ({ level, lang, string, isOpen, isChosen, onPress }: GateProps) => {
  const t = useTranslations('course')
  const { chapter, number, lessons, done, message } = level
  const isPassed = message !== null
  const hasProgress = lessons.some(({ state }) => state !== null)
  return (
    <div className={classNames(styles.row, isOpen ? styles.gateRow : styles.foldedRow)} data-row>
      <span className={styles.rail} aria-hidden="true">
        <Cloud />
        {string}
        <svg className={classNames(styles.arch, isPassed && styles.passed)} viewBox="0 0 72 64" focusable="false">
          <path d="M8 62V36a28 28 0 0 1 56 0v26" />
        </svg>
      </span>
      <div className={styles.gateWords}>
        <h3 className={styles.gateTitle}>
          <button
            type="button"
            className={styles.gate}
            aria-expanded={isOpen}
            aria-pressed={isChosen}
            onClick={onPress}
          >
            <span className={styles.levelNumber}>
              <span>{t('level', { number })}</span>
              {hasProgress && isOpen && <span>{t('levelDone', { done, total: lessons.length })}</span>}
              <Icon name="chevronDown" />
            </span>
            <span lang={lang}>{chapter.title}</span>
            {hasProgress && !isOpen && (
              <span className={styles.folded}>{t('lessonsDone', { done, total: lessons.length })}</span>
            )}
          </button>
        </h3>
        {message && isOpen && isChosen === undefined && (
          <p className={styles.message} lang={lang}>
            <strong>{message.title}</strong> {message.description}
          </p>
        )}
      </div>
    </div>
  )
}

type KnotProps = ClimbLesson & { x: number; string: ReactNode; lang: string | undefined; isMap: boolean }

const Knot = ({ lesson, state, path, isHere, x, string, lang, isMap }: KnotProps) => {
  const row = useRef<HTMLLIElement>(null)
  useShowOnOpen(row, isHere)
  const content = (
    <>
      <span className={styles.rail} aria-hidden="true">
        {string}
        <span className={styles.knot} style={{ left: `${(x / 120) * 100}%` }}>
          {isHere ? <KiteMark /> : <Icon name={iconOf(state)} />}
        </span>
      </span>
      <span className={styles.words}>
        <span className={styles.title} lang={lang}>
          {lesson.title}
        </span>
        <span className={styles.facts}>
          <LessonFacts lesson={lesson} state={state} />
        </span>
      </span>
    </>
  )
  const className = classNames(
    styles.row,
    state === 'completed' && styles.completed,
    state === 'locked' && styles.locked,
    state === null && styles.unknown,
    isHere && styles.here,
  )
  return (
    <li ref={row} className={styles.item} data-state={state ?? 'unknown'} data-row data-here={isHere || undefined}>
      {path === null ? (
        <span className={className}>{content}</span>
      ) : (
        <Link className={className} to={path} {...(isMap ? { tabIndex: -1, title: lesson.title } : {})}>
          {content}
        </Link>
      )}
    </li>
  )
}

const iconOf = (state: ClimbLesson['state']) => {
  if (state === 'completed') return 'check'
  return state === 'locked' ? 'lock' : 'play'
}

/** The learner's position is in view when the course opens, after the shell has scrolled to the top. */
const useShowOnOpen = (row: { current: HTMLElement | null }, isHere: boolean): void => {
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current || !isHere) return undefined
    const frame = requestAnimationFrame(() => {
      isFirst.current = false
      row.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
      uncoverTopRow()
    })
    return () => cancelAnimationFrame(frame)
  }, [row, isHere])
}

/** Scrolls back to the start of the row that the course's title bar cuts off. */
const uncoverTopRow = (): void => {
  const edge = document.querySelector('[data-course-bar]')?.getBoundingClientRect().bottom ?? 0
  const cut = [...document.querySelectorAll('[data-row]')]
    .map((row) => row.getBoundingClientRect())
    .find(({ top, bottom }) => top < edge && bottom > edge)
  if (cut) window.scrollBy({ top: cut.top - edge, behavior: 'instant' })
}

const Summit = ({ course, progress, string }: { course: Course; progress: ShownProgress; string: ReactNode }) => {
  const t = useTranslations('course')
  const timeLeft = useTimeLeft()
  const row = useRef<HTMLDivElement>(null)
  const isComplete = progress.status === 'completed'
  useShowOnOpen(row, isComplete)
  const { percent, lessonsCompleted, totalLessons } = progress
  const left = totalLessons === 0 ? 0 : minutesLeft(course, progress)
  const lessons = t('lessonsDone', { done: lessonsCompleted, total: totalLessons })
  return (
    <div ref={row} className={classNames(styles.row, styles.summit)} data-row>
      <span className={styles.rail}>
        {string}
        <span className={styles.dial}>
          <ProgressRing
            percent={percent}
            label={t('progressLabel')}
            valueText={`${t('percent', { percent })}, ${lessons}`}
          >
            <Medal isEarned={isComplete} label={t(isComplete ? 'medalEarned' : 'medalOpen')} />
          </ProgressRing>
          <span className={styles.percent} aria-hidden="true">
            {t('percent', { percent })}
          </span>
        </span>
      </span>
      <p className={styles.progress}>
        {isComplete && <KiteMark />}
        <span>{lessons}</span>
        {left > 0 && <span>{timeLeft(left)}</span>}
      </p>
    </div>
  )
}
