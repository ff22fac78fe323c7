import type { Calls } from '@kitewise/contract/calls'
import type { Fragment, Lesson, LessonProgress, Practice } from '@kitewise/contract/entities'

type ReportCall = Calls['POST /api/user-course-progress/fragment/{userId}/{lessonId}/{fragmentIndex}']
type SubmitCall = Calls['POST /api/user-course-progress/submit-practice/{userId}/{lessonId}/{fragmentIndex}']

export type FragmentReport = ReportCall['body']
export type PracticeSubmission = SubmitCall['body']
export type PracticeAnswered = { answer: string; isCorrect: boolean }

/** A write as the outbox takes it. */
export type LearnerWrite =
  | { kind: 'fragment'; path: string; body: FragmentReport }
  | { kind: 'practice'; path: string; body: PracticeSubmission }

const pathOf = (
  call: 'fragment' | 'submit-practice',
  userId: string,
  lessonId: string,
  fragmentIndex: number,
): string =>
  `/api/user-course-progress/${call}/${encodeURIComponent(userId)}/${encodeURIComponent(lessonId)}/${fragmentIndex}`

/** What to write of a fragment: `null` seconds say that it was started, a number that it was completed after so many. */
export const fragmentWrite = (
  userId: string,
  lesson: Lesson,
  fragmentIndex: number,
  seconds: number | null,
): LearnerWrite => ({
  kind: 'fragment',
  path: pathOf('fragment', userId, lesson.id, fragmentIndex),
  body: {
    courseId: lesson.course.id,
    chapterId: lesson.chapter.id,
    lessonId: lesson.id,
    fragmentId: fragmentAt(lesson, fragmentIndex).id,
    fragmentIndex,
    completed: seconds !== null,
    progressPercentage: seconds === null ? 0 : 100,
    timeSpent: seconds ?? 0,
  },
})

export const practiceWrite = (
  userId: string,
  lesson: Lesson,
  fragmentIndex: number,
  practice: Practice,
  { answer, isCorrect }: PracticeAnswered,
): LearnerWrite => ({
  kind: 'practice',
  path: pathOf('submit-practice', userId, lesson.id, fragmentIndex),
  body: {
    practiceId: practice.id,
    practiceType: practice.practiceType,
    answer,
    isCorrect,
    completed: true,
    courseId: lesson.course.id,
    fragmentId: fragmentAt(lesson, fragmentIndex).id,
    fragmentIndex,
    lessonId: lesson.id,
  },
})

const fragmentAt = (lesson: Lesson, index: number): Fragment => {
  const fragment = lesson.fragments[index]
  if (!fragment) throw new Error(`Lesson ${lesson.id} has no fragment ${index}.`)
  return fragment
}

/** Which fragments are completed, in the order of the lesson. The id decides, since a lesson may change under an open app. */
export const completedFragments = (lesson: Lesson, progress: LessonProgress): boolean[] => {
  const entries = Object.values(progress.fragmentProgress)
  const completed = new Set(entries.filter((entry) => entry.completed).map((entry) => entry.fragmentId))
  return lesson.fragments.map(({ id }) => completed.has(id))
}
