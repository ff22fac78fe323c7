import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseJudge } from './choose.ts'
import { goodAnswer, makeRequest } from './test-support/requests.ts'
import { says, startModelStandIn, type StandIn } from './test-support/model-stand-in.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }
let standIn: StandIn

beforeEach(async () => {
  standIn = await startModelStandIn()
  standIn.behave(says(goodAnswer()))
})
afterEach(() => standIn.close())

const askTwoLearners = async (dailyCalls: number) => {
  const judge = chooseJudge({ provider: 'openai', apiKey: 'k', baseUrl: standIn.url, model: 'm', dailyCalls }, silent)
  const first = await judge.evaluate(makeRequest({ userId: 'ada' }))
  const second = await judge.evaluate(
    makeRequest({ userId: 'bo', prompt: 'Write a warm welcome note to our new neighbours, 20 words at most.' }),
  )
  return [first.evaluator, second.evaluator]
}

it('asks the model as often in a day as the configuration allows, then scores by rubric', async () => {
  expect(await askTwoLearners(1)).toEqual(['ai', 'rubric'])
  expect(standIn.asked).toHaveLength(1)
})

it('never asks the model when the configuration allows no call', async () => {
  expect(await askTwoLearners(0)).toEqual(['rubric', 'rubric'])
  expect(standIn.asked).toHaveLength(0)
})
