import type { CourseProgress } from '@kitewise/contract/entities'
import type { Write } from './outbox/write.ts'

type FragmentBody = { lessonId: string; fragmentIndex: number; completed: boolean }

const placeAfter = (progress: CourseProgress, { path, body }: Pick<Write, 'path' | 'body'>): CourseProgress => {
  if (!path.startsWith('/api/user-course-progress/fragment/')) return progress
  // The outbox holds what this app has put in: the path says which body it is.
  const { lessonId, fragmentIndex, completed } = body as FragmentBody
  const { progressInfo } = progress
  const isHere = lessonId === progressInfo.lesson && fragmentIndex === progressInfo.fragmentIndex
  if (!completed || !isHere) return progress
  return { ...progress, progressInfo: { ...progressInfo, fragmentIndex: fragmentIndex + 1 } }
}

/**
 * A course's progress with the place at which the lesson goes on as it will be when the server has got what is still on its way. Past
 * the last fragment the place is one too far, which a lesson takes for its end.
 */
export const overlayPlace = (
  progress: CourseProgress,
  writes: readonly Pick<Write, 'path' | 'body'>[],
): CourseProgress => writes.reduce(placeAfter, progress)
