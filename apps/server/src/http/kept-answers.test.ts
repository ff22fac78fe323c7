import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actAsLearner } from '../test-support/act-as-learner.ts'
import { observe } from '../telemetry/signals.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + path, { headers })
  const all = Object.fromEntries(answer.headers)
  const { date: _, 'x-request-id': requestId, ...same } = all
  return { status: answer.status, requestId, headers: same, body: await answer.text() }
}

describe('a kept answer', () => {
  it.each(['/api/courses', '/api/courses/ai-zero', '/api/courses/ai-zero?x=1'])(
    'of %s is the first answer, with an ID of its own',
    async (path) => {
      const [first, again] = [await read(path), await read(path)]
      expect(first.status).toBe(200)
      expect({ ...again, requestId: '' }).toEqual({ ...first, requestId: '' })
      expect(again.requestId).not.toBe(first.requestId)
    },
  )

  it('belongs to one language and one encoding', async () => {
    const [english, ukrainian] = [{ 'accept-language': 'en' }, { 'accept-language': 'uk' }]
    const answers = [english, ukrainian, english, ukrainian].map((headers) => read('/api/courses/ai-zero', headers))
    const [one, two, again, other] = await Promise.all(answers)
    expect([again?.body, other?.body]).toEqual([one?.body, two?.body])
    expect(one?.body).not.toBe(two?.body)
    const plain = await read('/api/courses/ai-zero', { 'accept-encoding': 'identity' })
    const packed = await read('/api/courses/ai-zero', { 'accept-encoding': 'br' })
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br'])
  })

  it('answers 304 to who has it', async () => {
    const { headers } = await read('/api/courses')
    const unchanged = await read('/api/courses', { 'if-none-match': headers.etag ?? '' })
    expect([unchanged.status, unchanged.body]).toEqual([304, ''])
  })

  it('is for visitors only: with a token, the answer is personal', async () => {
    await read('/api/courses')
    const { email, pin } = await actAsLearner(server)
    const token = await server.signIn(email, pin)
    expect((await read('/api/courses', { authorization: `Bearer ${token}` })).headers['cache-control']).toBe('no-store')
    expect((await read('/api/courses')).headers['cache-control']).toBe('no-cache')
  })

  it('keeps its request in the metrics', async () => {
    const seen: { route: string | null; status: number }[] = []
    const stop = observe({ request: ({ route, status }) => seen.push({ route, status }) })
    await read('/api/courses/ai-zero')
    await read('/api/courses/ai-zero')
    stop()
    expect(seen).toEqual([1, 2].map(() => ({ route: '/api/courses/:id', status: 200 })))
  })

  it('counts against the limit', async () => {
    const strict = await startTestServer({ config: { limits: { ...testConfig().limits, generalPerMinute: 3 } } })
    const statuses: number[] = []
    for (let round = 0; round < 4; round += 1) statuses.push((await fetch(`${strict.url}/api/courses`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    await strict.close()
  })

  it('counts for the address that our own proxy saw, whatever the client claims', async () => {
    const limits = { ...testConfig().limits, generalPerMinute: 2 }
    const behindProxy = await startTestServer({ config: { limits, trustedProxies: 1 } })
    const statusFor = async (forwarded: string): Promise<number> => {
      const answer = await fetch(`${behindProxy.url}/api/courses`, { headers: { 'x-forwarded-for': forwarded } })
      return answer.status
    }
    const statuses: number[] = []
    const same = ['203.0.113.7', '198.51.100.1, 203.0.113.7', '198.51.100.2 ,203.0.113.7,']
    for (const forwarded of [...same, '203.0.113.8']) statuses.push(await statusFor(forwarded))
    expect(statuses).toEqual([200, 200, 429, 200])
    await behindProxy.close()
  })
})
