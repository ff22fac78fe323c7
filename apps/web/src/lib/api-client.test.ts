import { HttpResponse } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answer, api, at, http, refusal } from '../test-support/api.ts'
import { ApiError, call, NetworkError } from './api-client.ts'
import { setLanguage } from './i18n/language.ts'
import { session } from './session/session.ts'

const meCall = at('/api/product-user/me')
const failureOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('a call', () => {
  it('fills in the address, sends token and language, and unwraps data', async () => {
    const seen: Request[] = []
    api.use(
      http.get(at('/api/courses/{id}'), ({ request }) => {
        seen.push(request)
        return answer({ id: 'a b' })
      }),
    )
    session.setToken('a-token')
    setLanguage('ua')
    const course = await call('GET /api/courses/{id}', { params: { id: 'a b' } })
    setLanguage('en')
    expect(course).toEqual({ id: 'a b' })
    expect(seen[0]?.url).toContain('/api/courses/a%20b')
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer a-token')
    expect(seen[0]?.headers.get('accept-language')).toBe('uk')
  })

  it('sends no token when there is none', async () => {
    let bearer: string | null = 'unset'
    api.use(
      http.get(at('/api/lessons/{id}'), ({ request }) => {
        bearer = request.headers.get('authorization')
        return answer({})
      }),
    )
    await call('GET /api/lessons/{id}', { params: { id: 'l1' } })
    expect(bearer).toBe(null)
  })

  it('sends no content type without a body', async () => {
    let type: string | null = 'unset'
    api.use(
      http.post(at('/api/product-user/logout'), ({ request }) => {
        type = request.headers.get('content-type')
        return answer({ loggedOut: true })
      }),
    )
    await call('POST /api/product-user/logout')
    expect(type).toBe(null)
  })

  it('turns a refusal into its code, sentence and wait', async () => {
    api.use(http.get(meCall, () => refusal(429, 'too_many_requests', 'Please wait', { 'retry-after': '30' })))
    const failure = await failureOf(call('GET /api/product-user/me'))
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      message: 'Please wait',
      retryAfterSeconds: 30,
    })
  })

  it("handles a proxy's page in place of JSON", async () => {
    api.use(http.get(meCall, () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 })))
    expect(await failureOf(call('GET /api/product-user/me'))).toMatchObject({ status: 502, code: 'unknown' })
  })

  it('distinguishes a lost connection from a refusal', async () => {
    api.use(http.get(meCall, () => HttpResponse.error()))
    expect(await failureOf(call('GET /api/product-user/me'))).toBeInstanceOf(NetworkError)
  })
})

const never = () => new Promise<never>(() => undefined)
const foreignPage = (status: number) => () => HttpResponse.html('<h1>Our network</h1>', { status })

describe('a network that lets nothing through', () => {
  afterEach(() => {
    vi.useRealTimers()
    window.earlyCalls = undefined
  })

  it.each(['the call', 'what the document asked for'])('is a lost connection when %s hangs', async (what) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    session.setToken('a-token')
    let ask: ((value: unknown) => void) | undefined
    const isAsked = new Promise((resolve) => {
      ask = resolve
    })
    api.use(
      http.get(at('/api/courses/{id}'), () => {
        ask?.(undefined)
        return never()
      }),
    )
    const answers = { '/api/courses/hanging': never() }
    const early = { token: 'a-token', language: 'en', askedAt: performance.now(), answers }
    if (what !== 'the call') window.earlyCalls = early
    const failure = failureOf(call('GET /api/courses/{id}', { params: { id: 'hanging' } }))
    if (what === 'the call') await isAsked
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await failure).toBeInstanceOf(NetworkError)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is one when a call ends by its own time limit, but not when who asked gives up', async () => {
    api.use(http.post(at('/api/product-user/logout'), never))
    const timeout = AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    expect(await failureOf(call('POST /api/product-user/logout', { signal: timeout }))).toBeInstanceOf(NetworkError)
    const given = await failureOf(call('POST /api/product-user/logout', { signal: AbortSignal.abort() }))
    expect(given).toMatchObject({ name: 'AbortError' })
  })

  it('gives no answer with a page of its own, and ends no session', async () => {
    session.setToken('a-token')
    api.use(http.get(meCall, foreignPage(200)))
    expect(await failureOf(call('GET /api/product-user/me'))).toBeInstanceOf(NetworkError)
    api.use(http.get(meCall, foreignPage(401)))
    expect(await failureOf(call('GET /api/product-user/me'))).toMatchObject({ status: 401, code: 'unknown' })
    expect(session.token()).toBe('a-token')
  })
})

describe('a 401', () => {
  it('signs the learner out', async () => {
    const ended = vi.fn<() => void>()
    const stop = session.onEnd(ended)
    session.setToken('a-token')
    api.use(http.get(meCall, () => refusal(401, 'unauthorized')))
    await failureOf(call('GET /api/product-user/me'))
    stop()
    expect(session.token()).toBe('')
    expect(ended).toHaveBeenCalledOnce()
  })

  it('does not end a session that started after the call was sent', async () => {
    session.setToken('old')
    api.use(
      http.get(meCall, () => {
        session.setToken('new')
        return refusal(401, 'unauthorized')
      }),
    )
    await failureOf(call('GET /api/product-user/me'))
    expect(session.token()).toBe('new')
  })

  it('only means a wrong PIN at login', async () => {
    session.setToken('a-token')
    api.use(http.post(at('/api/product-user/login'), () => refusal(401, 'invalid_credentials')))
    await failureOf(call('POST /api/product-user/login', { body: { email: 'a@b.cd', pin: '1234' } }))
    expect(session.token()).toBe('a-token')
  })

  it('does not affect the session when the call has its own bearer', async () => {
    session.setToken('a-token')
    api.use(http.post(at('/api/product-user/set-pin'), () => refusal(401, 'unauthorized')))
    const body = { email: 'a@b.cd', pin: '1234' }
    await failureOf(call('POST /api/product-user/set-pin', { body, bearer: 'a-setup-token' }))
    expect(session.token()).toBe('a-token')
  })
})
