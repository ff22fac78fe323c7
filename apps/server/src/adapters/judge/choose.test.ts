import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test-support/test-database.ts'
import { chooseJudge } from './choose.ts'
import { createDailyCalls } from './openai/daily-calls.ts'
import type { JudgeLog } from './openai-judge.ts'
import { goodAnswer, makeRequest } from './test-support/requests.ts'
import { says, startModelStandIn, type StandIn } from './test-support/model-stand-in.ts'

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
const startJudge = (dailyCalls: number, at = noon, log: JudgeLog = silent) =>
  chooseJudge(
    { provider: 'openai', apiKey: 'k', baseUrl: standIn.url, model: 'm', dailyCalls },
    log,
    createDailyCalls(database.db, () => at, log),
  )
const askAs = async (judge: ReturnType<typeof startJudge>, userId: string, words = 20) =>
  (
    await judge.evaluate(
      makeRequest({ userId, prompt: `Write a warm welcome note to our new neighbours, ${words} words at most.` }),
    )
  ).evaluator

it('asks the model as often in a day as the configuration allows, then scores by rubric', async () => {
  const judge = startJudge(1)
  expect([await askAs(judge, 'ada'), await askAs(judge, 'bo', 30)]).toEqual(['ai', 'rubric'])
  expect(standIn.asked).toHaveLength(1)
})

it('never asks the model when the configuration allows no call', async () => {
  expect(await askAs(startJudge(0), 'ada')).toBe('rubric')
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
  expect(kinds.filter((kind) => kind === 'ai')).toHaveLength(3)
  expect(await askAs(startJudge(3), 'cy', 40)).toBe('rubric')
  expect(await askAs(startJudge(3, new Date('2026-03-02T00:00:00Z')), 'cy', 40)).toBe('ai')
})

it('spends nothing that it cannot count', async () => {
  const warnings: string[] = []
  await database.db`alter table model_calls rename to model_calls_gone`
  const judge = startJudge(3, noon, { ...silent, warn: (_, message) => void warnings.push(message) })
  try {
    expect(await askAs(judge, 'ada')).toBe('rubric')
  } finally {
    await database.db`alter table model_calls_gone rename to model_calls`
  }
  expect(standIn.asked).toHaveLength(0)
  expect(warnings).toHaveLength(1)
})
