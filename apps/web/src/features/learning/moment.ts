import type { Streak } from '@kitewise/contract/entities'

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
