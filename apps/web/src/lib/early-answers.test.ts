import { afterEach, expect, it } from 'vitest'
import { answer, api, at, http } from '../test-support/api.ts'
import { call } from './api-client.ts'
import { type EarlyCalls, firstScreenAddress } from './early-answers.ts'
import { session } from './session/session.ts'

/** As the document leaves it. */
const begin = (answers: EarlyCalls['answers'], token = 'a-token', language = 'en', ageMs = 0): void => {
  session.setToken('a-token')
  window.earlyCalls = { token, language, answers, askedAt: performance.now() - ageMs }
}
afterEach(() => {
  window.earlyCalls = undefined
})

const firstScreen = {
  user: { id: 'early' },
  subscriptions: [{ id: 'sub_early' }],
  courseProgress: [{ courseId: 'one' }, { courseId: 'two' }],
}
const asked = Promise.resolve({ data: firstScreen })
/** The server's own answer to a call. */
const serverSays = (path: string, data: object): void => api.use(http.get(at(path), () => answer(data)))

it('answers a call once, then the server does', async () => {
  serverSays('/api/courses', [{ id: 'from the server' }])
  begin({ '/api/courses': Promise.resolve({ data: [{ id: 'early' }] }) })
  expect(await call('GET /api/courses')).toEqual([{ id: 'early' }])
  expect(await call('GET /api/courses')).toEqual([{ id: 'from the server' }])
})

it('gives each call its part of the first screen', async () => {
  begin({ [firstScreenAddress]: asked })
  expect(await call('GET /api/user-subscription', { query: { email: 'a@b.example' } })).toEqual([{ id: 'sub_early' }])
  const params = { userId: 'early', courseId: 'two' }
  expect(await call('GET /api/user-course-progress/course/{userId}/{courseId}', { params })).toEqual({
    courseId: 'two',
  })
})

it('is not used after a write, which may have changed what it says', async () => {
  serverSays('/api/courses/{id}', { id: 'from the server' })
  api.use(http.post(at('/api/product-user/logout'), () => answer({ loggedOut: true })))
  begin({ '/api/courses/early': Promise.resolve({ data: { id: 'early' } }) })
  await call('POST /api/product-user/logout')
  expect(await call('GET /api/courses/{id}', { params: { id: 'early' } })).toEqual({ id: 'from the server' })
})

it.each([
  ['another learner', { token: 'another-token' }],
  ['another language', { language: 'fr' }],
  ['a refused request', { isRefused: true }],
  ['a screen opened later', { ageMs: 21_000 }],
])('is not used for %s', async (name, { token, language, ageMs, isRefused = false }: Case) => {
  const courseId = `course of ${name}`
  const screen = isRefused ? undefined : { data: { ...firstScreen, courseProgress: [{ courseId, early: true }] } }
  serverSays('/api/user-course-progress/course/{userId}/{courseId}', { courseId })
  begin({ [firstScreenAddress]: Promise.resolve(screen) }, token, language, ageMs)
  const params = { userId: 'early', courseId }
  const progress = await call('GET /api/user-course-progress/course/{userId}/{courseId}', { params })
  expect(progress).toEqual({ courseId })
})

type Case = { token?: string; language?: string; ageMs?: number; isRefused?: boolean }
