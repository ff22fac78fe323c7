import type { Calls } from '@kitewise/contract/calls'
import type { Fragment, Lesson, LessonProgress, Practice, PracticeResult } from '@kitewise/contract/entities'
import type { LatePath } from '@kitewise/contract/late-writes'
import { keptAnswer } from '@kitewise/rules/practice'
import { finishedLesson } from '../../lib/learning-queries.ts'

type ReportCall = Calls['POST /api/user-course-progress/fragment/{userId}/{lessonId}/{fragmentIndex}']
type SubmitCall = Calls['POST /api/user-course-progress/submit-practice/{userId}/{lessonId}/{fragmentIndex}']

type ProgressUpdate = Calls['POST /api/product-user/update-course-progress']['body']

type FragmentReport = ReportCall['body']
type PracticeSubmission = SubmitCall['body']
export type PracticeAnswered = { answer: string; isCorrect: boolean }

export type LearnerWrite =
  | { kind: 'fragment'; path: LatePath; body: FragmentReport }
  | { kind: 'practice'; path: LatePath; body: PracticeSubmission }

const pathOf = (
  call: 'fragment' | 'submit-practice',
  userId: string,
  lessonId: string,
  fragmentIndex: number,
): LatePath =>
  `/api/user-course-progress/${call}/${encodeURIComponent(userId)}/${encodeURIComponent(lessonId)}/${fragmentIndex}`

/** The write for a fragment: `null` seconds mean started, a number means completed after that time. */
export function fragmentWrite(
  userId: string,
  lesson: Lesson,
  fragmentIndex: number,
  seconds: number | null,
): LearnerWrite {
  return {
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
  }
}

export function practiceWrite(
  userId: string,
  lesson: Lesson,
  fragmentIndex: number,
  practice: Practice,
  { answer, isCorrect }: PracticeAnswered,
): LearnerWrite {
  return {
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
  }
}

type Ids = `${string}/${string}/${string}`

const idsOf = (userId: string, lessonId: string, courseId: string): Ids =>
  `${encodeURIComponent(userId)}/${encodeURIComponent(lessonId)}/${encodeURIComponent(courseId)}`

/** What starts a lesson: two calls, in this order. */
export function startWrites(
  userId: string,
  { id: lessonId, course, chapter }: Lesson,
): { path: LatePath; body: object }[] {
  const ids = idsOf(userId, lessonId, course.id)
  const started: ProgressUpdate = {
    courseId: course.id,
    chapterId: chapter.id,
    lessonId,
    completed: false,
    progressPercentage: 0,
    timeSpent: 0,
    started: true,
  }
  return [
    { path: `/api/user-course-progress/start-lesson/${ids}`, body: {} },
    { path: '/api/product-user/update-course-progress', body: started },
  ]
}

/** For a lesson that was finished without a connection. */
export function finishWrite(userId: string, lesson: Pick<Lesson, 'id' | 'course'>): { path: LatePath; body: object } {
  const ids = idsOf(userId, lesson.id, lesson.course.id)
  return { path: `/api/user-course-progress/finish-lesson/${ids}`, body: {} }
}

const fragmentAt = (lesson: Lesson, index: number): Fragment => {
  const fragment = lesson.fragments[index]
  if (!fragment) throw new Error(`Lesson ${lesson.id} has no fragment ${index}.`)
  return fragment
}

/** Which fragments are completed, in lesson order. Matched by id, because a lesson may change under an open app. */
export function completedFragments(lesson: Lesson, progress: LessonProgress): boolean[] {
  const entries = Object.values(progress.fragmentProgress)
  const completed = new Set(entries.filter((entry) => entry.completed).map((entry) => entry.fragmentId))
  return lesson.fragments.map(({ id }) => completed.has(id))
}

type AnyWrite = { path: string; body: unknown }
type Entry = LessonProgress['fragmentProgress'][string]

const pathPattern = /^\/api\/user-course-progress\/(fragment|submit-practice)\//

const withResult = (results: PracticeResult[], submission: PracticeSubmission): PracticeResult[] => {
  const { practiceId, answer, isCorrect } = submission
  const stored = results.find((result) => result.practiceId === practiceId) ?? null
  const others = results.filter((result) => result.practiceId !== practiceId)
  return [...others, keptAnswer(stored, { practiceId, answer, isCorrect })]
}

const entryAfter = (entry: Entry, call: string, body: FragmentReport | PracticeSubmission): Entry => {
  if (call === 'submit-practice') {
    return { ...entry, practiceResults: withResult(entry.practiceResults, body as PracticeSubmission) }
  }
  const { completed, timeSpent } = body as FragmentReport
  return {
    ...entry,
    completed: entry.completed || completed,
    timeSpent: Math.max(entry.timeSpent, timeSpent),
    secondsToCount: completed && timeSpent >= entry.secondsToCount ? 0 : entry.secondsToCount,
  }
}

const overlay = (progress: LessonProgress, { path, body }: AnyWrite): LessonProgress => {
  if (finishedLesson(path)?.lessonId === progress.lessonId) return { ...progress, started: true, finished: true }
  const [, call] = pathPattern.exec(path) ?? []
  // The outbox holds only this app's writes: the path determines the type of the body.
  const write = body as FragmentReport | PracticeSubmission
  if (call === undefined || write.lessonId !== progress.lessonId) return progress
  const { fragmentId, fragmentIndex } = write
  const known = Object.entries(progress.fragmentProgress).find(([, entry]) => entry.fragmentId === fragmentId)
  const [index, entry] = known ?? [
    String(fragmentIndex),
    { fragmentId, completed: false, timeSpent: 0, secondsToCount: 0, practiceResults: [] },
  ]
  const after = entryAfter(entry, call, write)
  return { ...progress, started: true, fragmentProgress: { ...progress.fragmentProgress, [index]: after } }
}

/** A write that the server has counted since changes nothing: progress only moves forward. */
export function overlayWrites(progress: LessonProgress, writes: readonly AnyWrite[]): LessonProgress {
  return writes.reduce(overlay, progress)
}
