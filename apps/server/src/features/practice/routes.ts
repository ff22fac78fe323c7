import type { Handlers } from '../../http/handler.ts'
import { ok, refuse } from '../../result.ts'
import { findNamedLesson } from '../learning/find-named-lesson.ts'
import { openLesson } from '../learning/open-lesson.ts'
import { evaluatePrompt } from './evaluate-prompt.ts'

export const practiceRoutes: Handlers<'evaluatePrompt'> = {
  evaluatePrompt: async (context, { session, body, language }) => {
    const { lessonId, fragmentIndex, practiceId, prompt } = body
    const lesson = findNamedLesson(context, lessonId, { fragmentIndex })
    if (!lesson.ok) return lesson
    const found = context.catalog.findPractice(practiceId)
    if (found?.lesson.id !== lessonId || found.practice.type !== 'PROMPT_CREATION') {
      return refuse('invalid_request', [{ field: 'body.practiceId', message: 'is not a prompt task of this lesson' }])
    }
    const open = await openLesson(context, session.userId, lesson.value)
    if (!open.ok) return open
    const task = { course: found.course, practice: found.practice }
    const evaluation = await evaluatePrompt(context, { userId: session.userId, language }, task, prompt)
    return evaluation.ok ? ok({ data: { evaluation: evaluation.value } }) : evaluation
  },
}
