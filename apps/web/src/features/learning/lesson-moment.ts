import type { CourseProgress, Lesson, LessonProgress, Streak } from '@kitewise/contract/entities'
import { givenAnswer } from './lesson-walk.ts'

/** What a learner has just done, for the peak after a lesson. Only facts: nothing here is estimated. */
export type LessonMoment = {
  kind: 'lesson' | 'level' | 'course'
  courseId: string
  /** The lesson, the level or the course that is done. */
  title: string
  /** The language of the titles and the takeaway, as in the contract. */
  language: string
  /** The lesson in a sentence; null for a level and a course. */
  takeaway: string | null
  /** Practices answered in this lesson, and how many of them right. */
  answered: number
  right: number
  /** One for each lesson of the course, in order. */
  knots: { id: string; isDone: boolean; endsLevel: boolean }[]
  /** The knot of this lesson. */
  at: number
  next: { id: string; title: string } | null
  /** Null if it isn't known in time. */
  streak: {
    days: Streak['strip']
    today: string
    count: number
    countBefore: number | null
    hasNewFreeze: boolean
  } | null
}

type Done = {
  lesson: Lesson
  progress: LessonProgress | undefined
  course: CourseProgress
  streakBefore: Streak | undefined
  streak: Streak | null
}

/** Null if the course doesn't list the lesson: then there is nothing certain to say. */
export function momentOf({ lesson, progress, course, streakBefore, streak }: Done): LessonMoment | null {
  const finished = new Set(course.progressInfo.finishedLessons)
  const knots = course.chapters.flatMap(({ lessons }) =>
    lessons.map(({ id }, index) => ({ id, isDone: finished.has(id), endsLevel: index === lessons.length - 1 })),
  )
  const at = knots.findIndex(({ id }) => id === lesson.id)
  if (at < 0) return null
  const kind = kindOf(lesson, course, finished)
  const given = lesson.fragments
    .flatMap(({ practices }) => practices)
    .flatMap(({ id }) => (progress && givenAnswer(progress, id)) ?? [])
  return {
    kind,
    courseId: lesson.course.id,
    title: { lesson: lesson.title, level: lesson.chapter.title, course: lesson.course.title }[kind],
    language: lesson.language,
    takeaway: kind === 'lesson' ? lesson.content : null,
    answered: given.length,
    right: given.filter(({ isCorrect }) => isCorrect).length,
    knots,
    at,
    next: nextLesson(course, finished, at),
    streak: streak && streakMoment(streak, streakBefore),
  }
}

const kindOf = (lesson: Lesson, course: CourseProgress, finished: ReadonlySet<string>): LessonMoment['kind'] => {
  if (course.status === 'completed') return 'course'
  const level = course.chapters.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id))
  return level?.lessons.every(({ id }) => finished.has(id)) ? 'level' : 'lesson'
}

const nextLesson = (course: CourseProgress, finished: ReadonlySet<string>, at: number): LessonMoment['next'] => {
  const lessons = course.chapters.flatMap((chapter) => chapter.lessons)
  return [...lessons.slice(at + 1), ...lessons.slice(0, at)].find(({ id }) => !finished.has(id)) ?? null
}

const streakMoment = (streak: Streak, before: Streak | undefined): LessonMoment['streak'] =>
  streak.isTodayLearned
    ? {
        days: streak.strip,
        today: streak.today,
        count: streak.current,
        countBefore: before?.current ?? null,
        hasNewFreeze: before !== undefined && streak.freezes > before.freezes,
      }
    : null
