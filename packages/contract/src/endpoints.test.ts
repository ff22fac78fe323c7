import { describe, expect, it } from 'vitest'
import { endpoints, type Endpoint } from './endpoints.ts'

const table: Endpoint[] = Object.values(endpoints)
const find = (call: string): Endpoint | undefined => table.find(({ method, path }) => `${method} ${path}` === call)
const fieldsOf = (body: Endpoint['body']): string[] =>
  body !== null && 'shape' in body ? Object.keys(body.shape as object) : []

const place = ['courseId', 'chapterId', 'lessonId']

/** Existing calls with their body fields, which must stay (docs/product.md R123). */
const callsOfTheSpec: [string, Endpoint['auth'], string[]][] = [
  ['POST /api/product-user/login', 'public', ['email', 'pin']],
  ['GET /api/product-user/me', 'session', []],
  ['POST /api/product-user/generate-change-email-token', 'session', ['newEmail']],
  ['POST /api/product-user/confirm-email-change', 'public', ['token']],
  ['GET /api/user-subscription', 'session', []],
  ['DELETE /api/subscriptions/{id}', 'session', []],
  ['POST /api/product-user/send-feedback', 'session', ['rating', 'message']],
  ['PUT /api/product-user/update-language', 'session', ['language']],
  ['GET /api/i18n/locales', 'public', []],
  ['GET /api/courses', 'optional', []],
  ['GET /api/courses/{id}', 'optional', []],
  ['GET /api/lessons/{id}', 'optional', []],
  ['GET /api/user-course-progress/course/{userId}/{courseId}', 'session', []],
  ['GET /api/user-course-progress/lesson/{userId}/{lessonId}', 'session', []],
  [
    'POST /api/user-course-progress/fragment/{userId}/{lessonId}/{fragmentIndex}',
    'session',
    [...place, 'fragmentId', 'fragmentIndex', 'completed', 'progressPercentage', 'timeSpent'],
  ],
  [
    'POST /api/user-course-progress/submit-practice/{userId}/{lessonId}/{fragmentIndex}',
    'session',
    [
      'practiceId',
      'practiceType',
      'answer',
      'isCorrect',
      'completed',
      'courseId',
      'fragmentId',
      'fragmentIndex',
      'lessonId',
    ],
  ],
  ['POST /api/user-course-progress/start-lesson/{userId}/{lessonId}/{courseId}', 'session', []],
  ['POST /api/user-course-progress/finish-lesson/{userId}/{lessonId}/{courseId}', 'session', []],
  [
    'POST /api/product-user/update-course-progress',
    'session',
    [...place, 'completed', 'progressPercentage', 'timeSpent', 'started'],
  ],
  [
    'POST /api/openai/evaluate-prompt',
    'session',
    ['criteria', 'model', 'lessonId', 'fragmentIndex', 'practiceId', 'practiceTask', 'prompt', 'shown'],
  ],
]

describe('calls used by other clients', () => {
  it.each(callsOfTheSpec)('%s exists, for %s, with its body', (call, auth, fields) => {
    const endpoint = find(call)
    expect(endpoint?.auth).toBe(auth)
    expect(fieldsOf(endpoint?.body ?? null).sort()).toEqual([...fields].sort())
  })
})
