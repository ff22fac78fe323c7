import { quizAnswer } from '@kitewise/content/answers'
import { type Handlers, prebuildAnswer } from '../../platform/handler.ts'
import { ok, refuse } from '../../platform/result.ts'
import { answerOnce } from '../catalog/answer-once.ts'
import { makePlan } from './make-plan.ts'
import { evaluateMiniTask } from './mini-task.ts'
import { saveOnboarding } from './quiz-answers.ts'
import { register } from './register.ts'

type Name = 'getQuiz' | 'saveOnboarding' | 'makePlan' | 'evaluateMiniTask' | 'register'

export const onboardingRoutes: Handlers<Name> = {
  getQuiz: async ({ catalog }, { params, language }) => {
    const quiz = catalog.findQuiz(Number(params.variant), Number(params.version))
    if (!quiz) return refuse('quiz_not_found')
    const build = () => prebuildAnswer('getQuiz', { data: quizAnswer(quiz, language) })
    return ok(answerOnce(catalog, `quiz ${language} ${quiz.id}`, build))
  },

  saveOnboarding: async (context, { params, body }) => {
    const saved = await saveOnboarding(context, params.onboardingId, body)
    return saved.ok ? ok({ data: saved.value }) : saved
  },

  makePlan: async (context, { params, language }) => {
    const plan = await makePlan(context, params.onboardingId, language)
    return plan.ok ? ok({ data: plan.value }) : plan
  },

  evaluateMiniTask: async (context, { params, body, language }) => {
    const evaluation = await evaluateMiniTask(context, { onboardingId: params.onboardingId, language }, body)
    return evaluation.ok ? ok({ data: { evaluation: evaluation.value } }) : evaluation
  },

  register: async (context, { body, language, client }) => {
    const registered = await register(context, { ...body, networkKey: client.networkKey }, language)
    return registered.ok ? ok({ data: registered.value }) : registered
  },
}
