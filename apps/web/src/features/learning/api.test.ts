import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { answer, api, at, http } from '../../test-support/api.ts'
import { makeFullLesson, makeProgressWithLessons } from '../../test-support/make-lesson.ts'
import { finishLesson } from './api.ts'
import { fragmentWrite } from './learner-writes.ts'

const lesson = makeFullLesson()
const finishCall = at('/api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}')

describe('finishing a lesson', () => {
  it("requires a session, or fails with 'No JWT token found'", async () => {
    await expect(finishLesson('u1', lesson)).rejects.toThrow('No JWT token found')
  })

  it("requires a learner, or fails with 'User ID not found'", async () => {
    session.setToken('a-token')
    await expect(finishLesson('', lesson)).rejects.toThrow('User ID not found')
  })

  it("sends no request while a write is unsent, and fails with 'Failed to finish lesson'", async () => {
    session.setToken('a-token')
    const fragmentCall = at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}')
    api.use(http.post(fragmentCall, () => HttpResponse.error()))
    const { path, body } = fragmentWrite('u1', lesson, 0, 5)
    await outboxOf('u1').enqueue(path, body)
    await expect(finishLesson('u1', lesson)).rejects.toThrow('Failed to finish lesson')
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
    await finishLesson('somebody-else', lesson)
    expect(bearer).toBe('Bearer a-token')
  })
})
