import { pickWords, type FoundLesson } from '@kitewise/content/catalog'
import type { Course, CourseProgress, LessonProgress } from '@kitewise/contract/entities'
import { courseProgress } from '@kitewise/rules/course-progress'
import { secondsToCount } from '@kitewise/rules/reading-evidence'
import { currentLesson, type LessonsOfLearner } from '@kitewise/rules/lesson-state'
import type { LessonRows } from './load-lesson-progress.ts'

/**
 * A lesson's progress, one entry for each fragment that it has today, by position.
 *
 * @param shown `language`: the text set that the lesson is read in
 */
export const presentLessonProgress = (
  { found, language }: { found: FoundLesson; language: string },
  learner: LessonsOfLearner,
  rows: LessonRows,
): LessonProgress => {
  const fragments = new Map(rows.fragments.map((row) => [row.fragmentId, row]))
  const results = new Map(rows.practices.map((row) => [row.practiceId, row]))
  const entries = found.lesson.fragments.map(({ id, practices, words }, index) => {
    const row = fragments.get(id)
    const practiceResults = practices.flatMap((practice) => results.get(practice.id) ?? [])
    const entry = {
      fragmentId: id,
      completed: (row?.completedAtMs ?? null) !== null,
      timeSpent: row?.timeSpentSeconds ?? 0,
      secondsToCount: row?.readAtMs ? 0 : secondsToCount(pickWords(words, language).words.readingSeconds),
      practiceResults,
    }
    return [String(index), entry] as const
  })
  return {
    lessonId: found.lesson.id,
    started: learner.startedLessons.includes(found.lesson.id),
    finished: learner.finishedLessons.includes(found.lesson.id),
    fragmentProgress: Object.fromEntries(entries),
  }
}

/**
 * A course's progress. Lessons that are no longer part of the course are not shown.
 *
 * @param course the course in the learner's language, with chapters and lessons
 * @param fragmentIndex zero-based fragment to go on with in the current lesson, 0 when there is none
 */
export const presentCourseProgress = (
  course: Course,
  learner: LessonsOfLearner,
  fragmentIndex: number,
): CourseProgress => {
  const chapters = (course.chapters ?? []).map(({ id, title, lessons = [] }) => ({
    id,
    title,
    lessons: lessons.map((lesson) => ({ id: lesson.id, title: lesson.title })),
  }))
  const lessonIds = chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id))
  const isInCourse = (id: string) => lessonIds.includes(id)
  return {
    courseId: course.id,
    ...courseProgress(lessonIds, learner),
    thumbnail: course.featuredImage?.formats.small.url ?? '',
    chapters,
    progressInfo: {
      finishedLessons: learner.finishedLessons.filter(isInCourse),
      startedLessons: learner.startedLessons.filter(isInCourse),
      lesson: currentLesson(lessonIds, learner),
      fragmentIndex,
    },
  }
}
