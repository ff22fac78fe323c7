import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { evaluatePrompt } from './evaluate-prompt.ts'
import { findPromptTask } from './find-prompt-task.ts'

export const practiceRoutes: Handlers<'evaluatePrompt'> = {
  evaluatePrompt: async (context, { session, body, language }) => {
    const { userId } = session
    const task = await findPromptTask(context, userId, body)
    if (!task.ok) return task
    const judged = await evaluatePrompt(context, { userId, language }, task.value, body)
    return judged.ok ? ok({ data: { evaluation: judged.value.evaluation } }) : judged
  },
}
