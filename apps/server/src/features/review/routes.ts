import type { Handlers } from '../../platform/handler.ts'
import { ok } from '../../platform/result.ts'
import { answerPrompt } from './answer-prompt.ts'
import { answerQuestion } from './answer-question.ts'
import { getSession } from './get-session.ts'

export const reviewRoutes: Handlers<'reviewSession' | 'answerReview' | 'answerPromptReview'> = {
  reviewSession: async (context, { session, client, language }) => {
    const { timeZone } = client.learningMoment
    return ok({ data: await getSession(context, { userId: session.userId, timeZone, language }) })
  },

  answerReview: async (context, { session, client, body, language }) => {
    const { optionId, ...review } = body
    const answer = { userId: session.userId, timeZone: client.learningMoment.timeZone, ...review }
    const verdict = await answerQuestion(context, answer, { optionId, language })
    return verdict.ok ? ok({ data: verdict.value }) : verdict
  },

  answerPromptReview: async (context, { session, client, body, language }) => {
    const { prompt, shown, ...review } = body
    const answer = { userId: session.userId, timeZone: client.learningMoment.timeZone, ...review }
    const evaluation = await answerPrompt(context, answer, { prompt, shown, language })
    return evaluation.ok ? ok({ data: evaluation.value }) : evaluation
  },
}
