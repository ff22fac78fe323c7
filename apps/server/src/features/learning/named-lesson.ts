import type { FoundLesson } from '@kitewise/content/catalog'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'

export function findNamedLesson(context: Context, lessonId: string, claims: Claims = {}): Result<FoundLesson> {
  if (claims.courseId !== undefined && !context.catalog.findCourse(claims.courseId)) return refuse('course_not_found')
  const found = context.catalog.findLesson(lessonId)
  if (!found) return refuse('lesson_not_found')
  const contradictions = findContradictions(found, claims)
  return contradictions.length > 0 ? refuse('invalid_request', contradictions) : ok(found)
}

/** What a request claims about a lesson in path and body. Only the given fields are compared. */
type Claims = {
  /** Where the ids are in the request; the body by default. */
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

/**
 * The id identifies a fragment: its index must be within the lesson but may be outdated, because fragments can move while the
 * app is open (docs/decisions/0007).
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

const differs = (given: string | undefined, expected: string) => given !== undefined && given !== expected
