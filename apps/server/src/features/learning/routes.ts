import type { Handlers } from '../../platform/handler.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { findNamedLesson } from './find-named-lesson.ts'
import { finishLesson } from './finish-lesson.ts'
import { getCourseProgress } from './get-course-progress.ts'
import { getLessonProgress } from './get-lesson-progress.ts'
import { reportFragment } from './report-fragment.ts'
import { startLesson } from './start-lesson.ts'
import { submitPractice } from './submit-practice.ts'

type LearningEndpoint =
  | 'courseProgress'
  | 'lessonProgress'
  | 'reportFragment'
  | 'submitPractice'
  | 'startLesson'
  | 'finishLesson'
  | 'updateCourseProgress'

type Owned = { session: { userId: string }; params: { userId: string } }

/** Another learner's progress does not exist for anybody else. */
const isForeign = ({ session, params }: Owned) => params.userId !== session.userId

const asData = <T>(result: Result<T>): Result<{ data: T }> => (result.ok ? ok({ data: result.value }) : result)

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
    const { session, params, language } = request
    const found = findNamedLesson(context, params.lessonId, { from: 'path', courseId: params.courseId })
    if (!found.ok) return found
    const started = await startLesson(context, session.userId, found.value)
    if (!started.ok) return started
    return asData(await getCourseProgress(context, session.userId, params.courseId, language))
  },

  finishLesson: async (context, request) => {
    if (isForeign(request)) return refuse('not_found')
    const { session, params, language } = request
    const found = findNamedLesson(context, params.lessonId, { from: 'path', courseId: params.courseId })
    if (!found.ok) return found
    const finished = await finishLesson(context, session.userId, found.value)
    if (!finished.ok) return finished
    return asData(await getCourseProgress(context, session.userId, params.courseId, language))
  },

  updateCourseProgress: async (context, { session, body, language }) => {
    const { lessonId, courseId, chapterId, started } = body
    const found = findNamedLesson(context, lessonId, { courseId, chapterId })
    if (!found.ok) return found
    const start = started ? await startLesson(context, session.userId, found.value) : ok(null)
    if (!start.ok) return start
    return asData(await getCourseProgress(context, session.userId, courseId, language))
  },
}
