import { listCourseProgress } from '../features/learning/show-progress.ts'
import { type Handlers, PrebuiltAnswer } from '../platform/handler.ts'
import { ok, type Result } from '../platform/result.ts'
import { RequestRefused } from './respond.ts'

type Parts = Handlers<'me' | 'userSubscription' | 'streak' | 'recommendedCourse' | 'lessonProgress'>

/** What the app's first screen reads, in one response: each part as its own endpoint returns it. */
export function firstScreenRoutes(parts: Parts): Handlers<'firstScreen'> {
  return {
    firstScreen: async (context, request) => {
      const { userId } = request.session
      const { lessonId } = request.query
      const plain = { ...request, params: {}, query: {} }
      const [user, subscriptions, streak, recommendedCourse, courseProgress, lessonProgress] = await Promise.all([
        parts.me(context, plain),
        parts.userSubscription(context, plain),
        parts.streak(context, plain),
        parts.recommendedCourse(context, plain),
        listCourseProgress(context, userId, request.language),
        lessonId === undefined ? null : parts.lessonProgress(context, { ...plain, params: { userId, lessonId } }),
      ])
      return ok({
        data: {
          user: dataOf(user),
          subscriptions: dataOf(subscriptions),
          streak: dataOf(streak),
          recommendedCourse: dataOf(recommendedCourse),
          courseProgress,
          // An unknown lesson is refused when its screen asks.
          ...(lessonProgress?.ok && { lessonProgress: dataOf(lessonProgress) }),
        },
      })
    },
  }
}

const dataOf = <Data>(part: Result<{ data: Data } | PrebuiltAnswer>): Data => {
  if (!part.ok) throw new RequestRefused(part)
  if (part.value instanceof PrebuiltAnswer) throw new Error('A part of the first screen is prebuilt.')
  return part.value.data
}
