import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../create-log.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log: createLog('warn', 'secret', { write: (line) => void lines.push(line) }) })
})
afterAll(() => server.close())

const ready = async () => (await server.call('GET /readyz')).body

it('says nothing about a clock that is right', async () => {
  expect(await ready()).toEqual({ data: { ready: true } })
  expect(lines).toEqual([])
})

it.each([
  ['behind', -3_600_000, 3_600],
  ['ahead', 3_600_000, -3_600],
])('says that the clock is %s, stays in service, and logs it once', async (_, byMs, seconds) => {
  server.setNow(new Date(Date.now() + byMs))
  expect(await ready()).toEqual({ data: { ready: true, clockSkewSeconds: seconds } })
  await ready()
  expect(lines.filter((line) => line.includes("the database's clock is ahead"))).toHaveLength(1)
})
