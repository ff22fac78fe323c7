import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'
import { findOnboardingRow } from '../../test-support/rows/onboarding.ts'
import { actAsVisitor, onboardingCatalog } from '../../test-support/visitor.ts'

let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer({ catalog: onboardingCatalog() })
  other = await startTestServer({ catalog: onboardingCatalog(), database: server.database })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const stored = async (id: string) => {
  const row = await findOnboardingRow(server.context.db, id)
  return row && { variant: row.variant, step: row.step, answers: row.answers }
}

describe('quiz', () => {
  it('comes with its texts, but without the meaning of the answers', async () => {
    const reply = await server.call('getQuiz', { params: { variant: 2, version: 1 } })
    expect(reply.status).toBe(200)
    expect(reply.body.data).toMatchObject({ variant: 2, version: 1, language: 'en' })
    expect(reply.body.data.steps).toHaveLength(5)
    expect(reply.body.data.steps[0]).toEqual({
      id: 'experience',
      kind: 'single',
      title: 'How often?',
      text: 'Any answer is fine.',
      options: [
        { id: 'none', label: 'Never' },
        { id: 'daily', label: 'Daily' },
      ],
    })
    expect(reply.text).not.toMatch(/readiness|goals|minutesAtMost/)
  })

  it('names its actual language and is not sent twice', async () => {
    const first = await server.call('getQuiz', {
      params: { variant: 1, version: 1 },
      headers: { 'accept-language': 'ja' },
    })
    expect(first.body.data.language).toBe('en')
    const etag = first.headers.get('etag') ?? ''
    const headers = { 'if-none-match': etag, 'accept-language': 'ja' }
    expect((await server.call('getQuiz', { params: { variant: 1, version: 1 }, headers })).status).toBe(304)
  })

  it.each([
    [3, 1, 404, 'quiz_not_found'],
    [1, 2, 404, 'quiz_not_found'],
    ['x', 1, 400, 'invalid_request'],
    [0, 1, 400, 'invalid_request'],
    ['01', 1, 400, 'invalid_request'],
    [99_999, 1, 400, 'invalid_request'],
  ])('of variant %s and version %s is %s %s', async (variant, version, status, name) => {
    const reply = await server.call('getQuiz', { params: { variant, version } })
    expect([reply.status, reply.error?.name]).toEqual([status, name])
  })
})

describe('saving answers', () => {
  it.each([
    ['an invalid id', { id: 'me' }, {}, 400, 'invalid_request'],
    ['an invalid step', {}, { step: 0 }, 400, 'invalid_request'],
    ['a step past the last', {}, { step: 6 }, 400, 'invalid_request'],
    ['an invalid variant', {}, { variant: '1' }, 400, 'invalid_request'],
    ['two answers to a single choice', {}, { answers: { experience: ['none', 'daily'] } }, 400, 'invalid_request'],
    ['an exclusive answer with another one', {}, { answers: { habits: ['asks', 'nothing'] } }, 400, 'invalid_request'],
    ['answers that are not lists', {}, { answers: { experience: 'none' } }, 400, 'invalid_request'],
    [
      'more than twenty options',
      {},
      { answers: { habits: Array.from({ length: 21 }, () => 'asks') } },
      400,
      'invalid_request',
    ],
    ['an unknown quiz', {}, { variant: 7 }, 404, 'quiz_not_found'],
  ])('rejects %s', async (_, { id = randomUUID() }: { id?: string }, changes, status, name) => {
    const reply = await actAsVisitor(server, id).save(1, {}, changes)
    expect([reply.status, reply.error?.name]).toEqual([status, name])
    expect(await findOnboardingRow(server.context.db, id)).toBeNull()
  })

  it('drops what the quiz does not have', async () => {
    const visitor = actAsVisitor(server)
    const reply = await visitor.save(3, { experience: ['daily'], info: ['x'], habits: ['asks', 'flies'], age: ['40'] })
    expect([reply.status, reply.body.data]).toEqual([200, { step: 3 }])
    expect(await stored(visitor.onboardingId)).toEqual({
      variant: 1,
      step: 3,
      answers: { experience: ['daily'], habits: ['asks'] },
    })
  })

  it('keeps the furthest step and the last answer of each step', async () => {
    const visitor = actAsVisitor(server)
    await visitor.save(4, { experience: ['daily'], habits: ['asks'], goal: ['job'] })
    expect((await visitor.save(2, { experience: ['none'] })).body.data).toEqual({ step: 4 })
    expect((await visitor.save(3, { habits: [] })).body.data).toEqual({ step: 4 })
    expect((await stored(visitor.onboardingId))?.answers).toEqual({ experience: ['none'], habits: [], goal: ['job'] })
  })

  it('restarts with another variant', async () => {
    const visitor = actAsVisitor(server)
    await visitor.save(4, { experience: ['daily'], goal: ['job'] })
    expect((await visitor.save(1, { experience: ['none'] }, { variant: 2 })).body.data).toEqual({ step: 1 })
    expect(await stored(visitor.onboardingId)).toEqual({ variant: 2, step: 1, answers: { experience: ['none'] } })
  })

  it('can be repeated, and concurrent requests on two instances lose no answer', async () => {
    const visitors = Array.from({ length: 10 }, () => actAsVisitor(server))
    await Promise.all(
      visitors.flatMap(({ onboardingId, save }) => {
        const elsewhere = actAsVisitor(other, onboardingId)
        return [
          save(1, { experience: ['daily'] }),
          elsewhere.save(4, { goal: ['job'] }),
          save(3, { habits: ['asks'] }),
          elsewhere.save(4, { goal: ['job'] }),
        ]
      }),
    )
    for (const { onboardingId } of visitors)
      expect(await stored(onboardingId)).toEqual({
        variant: 1,
        step: 4,
        answers: { experience: ['daily'], habits: ['asks'], goal: ['job'] },
      })
  })
})
