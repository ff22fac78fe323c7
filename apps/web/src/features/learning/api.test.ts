import { QueryClient } from '@tanstack/react-query'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { courseProgressQuery } from '../../lib/learning-queries.ts'
import { ApiError } from '../../lib/api-client.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { makeFullLesson, makeLessonProgress, makeProgressWithLessons } from '../../test-support/make-lesson.ts'
import { finishLesson, lessonProgressQuery } from './api.ts'
import { fragmentWrite } from './learner-writes.ts'

const lesson = makeFullLesson()
let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})
const finishCall = at('/api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}')

describe('finishing a lesson', () => {
  it("requires a session, or fails with 'No JWT token found'", async () => {
    await expect(finishLesson(client, 'u1', lesson)).rejects.toThrow('No JWT token found')
  })

  it("requires a learner, or fails with 'User ID not found'", async () => {
    session.setToken('a-token')
    await expect(finishLesson(client, '', lesson)).rejects.toThrow('User ID not found')
  })

  it("sends no request while a write is unsent, and fails with 'Failed to finish lesson' if the course is unknown", async () => {
    session.setToken('a-token')
    const fragmentCall = at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}')
    api.use(http.post(fragmentCall, () => HttpResponse.error()))
    const { path, body } = fragmentWrite('u1', lesson, 0, 5)
    await outboxOf('u1').enqueue(path, body)
    await expect(finishLesson(client, 'u1', lesson)).rejects.toThrow('Failed to finish lesson')
  })

  it('sends the bearer token', async () => {
    session.setToken('a-token')
    let bearer: string | null = null
    api.use(
      http.post(finishCall, ({ request }) => {
        bearer = request.headers.get('authorization')
        return answer(makeProgressWithLessons(['l1']))
      }),
    )
    await finishLesson(client, 'somebody-else', lesson)
    expect(bearer).toBe('Bearer a-token')
  })

  it('waits behind unsent writes without a connection, and shows the course as it will be', async () => {
    session.setToken('a-token')
    const fragmentCall = at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}')
    api.use(http.post(fragmentCall, () => HttpResponse.error()))
    const { path, body } = fragmentWrite('u2', lesson, 0, 5)
    await outboxOf('u2').enqueue(path, body)
    const before = makeProgressWithLessons([])
    client.setQueryData(courseProgressQuery('u2', lesson.course.id).queryKey, { ...before, courseId: lesson.course.id })
    const after = await finishLesson(client, 'u2', lesson)
    expect(after).toMatchObject({ lessonsCompleted: 1, progressInfo: { finishedLessons: [lesson.id] } })
    const paths = (await outboxOf('u2').list()).map((write) => write.path)
    expect(paths).toEqual([path, `/api/user-course-progress/finish-lesson/u2/${lesson.id}/${lesson.course.id}`])
  })

  it('fails when the server refuses', async () => {
    session.setToken('a-token')
    api.use(http.post(finishCall, () => refusal(409, 'lesson_incomplete')))
    await expect(finishLesson(client, 'u3', lesson)).rejects.toThrow(ApiError)
    expect(await outboxOf('u3').list()).toEqual([])
  })
})

describe('the progress in a lesson', () => {
  it('has without a connection what was sent while the last answer was on its way', async () => {
    session.setToken('head.body.ana')
    const progressCall = at('/api/user-course-progress/lesson/{userId}/{lessonId}')
    let letSend: (() => void) | undefined
    const isAnswered = new Promise<void>((resolve) => {
      letSend = resolve
    })
    api.use(
      http.get(progressCall, () => answer(makeLessonProgress(lesson, 0))),
      http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), async () => {
        await isAnswered
        return answer({})
      }),
    )
    const read = () => new QueryClient().fetchQuery(lessonProgressQuery('u4', lesson.id))
    const { path, body } = fragmentWrite('u4', lesson, 0, 5)
    await outboxOf('u4').enqueue(path, body)
    const shown = await read()
    letSend?.()
    await outboxOf('u4').flush()
    expect(await outboxOf('u4').list()).toEqual([])
    api.use(http.get(progressCall, () => HttpResponse.error()))
    expect(await read()).toEqual(shown)
  })
})
