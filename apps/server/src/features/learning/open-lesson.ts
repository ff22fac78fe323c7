import { canOpenLesson, lessonState, type LessonsOfLearner } from '@kitewise/rules/lesson-state'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../result.ts'
import type { FoundLesson } from '@kitewise/content/catalog'
import { findLearnerLessons } from './find-learner-lessons.ts'

/** What the learner has done in the lesson's course, when the lesson is open to them; else `lesson_locked`. */
export const openLesson = async (
  context: Context,
  userId: string,
  found: FoundLesson,
): Promise<Result<LessonsOfLearner>> => {
  const lessonIds = found.course.lessons.map(({ id }) => id)
  const learner = await findLearnerLessons(context, userId, found.course.id)
  const state = lessonState(lessonIds, learner, found.lesson.id)
  return canOpenLesson(state) ? ok(learner) : refuse('lesson_locked')
}
