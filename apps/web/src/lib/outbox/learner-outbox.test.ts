import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, api, at, http, refusal } from '../../test-support/api.ts'
import { takeEarlyAnswer } from '../early-answers.ts'
import { session } from '../session/session.ts'
import { outboxOf, sendAfterRenewal, sendWrite } from './learner-outbox.ts'
import { listWrites } from './outbox.ts'

const path = '/api/user-course-progress/fragment/u1/l1/0' as const
const write = { id: 'write-1', path, body: { completed: true }, queuedAtMs: 0 }

/** Mocks the write calls, and records each write with its sender. */
const givenAnswer = (make: () => Response) => {
  const received: { body: unknown; token: string | null; key: string | null }[] = []
  api.use(
    http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), async ({ request }) => {
      const { headers } = request
      received.push({
        body: await request.json(),
        token: headers.get('authorization'),
        key: headers.get('idempotency-key'),
      })
      return make()
    }),
  )
  return received
}

describe('sending a write', () => {
  beforeEach(() => session.setToken('a-token'))

  it('includes its id, the token and the body', async () => {
    const received = givenAnswer(() => answer({}))
    expect(await sendWrite(write)).toBe('done')
    expect(received).toEqual([{ body: { completed: true }, token: 'Bearer a-token', key: 'write-1' }])
  })

  it('drops what the document asked for before it', async () => {
    givenAnswer(() => answer({}))
    const answers = { '/api/courses': Promise.resolve({ data: 'before the write' }) }
    window.earlyCalls = { token: 'a-token', language: 'en', askedAt: performance.now(), answers }
    await sendWrite(write)
    expect(await takeEarlyAnswer('/api/courses', 'a-token', 'en')).toBeUndefined()
  })

  it.each([200, 201])('answered with %i is done', async (status) => {
    givenAnswer(() => answer({}, status))
    expect(await sendWrite(write)).toBe('done')
  })

  it.each([
    [403, 'subscription_required', 'renewal'],
    [403, 'lesson_locked', 'ask'],
    [404, 'lesson_not_found', 'drop'],
    [503, 'unavailable', 'later'],
    [500, 'internal_error', 'failing'],
  ])('answered with %i %s is %s', async (status, name, outcome) => {
    givenAnswer(() => refusal(status, name))
    expect(await sendWrite(write)).toBe(outcome)
    expect(session.token()).toBe('a-token')
  })

  it.each([200, 401, 403, 404])('is not answered by the page of a hotel, whatever its status (%i)', async (status) => {
    givenAnswer(() => HttpResponse.html('<h1>Please sign in to our network</h1>', { status }))
    expect(await sendWrite(write)).toBe('failing')
    expect(session.token()).toBe('a-token')
  })

  it('is unanswered when no server is reached', async () => {
    givenAnswer(() => HttpResponse.error())
    expect(await sendWrite(write)).toBe('unanswered')
  })

  it('answered with 401 signs the learner out', async () => {
    givenAnswer(() => refusal(401, 'unauthorized'))
    expect(await sendWrite(write)).toBe('signed-out')
    expect(session.token()).toBe('')
  })

  it('leaves a newer session alone when answered with 401', async () => {
    givenAnswer(() => {
      session.setToken('new-token')
      return refusal(401, 'unauthorized')
    })
    expect(await sendWrite(write)).toBe('signed-out')
    expect(session.token()).toBe('new-token')
  })

  it('is not attempted without a session', async () => {
    session.clear()
    expect(await sendWrite(write)).toBe('signed-out')
  })
})

describe("a learner's outbox", () => {
  it('stays the same for the whole session', () => {
    session.setToken('a-token')
    expect(outboxOf('same')).toBe(outboxOf('same'))
  })

  it("keeps unsent writes at sign-out, and sends them at the same person's next sign-in", async () => {
    session.setToken('first')
    givenAnswer(() => HttpResponse.error())
    const first = outboxOf('ana')
    await first.enqueue(path, { answer: 'kept' })
    await first.flush()
    session.clear()

    const received = givenAnswer(() => answer({}))
    session.setToken('of-bo')
    await outboxOf('bo').flush()
    expect(received).toEqual([])
    session.clear()

    session.setToken('second')
    await outboxOf('ana').flush()
    expect(received).toMatchObject([{ body: { answer: 'kept' }, token: 'Bearer second' }])
    expect(await listWrites('ana')).toEqual([])
  })

  it('drops a write that is refused for good, logs it, and sends the next', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    session.setToken('a-token')
    const answers = [refusal(404, 'not_found'), answer({})]
    const received = givenAnswer(() => answers.shift() ?? answer({}))
    const outbox = outboxOf('refused')
    await Promise.all([outbox.enqueue(path, 1), outbox.enqueue(path, 2)])
    expect(await outbox.flush()).toBe(true)
    expect(received.map(({ body }) => body)).toEqual([1, 2])
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })
})

describe('without access', () => {
  it('keeps work, and sends all of it after the renewal', async () => {
    session.setToken('a-token')
    let hasAccess = false
    const received = givenAnswer(() => (hasAccess ? answer({}) : refusal(403, 'subscription_required')))
    const outbox = outboxOf('lapsed')
    await Promise.all([outbox.enqueue(path, 1), outbox.enqueue(path, 2)])
    expect(await outbox.flush()).toBe(false)
    expect(outbox.state.getState()).toEqual({ pending: 2, activity: 'renewal' })

    session.clear('subscriptionExpired')
    session.setToken('after signing in again')
    expect((await listWrites('lapsed')).map(({ body }) => body)).toEqual([1, 2])
    const later = outboxOf('lapsed')
    await later.flush()

    hasAccess = true
    received.splice(0)
    sendAfterRenewal()
    expect(await later.flush()).toBe(true)
    expect(received.map(({ body }) => body)).toEqual([1, 2])
    expect(await listWrites('lapsed')).toEqual([])
  })
})

describe('work that was set aside', () => {
  it('survives a reload and gets another try on the next page', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    session.setToken('first')
    givenAnswer(() => refusal(403, 'lesson_locked'))
    const before = outboxOf('reloaded')
    await before.enqueue(path, 'kept')
    expect(await before.flush()).toBe(false)
    expect(before.state.getState()).toEqual({ pending: 0, activity: 'idle', setAside: 1 })
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()

    session.clear()
    session.setToken('second')
    const received = givenAnswer(() => answer({}))
    await vi.waitFor(async () => {
      await outboxOf('reloaded').flush()
      expect(received).toMatchObject([{ body: 'kept' }])
    })
    expect(await listWrites('reloaded')).toEqual([])
  })
})

describe('the age of an activity', () => {
  const now = Date.UTC(2040, 4, 12, 9)
  beforeEach(() => {
    session.setToken('a-token')
    vi.spyOn(Date, 'now').mockReturnValue(now)
  })
  afterEach(() => vi.restoreAllMocks())

  it.each([
    ['just now', now, '0'],
    ['last night', now - 10 * 3_600_000, '36000'],
    ['before the clock was set back', now + 60_000, '0'],
  ])('activity from %s is sent with its age in seconds and the zone', async (_, queuedAtMs, age) => {
    const sent: (string | null)[] = []
    api.use(
      http.post(at('/api/user-course-progress/fragment/{userId}/{lessonId}/{index}'), ({ request: { headers } }) => {
        sent.push(headers.get('x-activity-age'), headers.get('x-time-zone'))
        return answer({})
      }),
    )
    await sendWrite({ id: 'w', path, body: {}, queuedAtMs })
    expect(sent).toEqual([age, Intl.DateTimeFormat().resolvedOptions().timeZone])
  })
})
