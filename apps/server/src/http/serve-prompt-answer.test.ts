import { EventEmitter } from 'node:events'
import type { PromptAnswerEvent } from '@kitewise/contract/prompt-answer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDailyBudget } from '../adapters/judge/openai/daily-calls.ts'
import { createJudgeBench, type JudgeBench } from '../adapters/judge/test-support/make-judge.ts'
import {
  beginStream,
  chunksOf,
  flags,
  startModelStandIn,
  streams,
  type StandIn,
} from '../adapters/judge/test-support/model-stand-in.ts'
import { actAsLearner, type Learner } from '../test-support/act-as-learner.ts'
import { makeCatalog } from '../test-support/make-catalog.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'

const path = '/api/openai/answer-prompt'
const catalog = makeCatalog({
  id: 'a',
  chapters: { c1: { l1: { f1: ['prompt'], f2: ['quiz'] }, l2: { f1: ['prompt'] } } },
})
const body = {
  lessonId: 'a.l1',
  fragmentIndex: 0,
  practiceId: 'a.l1.f1.p1',
  prompt: 'Write four cheerful lines on my red dragon kite for Mrs. Lind next door.',
}
const noon = new Date('2026-05-10T12:00:00Z')
const silent = { info: () => {}, warn: () => {}, error: () => {} }

let standIn: StandIn
let database: TestDatabase
let bench: JudgeBench
let servers: TestServer[] = []
let server: TestServer
let ann: Learner

/** An instance with a model. */
const start = async (own = 100) => {
  const budget = { calls: 100, answers: 100, answersPerLearner: own, price: null }
  // A day that doesn't end during the tests.
  const { calls, answers } = createDailyBudget(database.db, () => noon, silent)(budget)
  const answerTimeouts = { firstMs: 1_500, wholeMs: 6_000 }
  const judge = bench.make({ baseUrl: standIn.url, calls, answers, answerTimeouts })
  const started = await startTestServer({ catalog, judge, database })
  servers.push(started)
  return started
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  standIn = await startModelStandIn()
  bench = createJudgeBench()
  server = await start()
  ann = await actAsLearner(server)
})
afterEach(async () => {
  await Promise.all(servers.map((one) => one.close()))
  servers = []
  await standIn.close()
})

const ask = (learner: { token: string }, changes: object = {}, on = server, signal: AbortSignal | null = null) =>
  fetch(`${on.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${learner.token}` },
    body: JSON.stringify({ ...body, ...changes }),
    signal,
  })

const parseEvents = (text: string): PromptAnswerEvent[] =>
  text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data) } as PromptAnswerEvent
    })
const eventsOf = async (reply: Promise<Response>) => parseEvents(await (await reply).text())
const refusalOf = async (reply: Response) => ({
  status: reply.status,
  ...((await reply.json()) as { error: object }).error,
})
const model = { event: 'model', data: { model: 'gpt-3.5-turbo' } }
const text = (said: string) => ({ event: 'text', data: { text: said } })

describe('streamed model answer', () => {
  it('arrives as events with the headers of every answer, and is stored nowhere', async () => {
    standIn.behave(streams('Up, up,\n', '“away”.'))
    const reply = await ask(ann)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
    expect(parseEvents(await reply.text())).toEqual([
      model,
      text('Up, up,\n'),
      text('“away”.'),
      { event: 'done', data: {} },
    ])
  })

  it('arrives while the model is still writing', async () => {
    const rest = new EventEmitter()
    standIn.behave((response) => {
      beginStream(response).write(chunksOf(['Up'], null).join(''))
      rest.once('write', () => response.end(chunksOf([', away']).join('')))
    })
    let seen = ''
    for await (const part of (await ask(ann)).body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += part
      if (seen.endsWith('"Up"}\n\n')) rest.emit('write')
    }
    expect(parseEvents(seen)).toEqual([model, text('Up'), text(', away'), { event: 'done', data: {} }])
  })

  it.each([
    ['hangs', () => {}, []],
    [
      'breaks off',
      (response: Parameters<typeof beginStream>[0]) => void beginStream(response).end(chunksOf(['Up'], null).join('')),
      [text('Up')],
    ],
  ])('ends as failed when the model %s', async (_, behavior, said) => {
    standIn.behave(behavior)
    expect(await eventsOf(ask(ann))).toEqual([model, ...said, { event: 'failed', data: {} }])
  })

  it('is stopped at the provider when the learner stops it, and the learner can ask again immediately', async () => {
    const stopped = new Promise<void>((resolve) => {
      standIn.behave((response) => {
        beginStream(response).write(chunksOf(['Up'], null).join(''))
        response.on('close', resolve)
      })
    })
    const stop = new AbortController()
    const reply = await ask(ann, {}, server, stop.signal)
    await reply.body?.getReader().read()
    stop.abort()
    await stopped
    standIn.behave(streams('Again.'))
    await expect.poll(async () => (await ask(ann)).status).toBe(200)
  })

  it('ends as failed when the server shuts down, which does not wait for it', async () => {
    standIn.behave((response) => void beginStream(response).write(chunksOf(['Up'], null).join('')))
    const stopping = await start()
    const reply = await ask(ann, {}, stopping)
    const whole = reply.text()
    await expect.poll(() => standIn.asked.length).toBe(1)
    const startedAt = performance.now()
    servers = servers.filter((one) => one !== stopping)
    await stopping.close()
    expect(performance.now() - startedAt).toBeLessThan(6_000)
    expect(parseEvents(await whole).at(-1)).toEqual({ event: 'failed', data: {} })
  })
})

describe('an answer is refused', () => {
  it('without a model', async () => {
    const plain = await startTestServer({ catalog, database })
    servers.push(plain)
    expect(await refusalOf(await ask(ann, {}, plain))).toMatchObject({ status: 404, name: 'no_model' })
  })

  it('without a session, and without a subscription', async () => {
    expect((await ask({ token: 'x' })).status).toBe(401)
    const eve = await actAsLearner(server, { subscription: null })
    expect(await refusalOf(await ask(eve))).toMatchObject({ status: 403, name: 'subscription_required' })
  })

  it.each<[string, object, object]>([
    ['in a locked lesson', { lessonId: 'a.l2', practiceId: 'a.l2.f1.p1' }, { status: 403, name: 'lesson_locked' }],
    ['in an unknown lesson', { lessonId: 'a.l9' }, { status: 404, name: 'lesson_not_found' }],
    ['to a question', { practiceId: 'a.l1.f2.p1' }, { status: 400, name: 'invalid_request' }],
    ['to a blank prompt', { prompt: ' \n' }, { status: 400, details: [{ field: 'body.prompt' }] }],
    [
      'to a prompt that is too long',
      { prompt: 'a'.repeat(4_001) },
      { status: 400, details: [{ field: 'body.prompt' }] },
    ],
    ['without a prompt', { prompt: undefined }, { status: 400, name: 'invalid_request' }],
    [
      'to a prompt that a gate stops',
      { prompt: 'poem please' },
      { status: 409, name: 'prompt_gated', details: { gate: 'short' } },
    ],
  ])('%s', async (_, changes, refusal) => {
    expect(await refusalOf(await ask(ann, changes))).toMatchObject(refusal)
    expect(standIn.asked).toEqual([])
  })

  it('for a prompt that the provider flags', async () => {
    standIn.moderate(flags('harassment'))
    expect(await refusalOf(await ask(ann))).toMatchObject({ status: 409, details: { gate: 'harm' } })
    expect(standIn.asked).toEqual([])
  })

  it('while another answer is running, and beyond the learner’s daily limit on all instances', async () => {
    const [one, other] = [await start(2), await start(2)]
    standIn.behave(() => {})
    const stop = new AbortController()
    const first = ask(ann, {}, one, stop.signal)
    await expect.poll(() => standIn.asked.length).toBe(1)
    const busy = await ask(ann, {}, one)
    expect([busy.status, Number(busy.headers.get('retry-after')) > 0]).toEqual([429, true])
    stop.abort()
    await first.then((reply) => reply.text()).catch(() => {})
    standIn.behave(streams('Hello.'))
    expect((await eventsOf(ask(ann, {}, other))).at(-1)).toEqual({ event: 'done', data: {} })
    for (const instance of [one, other])
      expect(await refusalOf(await ask(ann, {}, instance))).toMatchObject({ status: 429, name: 'too_many_requests' })
  })
})
