import { courseAnswer } from '@kitewise/content/answers'
import {
  type Catalog,
  type CatalogCourse,
  type CatalogLesson,
  type FoundLesson,
  pickWords,
} from '@kitewise/content/catalog'
import type { Course, CourseProgress, LessonProgress } from '@kitewise/contract/entities'
import { courseProgress } from '@kitewise/rules/course-progress'
import { currentLesson, type LessonsOfLearner, lessonState } from '@kitewise/rules/lesson-state'
import { secondsToCount } from '@kitewise/rules/reading-evidence'
import { nextFragment } from '@kitewise/rules/starting-fragment'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findLearnerLessons, toLearnerLessons } from './open-lesson.ts'
import {
  type FragmentRow,
  lessonKey,
  type LessonKey,
  type LessonOfCourse,
  type LessonRow,
  listAllLessons,
  listFragments,
  type PracticeRow,
  readLearnerInLesson,
} from './progress.sql.ts'

export async function getCourseProgress(
  context: Context,
  userId: string,
  courseId: string,
  language: string,
): Promise<Result<CourseProgress>> {
  const course = context.catalog.findCourse(courseId)
  if (!course) return refuse('course_not_found')
  const learner = await findLearnerLessons(context, userId, courseId)
  return ok(await progressIn(context, userId, course, learner, language))
}

/** The progress in every course of the catalog, in its order. */
export async function listCourseProgress(
  context: Context,
  userId: string,
  language: string,
): Promise<CourseProgress[]> {
  const rows = await listAllLessons(context.db, userId)
  return Promise.all(
    context.catalog.courses.map((course) => {
      const learner = toLearnerLessons(rows.filter(({ courseId }) => courseId === course.id))
      return progressIn(context, userId, course, learner, language)
    }),
  )
}

const progressIn = async (
  context: Context,
  userId: string,
  course: CatalogCourse,
  learner: LessonsOfLearner,
  language: string,
): Promise<CourseProgress> => {
  const lessonIds = course.lessons.map(({ id }) => id)
  const lesson = currentLesson(lessonIds, learner)
  const rows = lesson === null ? [] : await listFragments(context.db, userId, lesson)
  const fragmentIndex = lesson === null ? 0 : fragmentToGoOnWith(context.catalog, lesson, rows)
  return presentCourseProgress(courseAnswer(course, language), learner, fragmentIndex)
}

const fragmentToGoOnWith = (catalog: Catalog, lessonId: string, rows: FragmentRow[]): number => {
  const completed = new Set(rows.filter((row) => row.completedAtMs !== null).map((row) => row.fragmentId))
  const fragments = catalog.findLesson(lessonId)?.lesson.fragments ?? []
  return nextFragment(fragments.map(({ id }) => completed.has(id)))
}

/** Leaves out lessons that are no longer part of the course. `fragmentIndex`: zero-based, where the current lesson continues. */
const presentCourseProgress = (course: Course, learner: LessonsOfLearner, fragmentIndex: number): CourseProgress => {
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

export async function getLessonProgress(
  context: Context,
  userId: string,
  found: FoundLesson,
  language: string,
): Promise<LessonProgress> {
  const { learner, rows } = await loadLessonProgress(context, lessonKey(userId, found))
  return presentLessonProgress({ found, language }, learner, rows)
}

type LessonRows = { fragments: FragmentRow[]; practices: PracticeRow[] }

/** Includes rows of removed content. */
export async function loadLessonProgress(
  context: Context,
  key: LessonKey,
): Promise<{ learner: LessonsOfLearner; lessons: LessonRow[]; rows: LessonRows }> {
  const { lessons, ...rows } = await readLearnerInLesson(context.db, key)
  return { learner: toLearnerLessons(lessons), lessons, rows }
}

/** One entry for each current fragment, by position. `language`: the text set in which the lesson is read. */
export function presentLessonProgress(
  { found, language }: { found: FoundLesson; language: string },
  learner: LessonsOfLearner,
  rows: LessonRows,
): LessonProgress {
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

type NextLesson = { course: CatalogCourse; lesson: CatalogLesson }

/**
 * As on the dashboard: the current lesson, else the next one of a started course, else the first one of a new course.
 * @param rows the learner's lessons of all courses, in the order of starting
 */
export function findNextLesson(catalog: Catalog, rows: readonly LessonOfCourse[]): NextLesson | null {
  const steps = catalog.courses.flatMap(
    (course) => nextIn(course, toLearnerLessons(rows.filter(({ courseId }) => courseId === course.id))) ?? [],
  )
  return steps.find(({ isCurrent }) => isCurrent) ?? steps.find(({ isBegun }) => isBegun) ?? steps[0] ?? null
}

const nextIn = (course: CatalogCourse, learner: LessonsOfLearner) => {
  const lessonIds = course.lessons.map(({ id }) => id)
  const currentId = currentLesson(lessonIds, learner)
  const isCurrent = currentId !== null
  const lesson = course.lessons.find(({ id }) =>
    isCurrent ? id === currentId : lessonState(lessonIds, learner, id) === 'available',
  )
  return lesson && { course, lesson, isCurrent, isBegun: learner.startedLessons.length > 0 }
}
