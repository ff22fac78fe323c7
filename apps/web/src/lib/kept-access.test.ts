import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answer, api, at, http } from '../test-support/api.ts'
import { makeFullLesson } from '../test-support/make-lesson.ts'
import { makeSubscription } from '../test-support/make-subscription.ts'
import { AccessLapsed, hasLapsed, keepAccess } from './kept-access.ts'
import { keepAnswer } from './kept-reads.ts'
import { lessonQuery } from './learning-queries.ts'
import { createQueryClient } from './query-client.ts'
import { session } from './session/session.ts'

const day = 86_400
const lesson = makeFullLesson()
const endedBefore = (seconds: number) =>
  keepAccess([makeSubscription({ current_period_end: Math.floor(Date.now() / 1000) - seconds })])
const open = () => createQueryClient().fetchQuery(lessonQuery(lesson.id))

beforeEach(async () => {
  session.setToken('a.b.signature')
  await keepAnswer(lessonQuery(lesson.id).queryKey, lesson)
  api.use(http.get(at('/api/lessons/{id}'), () => HttpResponse.error()))
})
afterEach(() => session.clear())

it('opens a kept lesson offline while access is known, and three days longer', async () => {
  expect(await open()).toMatchObject({ id: lesson.id })
  await endedBefore(3 * day - 60)
  expect(await open()).toMatchObject({ id: lesson.id })
})

it('keeps it closed after that, until the server can be asked', async () => {
  await endedBefore(3 * day + 60)
  await expect(open()).rejects.toBeInstanceOf(AccessLapsed)
  api.use(http.get(at('/api/lessons/{id}'), () => answer(lesson)))
  expect(await open()).toMatchObject({ id: lesson.id })
})

it('counts the longest of several subscriptions', async () => {
  const now = Math.floor(Date.now() / 1000)
  await keepAccess([
    makeSubscription({ current_period_end: now - 30 * day }),
    makeSubscription({ current_period_end: now + day }),
  ])
  expect(await hasLapsed()).toBe(false)
})
