import type { Write } from './outbox.ts'

const coursePattern = /^\/api\/user-course-progress\/(?:start|finish)-lesson\/[^/]+\/[^/]+\/([^/]+)$/

/**
 * Writes of one lane are sent in their order, because the server needs it: the lessons of a course open one after the other. Others
 * don't wait for each other.
 */
export function laneOf({ path, body }: Pick<Write, 'path' | 'body'>): string {
  const [, inPath] = coursePattern.exec(path) ?? []
  if (inPath !== undefined) return decodeURIComponent(inPath)
  const { courseId, lessonId, practiceId, turn } = Object(body) as Record<string, unknown>
  if (typeof courseId === 'string') return courseId
  // The ID of a lesson begins with that of its course (content/README.md).
  if (typeof lessonId === 'string') return lessonId.slice(0, lessonId.lastIndexOf('.'))
  return turn !== undefined && typeof practiceId === 'string' ? `review ${practiceId}` : path
}
