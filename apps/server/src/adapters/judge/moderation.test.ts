import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJudgeBench, type JudgeBench, type JudgeOptions } from './test-support/make-judge.ts'
import { fails, flags, says, startModelStandIn, type Behavior, type StandIn } from './test-support/model-stand-in.ts'
import { goodAnswer, makeAnswerRequest, makeRequest } from './test-support/requests.ts'

let standIn: StandIn
let bench: JudgeBench

beforeEach(async () => {
  standIn = await startModelStandIn()
  standIn.behave(says(goodAnswer()))
  bench = createJudgeBench()
})
afterEach(() => standIn.close())

const makeJudge = (options: JudgeOptions = {}) => bench.make({ baseUrl: standIn.url, ...options })
const requests = [1, 2, 3].map((number) =>
  makeRequest({ prompt: `Write a welcome note to our new neighbours at number ${number}, 60 words at most.` }),
)
const request = (index: number) => requests[index] ?? makeRequest()
const byModel = { evaluation: { by: 'model', gate: null } }

describe('provider with moderation', () => {
  it.each([
    ['harm', ['harassment/threatening', 'harassment']],
    ['self_harm', ['self-harm/intent']],
  ])('stops a flagged prompt with the gate %s before it reaches the model', async (gate, categories) => {
    standIn.moderate(flags(...categories))
    const { evaluation, isFallback } = await makeJudge().evaluate(makeRequest())
    expect([evaluation.gate, isFallback]).toEqual([gate, false])
    expect(Number(evaluation.score)).toBeLessThanOrEqual(1)
    expect([standIn.moderated, standIn.asked]).toEqual([[makeRequest().prompt], []])
  })

  it('does not answer a flagged prompt', async () => {
    standIn.moderate(flags('violence'))
    expect(await makeJudge().answer(makeAnswerRequest())).toEqual({ ok: false, reason: 'gate', gate: 'harm' })
    expect(standIn.asked).toEqual([])
  })

  it('moderates a prompt once for both verdict and answer', async () => {
    standIn.moderate(flags())
    const judge = makeJudge()
    expect(await judge.evaluate(makeRequest())).toMatchObject(byModel)
    const answer = await judge.answer(makeAnswerRequest())
    expect([answer.ok, standIn.moderated.length]).toEqual([true, 1])
  })
})

const page: Behavior = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
const otherShape: Behavior = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[{"categories":{"law":true}}]}')

describe('provider without moderation', () => {
  it.each<[string, Behavior]>([
    ['returns 404', fails(404)],
    ['returns 405', fails(405)],
    ['returns 403', fails(403)],
    ['returns 501', fails(501)],
    ['returns an HTML page', page],
    ['returns another shape', otherShape],
  ])('stops moderation calls and logs once when the provider %s', async (_, behavior) => {
    standIn.moderate(behavior)
    const judge = makeJudge()
    for (const index of [0, 1, 2]) expect(await judge.evaluate(request(index))).toMatchObject(byModel)
    expect(standIn.moderated).toHaveLength(1)
    expect(bench.lines.filter(({ message }) => message.includes('no moderation'))).toHaveLength(1)
  })

  it('skips moderation during an outage and retries it for the next prompt', async () => {
    standIn.moderate(fails(500, { message: `my-secret-key cannot read: ${request(0).prompt}` }))
    const judge = makeJudge()
    expect(await judge.evaluate(request(0))).toMatchObject(byModel)
    standIn.moderate(fails(500))
    expect(await judge.evaluate(request(1))).toMatchObject(byModel)
    expect(standIn.moderated).toHaveLength(2)
    expect(JSON.stringify(bench.lines)).not.toMatch(/secret-key|60 words/)
  })

  it('leaves enough time for the verdict when moderation hangs', async () => {
    standIn.moderate(() => {})
    const started = performance.now()
    expect(await makeJudge({ timeoutMs: 1_000 }).evaluate(makeRequest())).toMatchObject(byModel)
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

describe('self-hosted server', () => {
  it('gets no key when none is configured', async () => {
    let authorization: string | undefined = 'not asked'
    standIn.behave((response, body, message) => {
      authorization = message.headers.authorization
      says(goodAnswer())(response, body, message)
    })
    expect(await makeJudge({ apiKey: null }).evaluate(makeRequest())).toMatchObject(byModel)
    expect(authorization).toBeUndefined()
  })

  it('a 401 without a configured key counts as a configuration error and is not retried', async () => {
    standIn.behave(fails(401, { message: 'Missing key' }))
    expect(await makeJudge({ apiKey: null }).evaluate(makeRequest())).toMatchObject({
      evaluation: { by: 'checklist' },
      isFallback: true,
    })
    expect(bench.lines.filter(({ level }) => level === 'error')).toHaveLength(1)
  })
})
