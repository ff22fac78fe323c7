import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts'
import { chooseJudge } from './choose.ts'
import { createDailyBudget } from './openai/daily-calls.ts'
import type { JudgeLog } from './port.ts'
import { goodAnswer, makeRequest } from './test-support/requests.ts'
import { fails, says, startModelStandIn, type StandIn } from './test-support/model-stand-in.ts'

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

/** One more instance on the same database, at a time of its own. */
const startJudge = (dailyCalls: number, at = noon, log: JudgeLog = silent, prices = {}) =>
  chooseJudge(
    {
      provider: 'openai',
      apiKey: 'k',
      baseUrl: standIn.url,
      model: 'm',
      daily: { calls: dailyCalls, answers: 0, answersPerLearner: 0 },
      prices,
    },
    log,
    createDailyBudget(database.db, () => at, log),
  )
const askAs = async (judge: ReturnType<typeof startJudge>, userId: string, words = 20) =>
  (
    await judge.evaluate(
      makeRequest({ userId, prompt: `Write a warm welcome note to our new neighbours, ${words} words at most.` }),
    )
  ).evaluation.by

it('asks the model as often in a day as the configuration allows, then the checklist evaluates', async () => {
  const judge = startJudge(1)
  expect([await askAs(judge, 'ada'), await askAs(judge, 'bo', 30)]).toEqual(['model', 'checklist'])
  expect(standIn.asked).toHaveLength(1)
})

it('never asks the model when the configuration allows no call', async () => {
  expect(await askAs(startJudge(0), 'ada')).toBe('checklist')
  expect(standIn.asked).toHaveLength(0)
})

it('has one budget for all instances, which a restart does not renew and the next day does', async () => {
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

it('spends nothing that it cannot count', async () => {
  const warnings: string[] = []
  await database.db`alter table model_calls rename to model_calls_gone`
  const judge = startJudge(3, noon, { ...silent, warn: (_, message) => void warnings.push(message) })
  try {
    expect(await askAs(judge, 'ada')).toBe('checklist')
  } finally {
    await database.db`alter table model_calls_gone rename to model_calls`
  }
  expect(standIn.asked).toHaveLength(0)
  expect(warnings).toHaveLength(1)
})

const days = () =>
  database.db`
    select calls, input_tokens::int as input, output_tokens::int as output, cost_usd::float8 as cost from model_calls`

it('adds up tokens and cost of a day', async () => {
  const lines: object[] = []
  const log = { ...silent, info: (fields: object) => void lines.push(fields) }
  const judge = startJudge(9, noon, log, { m: { input: 0.1, output: 0.5 } })
  await askAs(judge, 'ada')
  await askAs(judge, 'bo', 30)
  expect(await days()).toEqual([{ calls: 2, input: 1_600, output: 200, cost: 0.00026 }])
  expect(lines.find((line) => 'inputTokens' in line)).toEqual({ model: 'm', inputTokens: 800, outputTokens: 100, costUsd: 0.00013 })
})

it('counts tokens alone for a model without a price', async () => {
  await askAs(startJudge(9, noon, silent, { other: { input: 1, output: 1 } }), 'ada')
  expect(await days()).toEqual([{ calls: 1, input: 800, output: 100, cost: null }])
})

it('keeps no place in the budget for a call that the provider refused', async () => {
  standIn.behave(fails(400))
  expect(await askAs(startJudge(1), 'ada')).toBe('checklist')
  expect(await days()).toEqual([{ calls: 0, input: 0, output: 0, cost: null }])
  standIn.behave(says(goodAnswer()))
  expect(await askAs(startJudge(1), 'ada')).toBe('model')
})
