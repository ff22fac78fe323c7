import { beforeEach, describe, expect, it } from 'vitest'
import { NetworkError } from '../../lib/api-client.ts'
import { keepAnswer } from '../../lib/kept-reads.ts'
import { lessonQuery } from '../../lib/learning-queries.ts'
import { outboxOf } from '../../lib/outbox/learner-outbox.ts'
import { session } from '../../lib/session/session.ts'
import { api, at, http } from '../../test-support/api.ts'
import { HttpResponse } from 'msw'
import { answerExerciseOnDevice, answerQuestionOnDevice, evaluateOnDevice } from './without-connection.ts'

const lost = new NetworkError('No answer from the server.')
const option = (id: string, isCorrect: boolean) => ({ id, text: id, isCorrect, feedback: `${id}!` })
const singleChoiceTest = {
  options: [option('a', true), option('b', false)],
  correctChoiceMessage: 'Right.',
  wrongChoiceMessage: 'Wrong.',
}
const item = { practiceId: 'p1', lesson: { id: 'l1', title: 'One' }, turn: 2 }
const writes = async () => (await outboxOf('u9').list()).map(({ path, body }) => ({ path, body }))

beforeEach(async () => {
  session.setToken('head.body.ana')
  api.use(http.post(at('/api/product-user/review/{kind}'), () => HttpResponse.error()))
  outboxOf('u9')
})

describe('the daily practice without a connection', () => {
  it('grades a question from its kept lesson, and leaves the answer for the server', async () => {
    await keepAnswer(lessonQuery('l1').queryKey, { fragments: [{ practices: [{ id: 'p1', singleChoiceTest }] }] })
    const verdict = await answerQuestionOnDevice(item, 'b', lost)
    expect(verdict).toMatchObject({ isCorrect: false, correctOptionId: 'a', message: 'Wrong.', feedback: 'b!' })
    expect(await writes()).toContainEqual({
      path: '/api/product-user/review/answer',
      body: { practiceId: 'p1', turn: 2, optionId: 'b' },
    })
  })

  it('fails as before when the lesson is not on the device', async () => {
    await expect(answerQuestionOnDevice({ ...item, lesson: { id: 'other', title: '' } }, 'a', lost)).rejects.toBe(lost)
  })

  it('grades an exercise', async () => {
    const body = { practiceId: 'p2', turn: 1, answer: 'a:green' }
    expect(await answerExerciseOnDevice(body, true)).toMatchObject({ isCorrect: true, isCounted: true })
    expect(await writes()).toContainEqual({ path: '/api/product-user/review/exercise', body })
  })
})

it('a prompt whose task is not on the device is not evaluated', async () => {
  const later = { path: '/api/openai/evaluate-prompt', body: {} } as const
  const sent = { practiceId: 'p3', prompt: 'Write.', shown: [], later }
  await expect(evaluateOnDevice(sent, lost)).rejects.toBe(lost)
})
