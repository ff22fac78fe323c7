import type { CourseProgress } from '@kitewise/contract/entities'

/** What is shown of a course's progress. Not known (still loading, or the call failed) is 0 of 0 lessons: product spec §8. */
export type ShownProgress = Pick<
  CourseProgress,
  'status' | 'totalLessons' | 'lessonsCompleted' | 'percent' | 'progressInfo'
>

export const unknownProgress: ShownProgress = {
  status: 'not_started',
  totalLessons: 0,
  lessonsCompleted: 0,
  percent: 0,
  progressInfo: { finishedLessons: [], startedLessons: [], lesson: null, fragmentIndex: 0 },
}

export const isKnown = (progress: ShownProgress): boolean => progress !== unknownProgress
