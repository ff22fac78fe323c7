import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext } from '../../apps/server/src/create-context.ts'
import { connect } from '../../apps/server/src/database/connect.ts'
import { startEmbeddedPostgres } from '../../apps/server/src/database/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { createCheckout } from '../../apps/server/src/features/billing/create-checkout.ts'
import { payEmbeddedCheckout } from '../../apps/server/src/features/billing/embedded-checkout.ts'
import { seedFinishedLessons } from '../../apps/server/src/features/learning/seed-finished-lessons.ts'
import { createServer } from '../../apps/server/src/http/create-server.ts'
import { migrateJobs } from '../../apps/server/src/jobs/migrate-jobs.ts'
import { startJobs } from '../../apps/server/src/jobs/start-jobs.ts'
import { createUser } from '../../apps/server/src/test-support/factories.ts'
import { testConfig } from '../../apps/server/src/test-support/test-config.ts'
import type { Command } from './commands.ts'

/**
 * The product for one Playwright worker, in a process of its own: real server, real PostgreSQL, the real content and the built web
 * app. The worker asks for learners over the process channel; journeys themselves use nothing but the browser.
 */
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'kitewise-e2e-'))
chmodSync(folder, 0o711)

const postgres = await startEmbeddedPostgres({
  folder: join(folder, 'postgres'),
  runAs: null,
  report: () => {},
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
})
const db = connect(postgres.address)
await migrate(db)
await migrateJobs(postgres.address)

const config = testConfig({ webFolder: join(root, 'dist/web'), contentFolder: join(root, 'content') })
const context = await createContext(config, { database: { db, address: postgres.address } })
const app = await createServer(context)
await app.listen({ host: '127.0.0.1', port: 0 })
const stopJobs = startJobs(context)

const endsIn = (days: number): number => Math.floor(Date.now() / 1000) + days * 86_400

/** Buys the monthly plan as somebody signed in does, with a test card. */
const buyTrial = async (userId: string): Promise<void> => {
  const begun = await createCheckout(context, { productId: 'month', registrationToken: undefined, userId })
  if (!begun.ok) throw new Error(`could not begin a checkout: ${begun.code}`)
  const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }
  await payEmbeddedCheckout(context, begun.value.sessionId, card)
}

const makeLearner = async ({ subscription, finishedLessons, isPinSet }: Command) => {
  const user = await createUser(context, {
    ...(isPinSet ? {} : { pin: null }),
    subscription:
      subscription === 'none' || subscription === 'bought'
        ? null
        : { currentPeriodEnd: endsIn(subscription === 'active' ? 20 : -3) },
  })
  if (subscription === 'bought') await buyTrial(user.id)
  const lessons = context.catalog.findCourse('ai-zero')?.lessons ?? []
  const finished = lessons.slice(0, finishedLessons).map(({ id }) => id)
  if (finished.length > 0) await seedFinishedLessons(context, user.id, finished)
  return user
}

const stop = async (): Promise<void> => {
  await app.close()
  await stopJobs()
  await db.end({ timeout: 1 })
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}

process.on('message', (command: Command) => {
  void makeLearner(command).then((learner) => process.send?.({ id: command.id, learner }))
})
process.on('disconnect', () => void stop())
process.on('SIGTERM', () => void stop())
process.send?.({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` })
