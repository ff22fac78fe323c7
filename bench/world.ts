import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { createContext } from '../apps/server/src/create-context.ts'
import { connect, type SocketAddress } from '../apps/server/src/database/connect.ts'
import { startEmbeddedPostgres } from '../apps/server/src/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import { createServer } from '../apps/server/src/http/create-server.ts'
import { migrateJobs } from '../apps/server/src/jobs/migrate-jobs.ts'
import { actAsLearner } from '../apps/server/src/test-support/act-as-learner.ts'
import { makeCall } from '../apps/server/src/test-support/call-server.ts'
import { testConfig } from '../apps/server/src/test-support/test-config.ts'
import type { TestServer } from '../apps/server/src/test-support/start-test-server.ts'
import type { Measured, RecordedWrite, Statement } from './shapes.ts'

/**
 * A durable PostgreSQL (fsync on) with learners. Every write is run once and its statements are recorded, so that the
 * bare driver can send exactly the same SQL.
 */
const learnerCount = 50
const lessonId = 'ai-zero.l00'
const fragmentIndexes = [0, 1, 2, 3]

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'kitewise-bench-'))
chmodSync(folder, 0o711)
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), runAs: null, report: () => {} })
const address: SocketAddress = postgres.address
const db = connect(address)
await migrate(db)
await migrateJobs(address)
const config = testConfig({ contentFolder: join(root, 'content'), webFolder: join(root, 'dist/web') })
const context = await createContext(
  { ...config, sessionCache: true, limits: { ...config.limits, generalPerMinute: 1e9 } },
  { database: { db, address: address } },
)
const app = await createServer(context)
await app.listen({ host: '127.0.0.1', port: 0 })
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

/** Records every statement that the driver sends while `work` runs. */
const recordStatements = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const statements: Statement[] = []
  // oxlint-disable-next-line typescript/unbound-method -- restored and called with its own `this` below
  const original = Client.prototype.query
  function watched(this: Client, ...parts: unknown[]) {
    const [query] = parts
    if (typeof query === 'object' && query !== null && 'text' in query) {
      const { name, text, values } = query as Statement
      statements.push({ name, text, values })
    }
    // The overloads of `query` can't be expressed for a forwarding call.
    return Reflect.apply(original, this, parts) as ReturnType<typeof original>
  }
  Client.prototype.query = watched as typeof original
  await work()
  Client.prototype.query = original
  return statements
}

const server = { url, context, call: makeCall(url), signIn: async () => '' }
const signIn = async (email: string, pin: string): Promise<string> => {
  const reply = await server.call('login', { body: { email, pin } })
  if (reply.error) throw new Error(reply.error.name)
  return reply.body.jwt
}

while (!context.sessionCache.isOn()) await wait(10)

const learners: RecordedWrite[][] = []
let token = ''
for (let number = 0; number < learnerCount; number += 1) {
  // Learners only need these parts of a test server.
  const learner = await actAsLearner({ ...server, signIn } as unknown as TestServer)
  token = learner.token
  await learner.start(lessonId)
  const writes: RecordedWrite[] = []
  for (const index of fragmentIndexes) {
    const statements = await recordStatements(() => learner.report(lessonId, index, true))
    const found = context.catalog.findLesson(lessonId)
    writes.push({
      path: `/api/user-course-progress/fragment/${learner.id}/${lessonId}/${index}`,
      token: learner.token,
      body: {
        courseId: found?.course.id,
        chapterId: found?.chapter.id,
        lessonId,
        fragmentId: found?.lesson.fragments[index]?.id,
        fragmentIndex: index,
        completed: true,
        progressPercentage: 100,
        timeSpent: 30,
      },
      statements,
    })
  }
  learners.push(writes)
}

const databaseUrl = `postgresql://${address.username}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`
// A new session isn't kept yet, so that its first request reads it: the one statement of a signed-in read.
const reader = await actAsLearner({ ...server, signIn } as unknown as TestServer)
const readStatements = await recordStatements(() =>
  server.call('getLesson', { token: reader.token, params: { id: lessonId } }),
)
const ready: Measured = { databaseUrl, address, token, readStatements, learners }
process.send?.(ready)
process.on('disconnect', () => {
  void (async () => {
    await app.close()
    await context.sessionCache.close()
    await db.end({ timeout: 1 })
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })()
})
