import { describeTask } from '@kitewise/content/answers'
import type { PromptAnswerRequest } from '@kitewise/contract/prompt-answer'
import type { ModelAnswer } from '../../../adapters/judge/port.ts'
import { isPromptTask } from '@kitewise/content/catalog'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/handler.ts'
import { ok, refuse, refuseFor, type Result } from '../../../platform/result.ts'
import { findNamedLesson } from '../named-lesson.ts'
import { openLesson } from '../open-lesson.ts'
import { evaluatePrompt } from './evaluate-prompt.ts'
import { checkPrompt, type PromptTask } from './judge-prompt.ts'

export const practiceRoutes: Handlers<'evaluatePrompt'> = {
  evaluatePrompt: async (context, { session, body, language }) => {
    const { userId } = session
    const task = await findPromptTask(context, userId, body)
    if (!task.ok) return task
    const judged = await evaluatePrompt(context, { userId, language }, task.value, body)
    return judged.ok ? ok({ data: { evaluation: judged.value.evaluation } }) : judged
  },
}

/** Abort `signal` when the answer is over: it ends the provider's call. */
export async function answerPrompt(
  context: Context,
  learner: { userId: string; language: string },
  request: PromptAnswerRequest,
  signal: AbortSignal,
): Promise<Result<ModelAnswer>> {
  const { judge } = context
  const { userId, language } = learner
  if (!judge.answer) return refuse('no_model')
  const found = await findPromptTask(context, userId, request)
  if (!found.ok) return found
  const task = describeTask(found.value.course, found.value.practice, language)
  const checked = checkPrompt(task, request)
  if (!checked.ok) return checked
  const answer = await judge.answer({ task, prompt: checked.value.text, language, userId, signal })
  if (answer.ok) return ok(answer.value)
  if (answer.reason === 'gate') return refuse('prompt_gated', { gate: answer.gate })
  return refuseFor(answer.reason === 'limit' ? 'too_many_requests' : 'unavailable', answer.retryAfterSeconds)
}

async function findPromptTask(
  context: Context,
  userId: string,
  { lessonId, fragmentIndex, practiceId }: { lessonId: string; fragmentIndex: number; practiceId: string },
): Promise<Result<PromptTask>> {
  const lesson = findNamedLesson(context, lessonId, { fragmentIndex })
  if (!lesson.ok) return lesson
  const found = context.catalog.findPractice(practiceId)
  if (found?.lesson.id !== lessonId || !isPromptTask(found.practice)) {
    return refuse('invalid_request', [{ field: 'body.practiceId', message: 'is not a prompt task of this lesson' }])
  }
  const open = await openLesson(context, userId, lesson.value)
  return open.ok ? ok({ course: found.course, practice: found.practice }) : open
}
