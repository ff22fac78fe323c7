import type { FoundLesson } from '@kitewise/content/catalog'
import { canOpenLesson, type LessonsOfLearner, lessonState } from '@kitewise/rules/lesson-state'
import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findLearnerLessons } from './find-learner-lessons.ts'

/** What the learner has done in the lesson's course, when the lesson is open to them; else `lesson_locked`. */
export const openLesson = async (
  context: Context,
  userId: string,
  found: FoundLesson,
): Promise<Result<LessonsOfLearner>> => {
  const learner = await findLearnerLessons(context, userId, found.course.id)
  return isOpenTo(learner, found) ? ok(learner) : refuse('lesson_locked')
}

/** Whether a learner who has done this much may work in the lesson. */
export const isOpenTo = (learner: LessonsOfLearner, { course, lesson }: FoundLesson): boolean => {
  const lessonIds = course.lessons.map(({ id }) => id)
  return canOpenLesson(lessonState(lessonIds, learner, lesson.id))
}
