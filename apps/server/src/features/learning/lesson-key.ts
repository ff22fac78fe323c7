import type { FoundLesson } from '@kitewise/content/catalog'

/** What names a learner's progress in one lesson. */
export type LessonKey = { userId: string; courseId: string; lessonId: string }

export const lessonKey = (userId: string, found: FoundLesson): LessonKey => ({
  userId,
  courseId: found.course.id,
  lessonId: found.lesson.id,
})
