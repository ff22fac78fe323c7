import type { FoundLesson } from '@kitewise/content/catalog'
import type { TestServer } from './start-test-server.ts'
import { createUser, type TestUser } from './factories.ts'

type Changes = Record<string, unknown>

/** A signed-in learner who sends the web app's requests. `changes` replaces single fields of a body. */
export type Learner = TestUser & ReturnType<typeof makeCalls>

/** Creates a learner with a subscription (or as `wanted` specifies) and signs them in. */
export async function actAsLearner(
  server: TestServer,
  wanted: Parameters<typeof createUser>[1] = {},
): Promise<Learner> {
  const user = await createUser(server.context, wanted)
  const token = await server.signIn(user.email, user.pin)
  return { ...user, ...makeCalls(server, user.id, token) }
}

/** A user's calls to one server, which may differ from the instance of the sign-in. `ageSeconds`: how long ago the learner acted. */
export function makeCalls(server: TestServer, userId: string, token: string, ageSeconds = 0) {
  const headers: Record<string, string> = ageSeconds === 0 ? {} : { 'x-activity-age': String(ageSeconds) }
  const sent = { token, headers }
  const placeOf = (lessonId: string): FoundLesson => {
    const found = server.context.catalog.findLesson(lessonId)
    if (!found) throw new Error(`the test's catalog has no lesson ${lessonId}`)
    return found
  }
  const idsOf = (lessonId: string, fragmentIndex: number) => {
    const { course, chapter, lesson } = placeOf(lessonId)
    const fragment = lesson.fragments[fragmentIndex]
    return { courseId: course.id, chapterId: chapter.id, lessonId, fragmentId: fragment?.id ?? 'none', fragmentIndex }
  }
  const calls = {
    token,
    course: (courseId: string) => server.call('courseProgress', { ...sent, params: { userId, courseId } }),
    lesson: (lessonId: string) => server.call('lessonProgress', { ...sent, params: { userId, lessonId } }),
    start: (lessonId: string) =>
      server.call('startLesson', { ...sent, params: { userId, lessonId, courseId: placeOf(lessonId).course.id } }),
    finish: (lessonId: string) =>
      server.call('finishLesson', { ...sent, params: { userId, lessonId, courseId: placeOf(lessonId).course.id } }),
    report: (lessonId: string, fragmentIndex: number, completed: boolean, changes: Changes = {}) =>
      server.call('reportFragment', {
        ...sent,
        params: { userId, lessonId, fragmentIndex },
        body: {
          ...idsOf(lessonId, fragmentIndex),
          completed,
          progressPercentage: completed ? 100 : 0,
          timeSpent: completed ? 30 : 0,
          ...changes,
        },
      }),
    submit: (lessonId: string, fragmentIndex: number, answer: string, changes: Changes = {}) => {
      const practice = placeOf(lessonId).lesson.fragments[fragmentIndex]?.practices[0]
      const { chapterId: _, ...ids } = idsOf(lessonId, fragmentIndex)
      return server.call('submitPractice', {
        ...sent,
        params: { userId, lessonId, fragmentIndex },
        body: {
          ...ids,
          practiceId: practice?.id,
          practiceType: practice?.type,
          answer,
          isCorrect: true,
          completed: true,
          ...changes,
        },
      })
    },
    update: (lessonId: string, changes: Changes = {}) => {
      const { courseId, chapterId } = idsOf(lessonId, 0)
      const body = {
        courseId,
        chapterId,
        lessonId,
        completed: false,
        progressPercentage: 0,
        timeSpent: 0,
        started: true,
      }
      return server.call('updateCourseProgress', { ...sent, body: { ...body, ...changes } })
    },
    evaluate: (practiceId: string, lessonId: string, fragmentIndex: number, prompt: string, changes: Changes = {}) =>
      server.call('evaluatePrompt', {
        ...sent,
        body: { lessonId, fragmentIndex, practiceId, prompt, model: 'gpt-3.5-turbo', criteria: [], ...changes },
      }),
  }
  return {
    ...calls,
    /** The same calls for what the learner did some seconds ago, as an app sends it that had no connection. */
    ago: (seconds: number): typeof calls => makeCalls(server, userId, token, seconds),
    /** Meets all requirements of a certificate, in courses without reading time. */
    earn: async (courseId: string): Promise<void> => {
      const course = server.context.catalog.findCourse(courseId)
      const capstone = server.context.catalog.findPractice(course?.capstone ?? '')
      if (!course || !capstone) throw new Error(`the test's catalog has no course ${courseId} with a capstone`)
      const replies = []
      for (const { id, fragments } of course.lessons) {
        for (const index of fragments.keys()) replies.push(await calls.report(id, index, true))
        replies.push(await calls.finish(id))
      }
      const prompt = 'Write a short poem about kites for my neighbour, please.'
      replies.push(await calls.evaluate(course.capstone, capstone.lesson.id, capstone.fragmentIndex, prompt))
      const failed = replies.find(({ error }) => error)
      if (failed) throw new Error(`could not earn the certificate of ${courseId}: ${failed.error?.name}`)
    },
  }
}
