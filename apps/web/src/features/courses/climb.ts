import type { Chapter, Course, LessonSummary } from '@kitewise/contract/entities'
import { progressMessage } from '@kitewise/rules/course-progress'
import type { LessonState } from '@kitewise/rules/lesson-state'
import { isKnown, lessonPath, lessonStates, nextLesson, type ShownProgress } from './course-progress.ts'

export type ClimbLesson = {
  lesson: LessonSummary
  /** Null while the progress is unknown. */
  state: LessonState | null
  /** Where a tap leads; null if it can't be opened. */
  path: string | null
  /** The learner's position on the string. */
  isHere: boolean
}

export type ClimbLevel = {
  chapter: Chapter
  number: number
  lessons: ClimbLesson[]
  done: number
  isHere: boolean
  /** What the course says to who has come this far; null for a level that is still ahead. */
  message: { title: string; description: string } | null
}

/** The levels of a course from the ground up, and where the learner is. */
export function climbOf(course: Course, progress: ShownProgress): ClimbLevel[] {
  // Unknown progress says nothing about a lesson: neither open nor locked.
  const states = isKnown(progress) ? lessonStates(course, progress) : null
  const here = states && nextLesson(course, progress)?.lesson.id
  const levels = (course.chapters ?? []).map((chapter, index) => {
    const lessons = (chapter.lessons ?? []).map((lesson) => {
      const state = states && (states.get(lesson.id) ?? 'locked')
      const path = state && lessonPath(course.id, lesson.id, state, progress.progressInfo.fragmentIndex)
      return { lesson, state, path, isHere: lesson.id === here }
    })
    const done = lessons.filter(({ state }) => state === 'completed').length
    return { chapter, number: index + 1, lessons, done, isHere: lessons.some(({ isHere }) => isHere) }
  })
  const lastDone = levels.findLastIndex(({ lessons, done }) => lessons.length > 0 && done === lessons.length)
  const isFinished = progress.status === 'completed'
  const current = isFinished ? lastDone : levels.findIndex(({ isHere }) => isHere)
  let before = 0
  return levels.map((level, index) => {
    before += level.lessons.length
    const after = Math.round((100 * before) / Math.max(1, progress.totalLessons))
    const reached = index === current ? progress.percent : index < current ? Math.min(after, progress.percent) : null
    return { ...level, message: reached === null ? null : progressMessage(course.progressMessages ?? [], reached) }
  })
}

export type RowKind = 'gate' | 'knot' | 'medal'

/** How far the knots swing to the side, from -1 to 1. Gates and the medal hang straight. */
const swing = [0.15, 0.85, 1, 0.35, -0.55, -1, -0.6]

/** Each row is a grid of 120 × 100; its middle is its knot. */
const middle = 60
const reach = 26

export type Strand = { below: string | null; above: string | null; x: number }

/**
 * The string through each row, from the ground up: one smooth curve, cut at the rows' edges, so that each row draws its own
 * part however tall its text is. Next to a gate, whose row may be of any height, the string is vertical at the edge.
 */
export function strandsOf(kinds: readonly RowKind[]): Strand[] {
  let knots = 0
  const xs = kinds.map((kind) => middle + (kind === 'knot' ? reach * (swing[knots++ % swing.length] ?? 0) : 0))
  const at = (index: number): number => xs[Math.min(Math.max(index, 0), xs.length - 1)] ?? middle
  const isStraight = (index: number): boolean => kinds[index] !== 'knot'
  const slope = (index: number): number => (isStraight(index) ? 0 : (at(index + 1) - at(index - 1)) / 2)
  /** Where the string crosses the edge above a row, and how much it leans there. */
  const edge = (index: number): { x: number; lean: number } => {
    if (isStraight(index)) return { x: at(index), lean: 0 }
    if (isStraight(index + 1)) return { x: at(index + 1), lean: 0 }
    const [from, to] = [at(index), at(index + 1)]
    return {
      x: (from + to) / 2 + (slope(index) - slope(index + 1)) / 8,
      lean: 1.5 * (to - from) - (slope(index) + slope(index + 1)) / 4,
    }
  }
  return xs.map((x, index) => {
    const [under, over] = [edge(index - 1), edge(index)]
    const lean = slope(index)
    return {
      below: index > 0 ? curve([under.x, under.x + under.lean / 6, x - lean / 6, x], 100) : null,
      above: index < xs.length - 1 ? curve([x, x + lean / 6, over.x - over.lean / 6, over.x], 50) : null,
      x: round(x),
    }
  })
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Half a row upward; the height grows evenly. */
const curve = (xs: [number, number, number, number], from: number): string => {
  const [start, ...rest] = xs.map((x, index) => `${round(x)} ${round(from - (50 / 3) * index)}`)
  return `M${start}C${rest.join(' ')}`
}
