import type { Evaluation, Lesson, Mark } from '@kitewise/contract/entities'
import type { LatePath } from '@kitewise/contract/late-writes'
import type { ReviewExerciseVerdict, ReviewQuestion, ReviewVerdict } from '@kitewise/contract/review'
import type { Task } from '@kitewise/evaluator/task'
import { useLanguage } from '../../lib/i18n/language.ts'
import { findKeptTask } from '../../lib/kept-courses.ts'
import { findKept } from '../../lib/kept-reads.ts'
import { lessonQuery } from '../../lib/learning-queries.ts'
import { currentOutbox } from '../../lib/outbox/learner-outbox.ts'
import { onDevice } from './prompt-attempt.ts'

/** What the server does later with the same words. The path is one of the contract. */
type Later = { path: LatePath; body: unknown }

const queue = async ({ path, body }: Later): Promise<void> => {
  await currentOutbox()?.enqueue(path, body)
}

/**
 * Evaluates a prompt with the built-in evaluator if its course is on this device, and leaves it to the outbox for the server.
 * @param error why the server gave no answer
 * @throws the same error if the task isn't kept
 */
export async function evaluateOnDevice(
  { practiceId, prompt, shown, later }: { practiceId: string; prompt: string; shown: readonly Mark[]; later: Later },
  error: unknown,
): Promise<Evaluation> {
  // The answer for a course comes from our own server, which makes the task with the evaluator's own types.
  const task = (await findKeptTask(practiceId)) as Task | undefined
  if (!task) throw error
  const { evaluatePrompt } = await import('@kitewise/evaluator/evaluate-prompt')
  await queue(later)
  const evaluation = evaluatePrompt({ task, prompt, language: useLanguage.getState().language, shown })
  return { ...evaluation, model: onDevice }
}

/** Evaluates a prompt for a task that the server has sent along, as its own built-in evaluator does. */
export async function evaluateDraft(task: object, prompt: string, shown: readonly Mark[]): Promise<Evaluation> {
  const { evaluatePrompt } = await import('@kitewise/evaluator/evaluate-prompt')
  // Made by our own server with the evaluator's own types.
  return evaluatePrompt({ task: task as Task, prompt, language: useLanguage.getState().language, shown })
}

/** A day of no practice: the screen then counts by itself and doesn't say when a task comes back. */
const unknownDay = '1970-01-01'
const counted = { isCounted: true, day: unknownDay, doneToday: 0, comesBackOn: unknownDay }

/**
 * Answers a question of the daily practice from its lesson, if that is on this device.
 * @throws the same error if the question isn't kept
 */
export async function answerQuestionOnDevice(
  { practiceId, lesson, turn }: Pick<ReviewQuestion, 'practiceId' | 'lesson' | 'turn'>,
  optionId: string,
  error: unknown,
): Promise<ReviewVerdict> {
  const kept = await findKept<Lesson>(lessonQuery(lesson.id).queryKey)
  const practices = kept?.fragments.flatMap((fragment) => fragment.practices)
  const test = practices?.find(({ id }) => id === practiceId)?.singleChoiceTest
  const chosen = test?.options.find(({ id }) => id === optionId)
  const right = test?.options.find(({ isCorrect }) => isCorrect)
  if (!test || !chosen || !right) throw error
  await queue({ path: '/api/product-user/review/answer', body: { practiceId, turn, optionId } })
  const message = chosen.isCorrect ? test.correctChoiceMessage : test.wrongChoiceMessage
  return {
    isCorrect: chosen.isCorrect,
    correctOptionId: right.id,
    message,
    feedback: chosen.feedback || message,
    ...counted,
  }
}

/** Answers a light exercise of the daily practice, which has its solution with it. */
export async function answerExerciseOnDevice(
  body: { practiceId: string; turn: number; answer: string },
  isCorrect: boolean,
): Promise<ReviewExerciseVerdict> {
  await queue({ path: '/api/product-user/review/exercise', body })
  return { isCorrect, ...counted }
}

/** A prompt of the daily practice; see `evaluateOnDevice`. */
export async function reviewPromptOnDevice(
  body: { practiceId: string; turn: number; prompt: string; shown?: Mark[] },
  error: unknown,
) {
  const { practiceId, prompt, shown = [] } = body
  const later = { path: '/api/product-user/review/prompt', body } as const
  const evaluation = await evaluateOnDevice({ practiceId, prompt, shown, later }, error)
  return { evaluation, ...counted }
}
