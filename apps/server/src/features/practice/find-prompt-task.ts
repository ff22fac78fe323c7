import type { Context } from '../../context.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findNamedLesson } from '../learning/named-lesson.ts'
import { openLesson } from '../learning/open-lesson.ts'
import type { PromptTask } from './judge-prompt.ts'

/**
 * The prompt task that a request names, in a lesson that is open to the learner. Refuses with `lesson_not_found`, `lesson_locked`, or
 * `invalid_request` for what is no prompt task of the lesson.
 */
export async function findPromptTask(
  context: Context,
  userId: string,
  { lessonId, fragmentIndex, practiceId }: { lessonId: string; fragmentIndex: number; practiceId: string },
): Promise<Result<PromptTask>> {
  const lesson = findNamedLesson(context, lessonId, { fragmentIndex })
  if (!lesson.ok) return lesson
  const found = context.catalog.findPractice(practiceId)
  if (found?.lesson.id !== lessonId || found.practice.type !== 'PROMPT_CREATION') {
    return refuse('invalid_request', [{ field: 'body.practiceId', message: 'is not a prompt task of this lesson' }])
  }
  const open = await openLesson(context, userId, lesson.value)
  return open.ok ? ok({ course: found.course, practice: found.practice }) : open
}
