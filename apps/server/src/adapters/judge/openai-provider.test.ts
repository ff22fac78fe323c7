import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countCalls, type CountedCalls } from './test-support/counted-calls.ts'
import { createJudgeBench, type JudgeBench } from './test-support/make-judge.ts'
import { goodAnswer, makeRequest } from './test-support/requests.ts'
import { fails, refusing, says, startModelStandIn, type Behavior, type StandIn } from './test-support/model-stand-in.ts'

let standIn: StandIn
let calls: CountedCalls
let bench: JudgeBench

beforeEach(async () => {
  standIn = await startModelStandIn()
  calls = countCalls()
  bench = createJudgeBench()
})
afterEach(() => standIn.close())

const makeJudge = (model: string, timeoutMs = 3_000) => bench.make({ baseUrl: standIn.url, model, timeoutMs, calls })
/** All log lines except the one about the stand-in's missing moderation. */
const linesOf = () => bench.lines.filter(({ message }) => !message.includes('no moderation'))

const request = (words: number) =>
  makeRequest({
    userId: `user-${words}`,
    prompt: `Write a welcome note to our new neighbours, ${words} words at most.`,
  })
const bodies = () => standIn.asked.map((body) => JSON.parse(body) as Record<string, unknown>)
const parametersOf = (body: Record<string, unknown> | undefined) => {
  const { model: _model, messages: _messages, response_format: format, ...parameters } = body ?? {}
  return { ...parameters, format: (format as { type: string }).type }
}

describe('first request', () => {
  it.each(['gpt-6-luna', 'gpt-5.4-nano', 'o4-mini', 'openai/gpt-6-luna'])(
    'to %s omits the temperature and asks for no reasoning',
    async (model) => {
      standIn.behave(refusing({ unknown: ['max_tokens', 'temperature'] }, goodAnswer()))
      expect(await makeJudge(model).evaluate(request(20))).toMatchObject({ evaluation: { by: 'model' } })
      const expected = { max_completion_tokens: 900, reasoning_effort: 'none', format: 'json_schema' }
      expect(bodies().map(parametersOf)).toEqual([expected])
    },
  )

  it.each(['gpt-4o-mini', 'gpt-3.5-turbo', 'llama-4', 'gpt-5-chat-latest'])(
    'to %s has temperature 0 and no effort',
    async (model) => {
      standIn.behave(refusing({ unknown: ['reasoning_effort'] }, goodAnswer()))
      expect(await makeJudge(model).evaluate(request(20))).toMatchObject({ evaluation: { by: 'model' } })
      expect(bodies().map(parametersOf)).toEqual([
        { max_completion_tokens: 900, temperature: 0, format: 'json_schema' },
      ])
    },
  )
})

describe('parameter that the model rejects', () => {
  const both = { unknown: ['max_completion_tokens'], values: { temperature: [0] } }

  it.each([false, true])('is dropped or replaced, remembered, and costs no quota (terse: %s)', async (isTerse) => {
    standIn.behave(refusing({ ...both, isTerse }, goodAnswer()))
    const judge = makeJudge('my-model')
    expect(await judge.evaluate(request(20))).toMatchObject({ evaluation: { by: 'model' } })
    expect(parametersOf(bodies().at(-1))).toEqual({ max_tokens: 900, format: 'json_schema' })
    expect([standIn.asked.length, calls.taken() - calls.refunded()]).toEqual([3, 1])
    await judge.evaluate(request(30))
    expect([standIn.asked.length, calls.taken() - calls.refunded()]).toEqual([4, 2])
    const learned = linesOf().filter(({ message }) => message.includes('rejects a parameter'))
    expect(learned).toHaveLength(2)
    expect(learned[0]?.fields).toMatchObject({ provider: expect.stringContaining('max_completion_tokens') })
  })

  it('is learned once by concurrent calls', async () => {
    standIn.behave(refusing(both, goodAnswer()))
    const judge = makeJudge('my-model')
    const answers = await Promise.all([20, 30, 40, 50].map((words) => judge.evaluate(request(words))))
    expect(answers.map(({ evaluation }) => evaluation.by)).toEqual(['model', 'model', 'model', 'model'])
    await judge.evaluate(request(60))
    expect(parametersOf(bodies().at(-1))).toEqual({ max_tokens: 900, format: 'json_schema' })
    expect(linesOf().filter(({ message }) => message.includes('rejects a parameter'))).toHaveLength(2)
  })

  it.each([
    ['supports minimal', { values: { reasoning_effort: ['none'] } }, 'minimal'],
    ['supports low', { values: { reasoning_effort: ['none', 'minimal'] } }, 'low'],
    ['supports no effort', { unknown: ['reasoning_effort'] }, undefined],
  ])('adjusts the effort for a model that %s, with room for reasoning', async (_, refusals, effort) => {
    standIn.behave(refusing(refusals, goodAnswer()))
    expect(await makeJudge('gpt-5-mini').evaluate(request(20))).toMatchObject({ evaluation: { by: 'model' } })
    expect(bodies().at(-1)).toMatchObject({ max_completion_tokens: 2_400 })
    expect(bodies().at(-1)?.reasoning_effort).toBe(effort)
  })

  it('fails when no parameter is left to drop', async () => {
    standIn.behave(refusing({ unknown: ['max_completion_tokens', 'max_tokens', 'temperature', 'messages'] }, '{}'))
    expect(await makeJudge('my-model').evaluate(request(20))).toMatchObject({
      evaluation: { by: 'checklist' },
      isFallback: true,
    })
    expect(standIn.asked).toHaveLength(4)
    expect(calls.taken()).toBe(calls.refunded())
  })
})

describe('daily budget', () => {
  it.each([400, 401, 403, 404, 429, 500, 503])('refunds every call refused with %s', async (status) => {
    standIn.behave(fails(status))
    await makeJudge('m').evaluate(request(20))
    expect(calls.taken()).toBeGreaterThan(0)
    expect(calls.refunded()).toBe(calls.taken())
  })

  it.each<[string, Behavior]>([
    ['hangs', () => {}],
    ['returns an invalid verdict', says('nonsense')],
  ])('charges both tries when a provider %s', async (_, behavior) => {
    standIn.behave(behavior)
    await makeJudge('m', 100).evaluate(request(20))
    expect([calls.taken(), calls.refunded()]).toEqual([2, 0])
  })

  it('counts the tokens of each answered call', async () => {
    standIn.behave(says('nonsense'))
    await makeJudge('m').evaluate(request(20))
    const tokens = { inputTokens: 800, outputTokens: 100 }
    expect(calls.used).toEqual([tokens, tokens])
  })

  it('does not allow a retry beyond the budget', async () => {
    calls = countCalls(() => 1)
    standIn.behave(says('nonsense'))
    expect(await makeJudge('m').evaluate(request(20))).toMatchObject({ evaluation: { by: 'checklist' } })
    expect(standIn.asked).toHaveLength(1)
  })
})

it('limits both tries of a slow provider to 1.5 times the timeout', async () => {
  standIn.behave(() => {})
  const started = performance.now()
  await makeJudge('m', 4_000).evaluate(request(20))
  expect(performance.now() - started).toBeLessThan(7_800)
  expect(standIn.asked).toHaveLength(2)
})

describe('provider error message', () => {
  it('is logged without the key', async () => {
    standIn.behave(fails(400, { message: 'The key my-secret-key of sk-proj-abcdef123 may not\nuse this.', code: 'x' }))
    await makeJudge('m').evaluate(request(20))
    expect(linesOf()).toMatchObject([
      { level: 'warn', fields: { status: 400, provider: '400 The key [key] of [key] may not use this.' } },
    ])
  })

  it.each([
    ['verbatim', (prompt: string) => prompt],
    ['in part', (prompt: string) => `Invalid text: "${prompt.slice(8, 40)}"`],
    ['escaped', (prompt: string) => `Bad body {\\"learner_prompt\\":\\"${prompt.replaceAll(' ', '\\u0020')}\\"}`],
    ['in capitals with line breaks', (prompt: string) => prompt.toUpperCase().replaceAll(' ', '\n')],
  ])('is withheld when it quotes the prompt %s', async (_, quote) => {
    const asked = request(20)
    standIn.behave(fails(400, { message: `I refuse. ${quote(asked.prompt)}` }))
    await makeJudge('m').evaluate(asked)
    expect(linesOf()).toMatchObject([{ level: 'warn', fields: { provider: '[withheld: it quotes the request]' } }])
    expect(JSON.stringify(bench.lines)).not.toMatch(/neighbours/i)
  })

  it('about an unfunded account stops the call without a retry', async () => {
    standIn.behave(fails(429, { message: 'You exceeded your current quota.', code: 'insufficient_quota' }))
    await makeJudge('m').evaluate(request(20))
    expect(standIn.asked).toHaveLength(1)
    expect(linesOf()[0]?.fields).toMatchObject({ status: 429, provider: '429 You exceeded your current quota.' })
  })
})

const hasModel: Behavior = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ id: 'gpt-6-luna', object: 'model', created: 0, owned_by: 'openai' }))
}

describe('startup check', () => {
  it.each<[string, Behavior, string, RegExp]>([
    ['accepts the key and has the model', hasModel, 'info', /is ready/],
    [
      'rejects the key',
      fails(401, { message: 'Incorrect API key provided: my-secret-key.' }),
      'error',
      /OPENAI_API_KEY/,
    ],
    [
      'does not have the model',
      fails(404, { message: 'No such model', code: 'model_not_found' }),
      'error',
      /OPENAI_MODEL/,
    ],
    ['cannot list models', fails(404), 'warn', /could not check/],
    ['returns an error', fails(500), 'warn', /could not check/],
    ['hangs', () => {}, 'warn', /could not check/],
  ])('logs one line when the provider %s', async (_, behavior, level, message) => {
    standIn.behave(behavior)
    await makeJudge('gpt-6-luna', 200).check()
    expect(standIn.paths).toEqual(['/v1/models/gpt-6-luna'])
    expect(linesOf()).toHaveLength(1)
    expect(linesOf()[0]).toMatchObject({ level, message: expect.stringMatching(message) })
    expect(JSON.stringify(bench.lines)).not.toContain('my-secret-key')
    expect(calls.taken()).toBe(0)
  })
})
