import type { FoundLesson } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'

/**
 * The lesson that a request speaks of. Refuses with `lesson_not_found`, `course_not_found`, or `invalid_request` and
 * the list of what does not belong together.
 */
export const findNamedLesson = (context: Context, lessonId: string, claims: Claims = {}): Result<FoundLesson> => {
  if (claims.courseId !== undefined && !context.catalog.findCourse(claims.courseId)) return refuse('course_not_found')
  const found = context.catalog.findLesson(lessonId)
  if (!found) return refuse('lesson_not_found')
  const contradictions = findContradictions(found, claims)
  return contradictions.length > 0 ? refuse('invalid_request', contradictions) : ok(found)
}

/** What a request says about a lesson in its path and body. Only what is there is compared. */
type Claims = {
  /** Where in the request the ids stand; the body when absent. */
  from?: 'path'
  lessonId?: string
  courseId?: string
  chapterId?: string
  fragmentId?: string
  practiceId?: string
  practiceType?: string
  pathIndex?: string
  fragmentIndex?: number
}

type Contradiction = { field: string; message: string }

const differs = (given: string | undefined, expected: string) => given !== undefined && given !== expected

/**
 * Which ids and indexes of a request do not belong together; empty when all do. A fragment is known by its id: its
 * index must lie within the lesson, but need not be the fragment's own, which may have moved under an open app (decision 0034).
 */
const findContradictions = (found: FoundLesson, claims: Claims): Contradiction[] => {
  const { fragments } = found.lesson
  const fragment = fragments.find(({ id }) => id === claims.fragmentId)
  const practice = fragment?.practices.find(({ id }) => id === claims.practiceId)
  const checks: [boolean, string, string][] = [
    [differs(claims.lessonId, found.lesson.id), 'lessonId', 'is not the lesson of the path'],
    [differs(claims.courseId, found.course.id), 'courseId', 'is not the course of this lesson'],
    [differs(claims.chapterId, found.chapter.id), 'chapterId', 'is not the chapter of this lesson'],
    [differs(claims.pathIndex, String(claims.fragmentIndex)), 'fragmentIndex', 'is not the index of the path'],
    [(claims.fragmentIndex ?? 0) >= fragments.length, 'fragmentIndex', 'is not within this lesson'],
    [claims.fragmentId !== undefined && !fragment, 'fragmentId', 'is not a fragment of this lesson'],
    [claims.practiceId !== undefined && !practice, 'practiceId', 'is not a practice of this fragment'],
    [practice !== undefined && differs(claims.practiceType, practice.type), 'practiceType', 'is not its type'],
  ]
  return checks
    .filter(([isWrong]) => isWrong)
    .map(([, name, message]) => ({ field: `${claims.from ?? 'body'}.${name}`, message }))
}
