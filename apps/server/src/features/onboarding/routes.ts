import { quizAnswer } from '@kitewise/content/answers'
import { type Handlers, prebuildAnswer } from '../../platform/handler.ts'
import { asData, ok, refuse } from '../../platform/result.ts'
import { answerOnce } from '../catalog/answer-once.ts'
import { makePlan, recommendCourse } from './make-plan.ts'
import { evaluateMiniTask } from './mini-task.ts'
import { saveOnboarding } from './quiz-answers.ts'
import { register } from './register.ts'

type Name = 'getQuiz' | 'saveOnboarding' | 'makePlan' | 'evaluateMiniTask' | 'register' | 'recommendedCourse'

export const onboardingRoutes: Handlers<Name> = {
  getQuiz: async ({ catalog }, { params, language }) => {
    const quiz = catalog.findQuiz(Number(params.variant), Number(params.version))
    if (!quiz) return refuse('quiz_not_found')
    const build = () => prebuildAnswer('getQuiz', { data: quizAnswer(quiz, language) })
    return ok(answerOnce(catalog, `quiz ${language} ${quiz.id}`, build))
  },

  saveOnboarding: async (context, { params, body }) => {
    return asData(await saveOnboarding(context, params.onboardingId, body))
  },

  makePlan: async (context, { params, language }) => {
    return asData(await makePlan(context, params.onboardingId, language))
  },

  evaluateMiniTask: async (context, { params, body, language }) => {
    const evaluation = await evaluateMiniTask(context, { onboardingId: params.onboardingId, language }, body)
    return evaluation.ok ? ok({ data: { evaluation: evaluation.value } }) : evaluation
  },

  register: async (context, { body, language, client }) => {
    return asData(await register(context, { ...body, networkKey: client.networkKey }, language))
  },

  recommendedCourse: async (context, { session }) => {
    const course = await recommendCourse(context, session.userId)
    return ok({ data: { courseId: course?.id ?? null } })
  },
}
