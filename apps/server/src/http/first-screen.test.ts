import { afterAll, beforeAll, expect, it } from 'vitest'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('brings what the single calls return', async () => {
  const learner = await actAsLearner(server)
  await learner.report('ai-zero.l01', 0, true, { timeSpent: 30 })
  const { token } = learner
  const lessonId = 'ai-zero.l01'
  const { body } = await server.call('firstScreen', { token, query: `lessonId=${lessonId}` })
  const { user, subscriptions, streak, recommendedCourse, courseProgress, lessonProgress } = body.data

  expect(user).toEqual((await server.call('me', { token })).body.data)
  expect(subscriptions).toEqual((await server.call('userSubscription', { token })).body.data)
  expect(subscriptions.length).toBeGreaterThan(0)
  expect(streak).toEqual((await server.call('streak', { token })).body.data)
  expect(recommendedCourse).toEqual((await server.call('recommendedCourse', { token })).body.data)
  const userId = user.id
  expect(courseProgress.find((course) => course.courseId === 'ai-zero')?.progressInfo.startedLessons).toContain(
    lessonId,
  )
  for (const progress of courseProgress) {
    const single = await server.call('courseProgress', { token, params: { userId, courseId: progress.courseId } })
    expect(progress).toEqual(single.body.data)
  }
  expect(lessonProgress).toEqual(
    (await server.call('lessonProgress', { token, params: { userId, lessonId } })).body.data,
  )
})

it('leaves out the progress of a lesson that does not exist', async () => {
  const { token } = await actAsLearner(server)
  const reply = await server.call('firstScreen', { token, query: 'lessonId=no-such-lesson' })
  expect(reply.status).toBe(200)
  expect(reply.body.data.lessonProgress).toBeUndefined()
})

it('is for learners only', async () => {
  expect((await server.call('firstScreen', {})).status).toBe(401)
})
