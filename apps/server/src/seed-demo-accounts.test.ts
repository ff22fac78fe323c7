import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedFinishedLessons } from './features/learning/seed-finished-lessons.ts'
import { demoAccounts, seedDemoAccounts } from './seed-demo-accounts.ts'
import { removeAllPins } from './test-support/rows/accounts.ts'
import { endAllSubscriptions } from './test-support/rows/billing.ts'
import { startTestServer, type TestServer } from './test-support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: new Date('2026-05-10T12:00:00Z') })
  await Promise.all([seedDemoAccounts(server.context), seedDemoAccounts(server.context)])
})
afterAll(() => server.close())

const look = async (email: string, pin: string) => {
  const { body } = await server.call('login', { body: { email, pin } })
  const { data: subscriptions } = (await server.call('userSubscription', { token: body.jwt })).body
  const params = { userId: body.user.id, courseId: 'ai-zero' }
  const { data: progress } = (await server.call('courseProgress', { token: body.jwt, params })).body
  const days = subscriptions.map((item) =>
    Math.round((item.current_period_end - Date.parse('2026-05-10T12:00:00Z') / 1000) / 86_400),
  )
  return { id: body.user.id, days, done: progress.progressInfo.finishedLessons }
}

it('creates three accounts with the published PINs, even when two instances start at once', async () => {
  expect(demoAccounts.map(({ email, pin }) => [email, pin])).toEqual([
    ['demo@kitewise.example', '2749'],
    ['other@kitewise.example', '8305'],
    ['expired@kitewise.example', '6194'],
  ])
  expect(await look('demo@kitewise.example', '2749')).toMatchObject({
    days: [21],
    done: ['ai-zero.l01', 'ai-zero.l02'],
  })
  expect(await look('other@kitewise.example', '8305')).toMatchObject({ days: [21], done: [] })
  expect(await look('expired@kitewise.example', '6194')).toMatchObject({ days: [-3], done: [] })
})

it('extends the periods at the next start and keeps the progress', async () => {
  const { id } = await look('demo@kitewise.example', '2749')
  await seedFinishedLessons(server.context, id, ['ai-zero.l03'])
  await endAllSubscriptions(server.context.db)
  await removeAllPins(server.context.db)
  await seedDemoAccounts(server.context)
  expect(await look('demo@kitewise.example', '2749')).toEqual({
    id,
    days: [21],
    done: ['ai-zero.l01', 'ai-zero.l02', 'ai-zero.l03'],
  })
})
