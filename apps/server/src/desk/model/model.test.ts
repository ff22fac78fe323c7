import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDailyBudget } from '../../adapters/judge/openai/daily-calls.ts'
import { makeRequest } from '../../adapters/judge/test-support/requests.ts'
import { goodAnswer } from '../../adapters/judge/test-support/requests.ts'
import { fails, says, startModelStandIn, type StandIn } from '../../adapters/judge/test-support/model-stand-in.ts'
import { chooseJudge } from '../../adapters/judge/choose.ts'
import { findModelSwitch } from '../../platform/model-switch.sql.ts'
import { actAsStaff } from '../../test-support/act-as-staff.ts'
import { startTestServer, type TestServer } from '../../test-support/start-test-server.ts'

const noon = new Date('2026-05-10T12:00:00Z')
const silent = { info: () => {}, warn: () => {}, error: () => {} }
let standIn: StandIn
let server: TestServer

beforeEach(async () => {
  standIn = await startModelStandIn()
  standIn.behave(says(goodAnswer()))
  const judge = {
    provider: 'openai' as const,
    apiKey: 'k',
    baseUrl: standIn.url,
    model: 'm',
    daily: { calls: 3, answers: 5, answersPerLearner: 2 },
    prices: { m: { input: 1_000, output: 2_000 } },
  }
  server = await startTestServer({ now: noon, config: { judge } })
})
afterEach(async () => {
  await server.close()
  await standIn.close()
})

/** An instance's judge on the server's database. */
const startJudge = () => {
  const { db, config, clock } = server.context
  const isOff = async () => (await findModelSwitch(db)).isOff
  return chooseJudge(config.judge, silent, createDailyBudget(db, clock, silent), isOff)
}
const ask = (judge: ReturnType<typeof startJudge>, words: number) =>
  judge.evaluate(makeRequest({ userId: 'ada', prompt: `Write a warm note to our new neighbours, ${words} words.` }))

describe('the model', () => {
  it('has its calls, tokens, cost, failures and limits after a known load', async () => {
    const [judge, owner] = [startJudge(), await actAsStaff(server, 'owner')]
    await ask(judge, 20)
    standIn.behave(fails(400))
    await ask(judge, 30)
    const { data } = (await owner.call('modelOverview')).body
    expect(data).toMatchObject({
      model: 'm',
      isOff: false,
      price: { input: 1_000, output: 2_000 },
      limits: { calls: 3, answers: 5, answersPerLearner: 2 },
    })
    const { rows, total } = (await owner.call('modelDays')).body.data
    expect(total).toBe(1)
    const [today] = rows
    expect(today).toMatchObject({ day: '2026-05-10', answers: 0, failed: 1, fallbacks: 1, capped: 0 })
    expect(today?.calls).toBeGreaterThanOrEqual(1)
    expect(today?.costUsd).toBeCloseTo(
      ((today?.inputTokens ?? 0) * 1_000 + (today?.outputTokens ?? 0) * 2_000) / 1_000_000,
    )
    expect(today?.inputTokens).toBeGreaterThan(0)
    expect(data.days).toHaveLength(30)
    expect(data.days.at(-1)).toEqual({ day: '2026-05-10', calls: today?.calls, costUsd: today?.costUsd })
  })

  it('lists and exports the days of a filter', async () => {
    const [judge, owner] = [startJudge(), await actAsStaff(server, 'owner')]
    await ask(judge, 20)
    server.setNow(new Date('2026-05-12T12:00:00Z'))
    standIn.behave(fails(400))
    await ask(judge, 30)
    const daysOf = async (query: string) => {
      const [page, file] = [
        await owner.call('modelDays', { query: `sort=day&direction=desc&${query}` }),
        await owner.call('exportModel', { query }),
      ]
      const lines = file.text.trim().split('\r\n').slice(1)
      const days = page.body.data.rows.map(({ day }) => day)
      expect(lines.map((line) => line.split(',')[0])).toEqual(days)
      return days
    }
    expect(await daysOf('')).toEqual(['2026-05-12', '2026-05-10'])
    expect(await daysOf('trouble=failed')).toEqual(['2026-05-12'])
    expect(await daysOf('to=2026-05-11')).toEqual(['2026-05-10'])
    expect(await daysOf('from=2026-05-12&to=2026-05-12')).toEqual(['2026-05-12'])
    expect(await daysOf('from=2026-05-13')).toEqual([])
    expect((await owner.call('modelDays', { query: 'from=yesterday' })).status).toBe(400)
  })

  it('is turned off for running instances by an owner with a reason, and turned on again', async () => {
    const [one, other, owner] = [startJudge(), startJudge(), await actAsStaff(server, 'owner')]
    const switchTo = (isOff: boolean) =>
      owner.call('switchModel', { body: { isOff, reason: 'the model gives wrong verdicts' } })
    expect((await switchTo(true)).status).toBe(200)
    for (const judge of [one, other])
      expect(await ask(judge, 20)).toMatchObject({ evaluation: { by: 'checklist' }, isFallback: true })
    expect(standIn.asked).toHaveLength(0)
    expect((await owner.call('modelOverview')).body.data.isOff).toBe(true)
    const { rows } = (await owner.call('listAudit', { query: 'action=switchModel' })).body.data
    expect(rows.map(({ reason }) => reason)).toEqual(['the model gives wrong verdicts'])
    await switchTo(false)
    expect((await ask(one, 20)).evaluation.by).toBe('model')
  })

  it('is not switched without a reason, nor by roles that only read', async () => {
    const [owner, content] = [await actAsStaff(server, 'owner'), await actAsStaff(server, 'content')]
    expect((await owner.call('switchModel', { body: { isOff: true } })).status).toBe(400)
    const refused = await content.call('switchModel', { body: { isOff: true, reason: 'just to try it' } })
    expect(refused.error?.name).toBe('not_permitted')
    expect((await content.call('modelOverview')).body.data.isOff).toBe(false)
  })
})
