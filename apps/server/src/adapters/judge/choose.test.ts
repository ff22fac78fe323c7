import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts'
import { findModelSwitch, saveModelSwitch } from '../../platform/model-switch.sql.ts'
import { chooseJudge } from './choose.ts'
import { createDailyBudget } from './openai/daily-calls.ts'
import type { Judge, JudgeLog } from './port.ts'
import { goodAnswer, makeAnswerRequest, makeRequest } from './test-support/requests.ts'
import { fails, says, startModelStandIn, streams, type StandIn } from './test-support/model-stand-in.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const noon = new Date('2026-03-01T12:00:00Z')
let standIn: StandIn
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db`delete from model_calls`
  standIn = await startModelStandIn()
  standIn.behave(says(goodAnswer()))
})
afterEach(() => standIn.close())

/** Another instance on the same database, with its own clock. */
const startJudge = (dailyCalls: number, at = noon, log: JudgeLog = silent, prices = {}, answers = [0, 0]) =>
  chooseJudge(
    {
      provider: 'openai',
      apiKey: 'k',
      baseUrl: standIn.url,
      model: 'm',
      daily: { calls: dailyCalls, answers: answers[0] ?? 0, answersPerLearner: answers[1] ?? 0 },
      prices,
    },
    log,
    createDailyBudget(database.db, () => at, log),
    async () => (await findModelSwitch(database.db)).isOff,
  )
const askAs = async (judge: ReturnType<typeof startJudge>, userId: string, words = 20) =>
  (
    await judge.evaluate(
      makeRequest({ userId, prompt: `Write a warm welcome note to our new neighbours, ${words} words at most.` }),
    )
  ).evaluation.by

it('asks the model up to the daily limit, then uses the checklist', async () => {
  const judge = startJudge(1)
  expect([await askAs(judge, 'ada'), await askAs(judge, 'bo', 30)]).toEqual(['model', 'checklist'])
  expect(standIn.asked).toHaveLength(1)
})

it('never asks the model when the limit is zero', async () => {
  expect(await askAs(startJudge(0), 'ada')).toBe('checklist')
  expect(standIn.asked).toHaveLength(0)
})

it('shares one daily budget between instances, keeps it across restarts and renews it the next day', async () => {
  const instances = [startJudge(3), startJudge(3), startJudge(3)]
  const kinds = await Promise.all(
    instances.flatMap((judge, index) => [
      askAs(judge, `ada${index}`, 21 + index),
      askAs(judge, `bo${index}`, 31 + index),
    ]),
  )
  expect(kinds.filter((kind) => kind === 'model')).toHaveLength(3)
  expect(await askAs(startJudge(3), 'cy', 40)).toBe('checklist')
  expect(await askAs(startJudge(3, new Date('2026-03-02T00:00:00Z')), 'cy', 40)).toBe('model')
})

it('does not call the model when usage cannot be counted', async () => {
  const warnings: string[] = []
  await database.db`alter table model_calls rename to model_calls_gone`
  const judge = startJudge(3, noon, { ...silent, warn: (_, message) => void warnings.push(message) })
  try {
    expect(await askAs(judge, 'ada')).toBe('checklist')
    // Of the call, and of counting that there was none, for which no learner waits.
    await expect.poll(() => warnings).toHaveLength(2)
  } finally {
    await database.db`alter table model_calls_gone rename to model_calls`
  }
  expect(standIn.asked).toHaveLength(0)
})

const days = () =>
  database.db`
    select calls, input_tokens::int as input, output_tokens::int as output, cost_usd::float8 as cost from model_calls`

it('adds up the tokens and cost of a day', async () => {
  const lines: object[] = []
  const log = { ...silent, info: (fields: object) => void lines.push(fields) }
  const judge = startJudge(9, noon, log, { m: { input: 0.1, output: 0.5 } })
  await askAs(judge, 'ada')
  await askAs(judge, 'bo', 30)
  expect(await days()).toEqual([{ calls: 2, input: 1_600, output: 200, cost: 0.00026 }])
  expect(lines.find((line) => 'inputTokens' in line)).toEqual({
    model: 'm',
    inputTokens: 800,
    outputTokens: 100,
    costUsd: 0.00013,
  })
})

it('counts only tokens for a model without a price', async () => {
  await askAs(startJudge(9, noon, silent, { other: { input: 1, output: 1 } }), 'ada')
  expect(await days()).toEqual([{ calls: 1, input: 800, output: 100, cost: null }])
})

it('returns the budget slot when the provider refuses the call', async () => {
  standIn.behave(fails(400))
  expect(await askAs(startJudge(1), 'ada')).toBe('checklist')
  expect(await days()).toEqual([{ calls: 0, input: 0, output: 0, cost: null }])
  standIn.behave(says(goodAnswer()))
  expect(await askAs(startJudge(1), 'ada')).toBe('model')
})

const byName = (one = '', other = '') => one.localeCompare(other)

const addUser = async () => {
  const id = randomUUID()
  await database.db`insert into users (id, email, username) values (${id}, ${`${id}@kitewise.example`}, 'Learner')`
  return id
}
const startAnswering = (all: number, own: number, at = noon) =>
  startJudge(0, at, silent, { m: { input: 1, output: 1 } }, [all, own])
const answerAs = async (judge: ReturnType<typeof startJudge>, userId: string) => {
  const over = new AbortController()
  const answer = await judge.answer?.(makeAnswerRequest({ userId, signal: over.signal }))
  if (answer?.ok) for await (const _ of answer.value.text);
  over.abort()
  return answer?.ok ? 'answered' : answer?.reason
}

describe('daily answer limit', () => {
  const tomorrow = new Date('2026-03-02T00:00:00Z')
  beforeEach(() => standIn.behave(streams('Hello', '.')))

  it('limits a learner on all instances together and resets the next day', async () => {
    const [ada, bo] = [await addUser(), await addUser()]
    const instances = [startAnswering(9, 2), startAnswering(9, 2), startAnswering(9, 2)]
    const answers = await Promise.all(instances.map((judge) => answerAs(judge, ada)))
    expect(answers.toSorted(byName)).toEqual(['answered', 'answered', 'limit'])
    expect(await answerAs(startAnswering(9, 2), ada)).toBe('limit')
    expect(await answerAs(startAnswering(9, 2), bo)).toBe('answered')
    expect(await answerAs(startAnswering(9, 2, tomorrow), ada)).toBe('answered')
  })

  it('limits all learners together, and a refusal for that reason does not count for the learner', async () => {
    const users = [await addUser(), await addUser(), await addUser()]
    const answers = await Promise.all(users.map((userId) => answerAs(startAnswering(2, 1), userId)))
    expect(answers.toSorted(byName)).toEqual(['answered', 'answered', 'unavailable'])
    const refused = await database.db`select 1 from model_answers where answers = 0`
    expect(refused).toHaveLength(1)
  })

  it('does not use up the verdict budget, but adds to the cost', async () => {
    const ada = await addUser()
    await answerAs(startAnswering(9, 9), ada)
    const [day] = await database.db`
      select calls, answers, input_tokens::int as input, output_tokens::int as output, cost_usd::float8 as cost from model_calls`
    expect(day).toEqual({ calls: 0, answers: 1, input: 60, output: 2, cost: 0.000062 })
  })

  it('does not count answers that the provider refused', async () => {
    const ada = await addUser()
    standIn.behave(fails(500))
    const judge = startAnswering(1, 1)
    await expect(answerAs(judge, ada)).rejects.toMatchObject({ status: 500 })
    standIn.behave(streams('Hello.'))
    expect(await answerAs(startAnswering(1, 1), ada)).toBe('answered')
  })

  it('is deleted with the account', async () => {
    const ada = await addUser()
    await answerAs(startAnswering(9, 9), ada)
    await database.db`delete from users where id = ${ada}`
    expect(await database.db`select 1 from model_answers where user_id = ${ada}`).toEqual([])
  })
})

describe('a model that staff turned off', () => {
  afterEach(() => saveModelSwitch(database.db, false))

  it('is used by no instance from then on: neither for verdicts nor for answers, and again when it is on', async () => {
    const instances = [startJudge(100, noon, silent, {}, [9, 9]), startJudge(100, noon, silent, {}, [9, 9])]
    const [one, other] = [instances[0] as Judge, instances[1] as Judge]
    expect(await askAs(one, 'ada', 20)).toBe('model')
    await saveModelSwitch(database.db, true)
    const asked = standIn.asked.length
    for (const judge of [one, other]) {
      const judged = await judge.evaluate(makeRequest({ userId: 'ada', prompt: 'Write a note of 20 words to Ana.' }))
      expect([judged.evaluation.by, judged.isFallback]).toEqual(['checklist', true])
      expect(await judge.answer?.(makeAnswerRequest({ userId: 'ada' }))).toMatchObject({
        ok: false,
        reason: 'unavailable',
      })
    }
    // Also the verdict that the model gave before.
    expect(await askAs(one, 'ada', 20)).toBe('checklist')
    expect(standIn.asked).toHaveLength(asked)
    await saveModelSwitch(database.db, false)
    expect(await askAs(other, 'ada', 25)).toBe('model')
  })

  it('stays unused when the switch cannot be read', async () => {
    const judge = startJudge(100)
    await database.db`alter table model_switch rename to model_switch_gone`
    try {
      expect(await askAs(judge, 'ada')).toBe('checklist')
      expect(standIn.asked).toHaveLength(0)
    } finally {
      await database.db`alter table model_switch_gone rename to model_switch`
    }
  })
})

it('counts failures, fallbacks and what the daily limit refused', async () => {
  const { note } = createDailyBudget(
    database.db,
    () => noon,
    silent,
  )({
    calls: 1,
    answers: 0,
    answersPerLearner: 0,
    price: null,
  })
  await Promise.all((['failed', 'fallback', 'fallback', 'capped'] as const).map((outcome) => note(outcome)))
  expect(await database.db`select calls, failed, fallbacks, capped from model_calls`).toEqual([
    { calls: 0, failed: 1, fallbacks: 2, capped: 1 },
  ])
})
