import type { CatalogCourse, CatalogPrompt } from '@kitewise/content/catalog'
import { describeTask } from '@kitewise/content/describe-task'
import type { Evaluation } from '@kitewise/contract/entities'
import type { Context } from '../../context.ts'

export type PromptTask = { course: CatalogCourse; practice: CatalogPrompt }

/**
 * Asks the judge about a text, which must not be blank; null when nobody could answer.
 *
 * @param asker whose limits count at the judge (a user's id, or another name of one person), and the language of the comment
 */
export const judgePrompt = async (
  { judge, log }: Context,
  { course, practice }: PromptTask,
  prompt: string,
  { userId, language }: { userId: string; language: string },
): Promise<Evaluation | null> => {
  try {
    const described = describeTask(course, practice, language)
    return await judge.evaluate({ practiceId: practice.id, ...described, prompt, language, userId })
  } catch (error) {
    log.error({ err: error, practiceId: practice.id }, 'no judge could evaluate a prompt')
    return null
  }
}
