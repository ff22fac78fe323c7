import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import { addJob } from '../platform/add-job.ts'
import { createUser } from '../test-support/factories.ts'
import { mailsTo } from '../test-support/read-mailbox.ts'
import { runJobs } from '../test-support/run-jobs.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { createTestDatabase } from '../test-support/test-database.ts'
import { allJobs, schedule } from './all-jobs.ts'
import { migrateJobs } from './migrate-jobs.ts'
import { cronItems, startJobs } from './start-jobs.ts'

let server: TestServer
let second: TestServer
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  server = await startTestServer()
  second = await startTestServer({ database: server.database })
})
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))
afterAll(async () => {
  await second.close()
  await server.close()
})

const jobsLeft = async () => {
  const [row] = await server.context.db<{ left: number }[]>`select count(*) as left from graphile_worker._private_jobs`
  return row?.left
}
/** A sign-in that the purge deletes, to detect that it has run. */
const addDeadSession = async () => {
  const { id } = await createUser(server.context)
  await server.context
    .db`insert into sessions (user_id, id, expires_at) values (${id}, gen_random_uuid(), now() - interval '1 second')`
}
const deadSessions = async () => (await server.context.db`select 1 from sessions where expires_at < now()`).length

describe('job schema', { timeout: 60_000 }, () => {
  it('is created once by concurrent instances, and a repetition changes nothing', async () => {
    const empty = await createTestDatabase('empty')
    await Promise.all(Array.from({ length: 4 }, () => migrateJobs(empty.address)))
    await migrateJobs(empty.address)
    const [row] = await empty.db<{ jobs: number }[]>`select count(*) as jobs from graphile_worker._private_jobs`
    await empty.drop()
    expect(row?.jobs).toBe(0)
  })
})

const nothing = () => {}

describe('a mail', { timeout: 60_000 }, () => {
  it('leaves while long jobs hold every other worker', async () => {
    const { context } = server
    const { embedded } = context.payments
    if (!embedded) throw new Error('there is no embedded provider')
    let letGo: () => void = nothing
    const gate = new Promise<number>((resolve) => void (letGo = () => resolve(0)))
    const payments = { ...context.payments, embedded: { ...embedded, advance: () => gate } }
    stops.push(startJobs({ ...context, payments }))
    for (let at = 0; at < 5; at += 1) await addJob(context.db, 'advance-embedded-payments', {}, { key: `long-${at}` })
    const { email } = await createUser(context)
    await addJob(context.db, 'mail-pin-link', { email, requestedFrom: 'somewhere' })
    await expect.poll(async () => (await mailsTo(context, email)).length, { timeout: 30_000 }).toBe(1)
    letGo()
    await expect.poll(jobsLeft, { timeout: 15_000 }).toBe(0)
  })
})

describe('jobs', { timeout: 60_000 }, () => {
  it('run once on two instances, immediately after they are queued', async () => {
    stops.push(startJobs(server.context), startJobs(second.context))
    await addDeadSession()
    await addJob(server.context.db, 'purge-expired', {})
    await expect.poll(deadSessions, { timeout: 15_000 }).toBe(0)
    await expect.poll(jobsLeft, { timeout: 15_000 }).toBe(0)
  })

  it('with the same key are queued once', async () => {
    for (let times = 0; times < 3; times += 1)
      await addJob(server.context.db, 'purge-expired', {}, { key: 'one', runAt: new Date(Date.now() + 3_600_000) })
    expect(await jobsLeft()).toBe(1)
    await runJobs(server.context)
    expect(await jobsLeft()).toBe(1)
    await server.context.db`delete from graphile_worker._private_jobs`
  })

  it('continue after a database outage', async () => {
    stops.push(startJobs(server.context))
    await expect
      .poll(async () => (await server.context.db`select 1 from job_runners`).length, { timeout: 15_000 })
      .toBe(2)
    const admin = connect(server.database.address, { poolSize: 1 })
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await admin.end()
    const addWork = async () => {
      await addDeadSession()
      await addJob(server.context.db, 'purge-expired', {})
    }
    // A pooled connection may not have noticed yet that it was cut.
    const isAdded = () =>
      addWork().then(
        () => true,
        () => false,
      )
    await expect.poll(isAdded, { timeout: 15_000 }).toBe(true)
    // A job that meets a cut connection is tried again later and later, so others follow it.
    const deadAfterAnother = async () => {
      await addJob(server.context.db, 'purge-expired', {}).catch(() => {})
      return deadSessions()
    }
    await expect.poll(deadAfterAnother, { timeout: 30_000, interval: 500 }).toBe(0)
  })

  it('that a killed runner held and that were replaced are completed, and exhausted ones are kept', async () => {
    const { db } = server.context
    const add = (key: string) => addJob(db, 'purge-expired', {}, { key })
    // The previous test may have added its job more than once.
    await db`delete from graphile_worker._private_jobs`
    await add('replaced')
    await db`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '2 minutes', attempts = 1`
    await add('replaced')
    await add('given up')
    await db`update graphile_worker._private_jobs set attempts = max_attempts where key = 'given up'`
    expect(await jobsLeft()).toBe(3)
    stops.push(startJobs(server.context))
    await expect.poll(jobsLeft, { timeout: 15_000 }).toBe(1)
    expect(await db`select key from graphile_worker.jobs`).toMatchObject([{ key: 'given up' }])
    await db`delete from graphile_worker._private_jobs`
  })

  it('that end during the shutdown are done or free for the next process', async () => {
    const { db } = server.context
    const inHand = () => db`select id, attempts from graphile_worker.jobs where locked_at is not null`
    for (let times = 0; times < 10; times += 1) {
      for (let job = 0; job < 12; job += 1) await addJob(db, 'purge-expired', {})
      const stop = startJobs(server.context)
      await expect.poll(jobsLeft, { timeout: 15_000, interval: 1 }).toBeLessThan(12)
      await stop()
      expect(await inHand()).toEqual([])
      await db`delete from graphile_worker._private_jobs`
    }
  })

  it('leave no runner behind after the shutdown', async () => {
    const stop = startJobs(server.context)
    await expect
      .poll(async () => (await server.context.db`select 1 from job_runners`).length, { timeout: 15_000 })
      .toBeGreaterThan(0)
    await stop()
    await expect
      .poll(async () => (await server.context.db`select 1 from job_runners`).length, { timeout: 15_000 })
      .toBe(0)
  })

  it('on a schedule never overlap with themselves', () => {
    for (const { task, options } of cronItems) expect(options.queueName).toBe(task)
  })

  it('on a schedule are all registered once', () => {
    const names = schedule.map(({ job }) => job)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(Object.keys(allJobs)).toContain(name)
  })
})
