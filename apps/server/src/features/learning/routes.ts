import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/handler.ts'
import { asData, ok, refuse } from '../../platform/result.ts'
import { findNamedLesson } from './named-lesson.ts'
import { finishLesson, startLesson } from './open-lesson.ts'
import { reportFragment } from './report-fragment.ts'
import { answerExercise, answerPrompt, answerQuestion } from './review/answer-review.ts'
import { getSession } from './review/review-session.ts'
import { getCourseProgress, getLessonProgress } from './show-progress.ts'
import { countMinutesToday, getStreak } from './streak/learned-days.ts'
import { submitPractice } from './submit-practice.ts'

type LearningEndpoint =
  | 'courseProgress'
  | 'lessonProgress'
  | 'reportFragment'
  | 'submitPractice'
  | 'startLesson'
  | 'finishLesson'
  | 'updateCourseProgress'
  | 'reviewSession'
  | 'answerReview'
  | 'answerExerciseReview'
  | 'answerPromptReview'

type Owned = { session: { userId: string }; params: { userId: string } }

/** To everyone but its owner, a learner's progress doesn't exist. */
const isForeign = ({ session, params }: Owned) => params.userId !== session.userId

export const learningRoutes: Handlers<LearningEndpoint> = {
  courseProgress: async (context, request) => {
    if (isForeign(request)) return refuse('not_found')
    const { session, params, language } = request
    return asData(await getCourseProgress(context, session.userId, params.courseId, language))
  },

  lessonProgress: async (context, request) => {
    if (isForeign(request)) return refuse('not_found')
    const found = findNamedLesson(context, request.params.lessonId)
    if (!found.ok) return found
    return ok({ data: await getLessonProgress(context, request.session.userId, found.value, request.language) })
  },

  reportFragment: async (context, request) => {
    if (isForeign(request)) return refuse('not_found')
    const { session, params, body, client, language } = request
    const found = findNamedLesson(context, params.lessonId, { ...body, pathIndex: params.fragmentIndex })
    if (!found.ok) return found
    const { fragmentId, completed, timeSpent } = body
    const report = { fragmentId, completed, timeSpentSeconds: timeSpent }
    const learner = { userId: session.userId, language }
    return asData(await reportFragment(context, learner, found.value, report, client.learningMoment))
  },

  submitPractice: async (context, request) => {
    if (isForeign(request)) return refuse('not_found')
    const { session, params, body, client } = request
    const found = findNamedLesson(context, params.lessonId, { ...body, pathIndex: params.fragmentIndex })
    if (!found.ok) return found
    return asData(await submitPractice(context, session.userId, found.value, body, client.learningMoment))
  },

  startLesson: async (context, request) => {
    if (isForeign(request)) return refuse('not_found')
    const { session, params, language, client } = request
    const found = findNamedLesson(context, params.lessonId, { from: 'path', courseId: params.courseId })
    if (!found.ok) return found
    const started = await startLesson(context, session.userId, found.value, client.learningMoment)
    if (!started.ok) return started
    return asData(await getCourseProgress(context, session.userId, params.courseId, language))
  },

  finishLesson: async (context, request) => {
    if (isForeign(request)) return refuse('not_found')
    const { session, params, language, client } = request
    const found = findNamedLesson(context, params.lessonId, { from: 'path', courseId: params.courseId })
    if (!found.ok) return found
    const finished = await finishLesson(context, session.userId, found.value, client.learningMoment)
    if (!finished.ok) return finished
    return asData(await getCourseProgress(context, session.userId, params.courseId, language))
  },

  updateCourseProgress: async (context, { session, body, language, client }) => {
    const { lessonId, courseId, chapterId, started } = body
    const found = findNamedLesson(context, lessonId, { courseId, chapterId })
    if (!found.ok) return found
    const start = started ? await startLesson(context, session.userId, found.value, client.learningMoment) : ok(null)
    if (!start.ok) return start
    return asData(await getCourseProgress(context, session.userId, courseId, language))
  },

  reviewSession: async (context, { session, client, language }) => {
    const { timeZone } = client.learningMoment
    return ok({ data: await getSession(context, { userId: session.userId, timeZone, language }) })
  },

  answerReview: async (context, { session, client, body, language }) => {
    const { optionId, ...review } = body
    const answer = { userId: session.userId, ...client.learningMoment, ...review }
    return asData(await answerQuestion(context, answer, { optionId, language }))
  },
  answerExerciseReview: async (context, { session, client, body }) => {
    const { answer: choices, ...review } = body
    const answer = { userId: session.userId, ...client.learningMoment, ...review }
    return asData(await answerExercise(context, answer, choices))
  },

  answerPromptReview: async (context, { session, client, body, language }) => {
    const { prompt, shown, ...review } = body
    const answer = { userId: session.userId, ...client.learningMoment, ...review }
    return asData(await answerPrompt(context, answer, { prompt, shown, language }))
  },
}

/** `noteZone` gets the unchecked time zone that the app sends when it opens; reminders follow it. */
export function streakRoutes(
  noteZone: (context: Context, userId: string, timeZone: string | null) => Promise<void>,
): Handlers<'streak'> {
  return {
    streak: async (context, { session, client }) => {
      const { timeZone } = client.learningMoment
      await noteZone(context, session.userId, timeZone)
      const streak = await getStreak(context, session.userId, timeZone)
      return ok({ data: { ...streak, minutesToday: await countMinutesToday(context, session.userId, timeZone) } })
    },
  }
}
