import type { CourseProgress } from '@kitewise/contract/entities'
import { canOpenLesson, lessonState } from '@kitewise/rules/lesson-state'

/** Whether a lesson is still locked. What is not known locks nobody out: the server decides at the first write. */
export const isLessonLocked = (progress: CourseProgress | undefined, lessonId: string): boolean => {
  if (!progress) return false
  const lessonIds = progress.chapters.flatMap((chapter) => chapter.lessons.map(({ id }) => id))
  return lessonIds.length > 0 && !canOpenLesson(lessonState(lessonIds, progress.progressInfo, lessonId))
}
