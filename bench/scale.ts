import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deletionGraceDays } from '@kitewise/rules/account'
import type { Catalog } from '@kitewise/content/catalog'
import { loadContent } from '@kitewise/content/load-content'
import type { Context } from '../apps/server/src/context.ts'
import { createContext } from '../apps/server/src/create-context.ts'
import { connect, type Db } from '../apps/server/src/database/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../apps/server/src/database/embedded-postgres.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import { inTransaction } from '../apps/server/src/database/transaction.ts'
import { createServer } from '../apps/server/src/http/create-server.ts'
import { allJobs } from '../apps/server/src/jobs/all-jobs.ts'
import { migrateJobs } from '../apps/server/src/jobs/migrate-jobs.ts'
import { createPinHasher } from '../apps/server/src/platform/pin-hasher.ts'
import { fillLearners } from '../apps/server/src/test-support/fill-learners.ts'
import { testConfig } from '../apps/server/src/test-support/test-config.ts'
import { type Cost, createMeter, type Meter } from './processes.ts'

/**
 * `npm run bench -- --scale[=learners]`: fills one database per size with learners, and measures each call and each job in all of
 * them by turns. The processor time of a call, and of a unit of a job's work, must not grow by more than a quarter. The pages may
 * with each size, because a larger index is deeper: a search in it reads a page more. See bench/README.md.
 */
const mostGrowth = 1.25
/** From three pages (root, leaf, row) to four, per size. */
const mostPageGrowth = 1.34
const callRounds = 15
const callsPerRound = 60
const jobRounds = 7
/** Each reminds 7.5 % of all learners. */
const reminderRounds = 3
const pin = '4826'
const dayMs = 86_400_000

type World = {
  size: number
  context: Context
  app: Awaited<ReturnType<typeof createServer>>
  /** Those who make the calls. */
  learners: Learner[]
  setNow: (now: Date) => void
  measure: (work: () => Promise<unknown>) => Promise<Cost>
  close: () => Promise<void>
}
type Learner = { id: string; email: string; lessons: number; headers: Record<string, string> }

const uuidOf = (text: string): string =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

/** The same arithmetic as in `fillLearners`. */
const learnerOf = (context: Context, number: number): Learner => {
  const id = uuidOf(`learner ${number}`)
  const token = context.sessionTokens.sign({ userId: id, sessionId: uuidOf(`session ${number}`) })
  return {
    id,
    email: `learner-${number}@scale.example`,
    lessons: 1 + ((number * 7919) % 9),
    headers: { authorization: `Bearer ${token}`, 'x-time-zone': 'UTC' },
  }
}

/** Learners with a running subscription, spread over all. */
const pickLearners = (context: Context, size: number): Learner[] => {
  const step = Math.max(10, Math.floor(size / callsPerRound / 10) * 10)
  return Array.from({ length: callsPerRound }, (_, index) => learnerOf(context, ((index * step) % size) + 1))
}

type Place = { postgres: EmbeddedPostgres; admin: Db; meter: Meter; catalog: Catalog; start: Date }

const openWorld = async ({ postgres, admin, meter, catalog, start }: Place, size: number): Promise<World> => {
  const database = `scale_${size}`
  await admin.unsafe(`create database ${database}`)
  const address = { ...postgres.address, database }
  const db = connect(address)
  await migrate(db)
  await migrateJobs(address)
  const config = testConfig({ contentFolder: 'content' })
  const begin = performance.now()
  await fillLearners(address, {
    count: size,
    catalog,
    now: start,
    pinHash: await createPinHasher(config.pinHashing).hash(pin),
  })
  const [space] = await db<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`
  const seconds = (performance.now() - begin) / 1000
  console.log(`${size} learners: filled in ${seconds.toFixed(0)} s, ${((space?.bytes ?? 0) / 1e9).toFixed(2)} GB`)
  let now = start
  const mailer = { send: async () => {} }
  const context = await createContext(config, { database: { db, address }, catalog, clock: () => now, mailer })
  const app = await createServer(context)
  const setNow = (moment: Date) => {
    now = moment
  }
  const close = async () => {
    await app.close()
    await db.end()
  }
  const measure = (work: () => Promise<unknown>) => meter(database, work)
  return { size, context, app, learners: pickLearners(context, size), setNow, measure, close }
}

type Request = { method: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: object }
type Call = (learner: Learner, world: World) => Request

/** The lesson that a learner is in: the one after the last finished one. */
const placeOf = ({ context }: World, { lessons }: Learner) => {
  const course = context.catalog.courses[0]
  const lesson = course?.lessons[lessons]
  const chapter = course?.chapters.find((one) => one.lessons.some(({ id }) => id === lesson?.id))
  if (!course || !lesson || !chapter) throw new Error('the first course is too short')
  return { courseId: course.id, chapterId: chapter.id, lessonId: lesson.id, fragmentId: lesson.fragments[0]?.id }
}
const get =
  (path: string): Call =>
  ({ headers }) => ({ method: 'GET', url: path, headers })

const calls: Record<string, Call> = {
  'sign in': ({ email }) => ({ method: 'POST', url: '/api/product-user/login', payload: { email, pin } }),
  me: get('/api/product-user/me'),
  'course progress': (learner, world) => ({
    method: 'GET',
    url: `/api/user-course-progress/course/${learner.id}/${placeOf(world, learner).courseId}`,
    headers: learner.headers,
  }),
  lesson: (learner, world) => ({
    method: 'GET',
    url: `/api/lessons/${placeOf(world, learner).lessonId}`,
    headers: learner.headers,
  }),
  'lesson progress': (learner, world) => ({
    method: 'GET',
    url: `/api/user-course-progress/lesson/${learner.id}/${placeOf(world, learner).lessonId}`,
    headers: learner.headers,
  }),
  'start a lesson': (learner, world) => {
    const { courseId, lessonId } = placeOf(world, learner)
    return {
      method: 'POST',
      url: `/api/user-course-progress/start-lesson/${learner.id}/${lessonId}/${courseId}`,
      headers: learner.headers,
    }
  },
  'report a fragment': (learner, world) => {
    const place = placeOf(world, learner)
    return {
      method: 'POST',
      url: `/api/user-course-progress/fragment/${learner.id}/${place.lessonId}/0`,
      headers: learner.headers,
      payload: { ...place, fragmentIndex: 0, completed: true, progressPercentage: 100, timeSpent: 30 },
    }
  },
  streak: get('/api/product-user/streak'),
  'daily practice': get('/api/product-user/review'),
  subscription: get('/api/user-subscription'),
  reminders: get('/api/product-user/reminders'),
  'passed prompts': get('/api/product-user/passed-prompts'),
}

type Work = { units: number; cost: Cost }

/** Returns what was done, so that the cost can be given per unit. Work that only prepares isn't measured. */
type Job = (world: World, round: number, start: Date) => Promise<Work>

/** Nothing works the queue off here. What autovacuum does within a minute: otherwise the next job that is added reads the dead rows. */
const dropJobs = async ({ context }: World): Promise<void> => {
  await context.db`delete from graphile_worker._private_jobs`
  await context.db`vacuum (analyze) graphile_worker._private_jobs`
}

const jobs: Record<string, Job> = {
  'remind-learners, per reminder': async (world, round, start) => {
    const { context } = world
    // At 19:00 of the next days: those with the hours from 17 to 19.
    const at = new Date(Math.floor(start.getTime() / dayMs) * dayMs + (round + 1) * dayMs + 19 * 3_600_000)
    world.setNow(at)
    const cost = await world.measure(() => allJobs['remind-learners'](context, { isHelper: true }))
    const [sent] = await context.db<{ count: number }[]>`select count(*) as count from reminders where sent_at = ${at}`
    await dropJobs(world)
    return { units: sent?.count ?? 0, cost }
  },
  'deliver-mail, per mail': async (world) => {
    const { context } = world
    const mails = await context.db<{ id: string }[]>`
      select id from outgoing_mails where created_at > now() - interval '1 hour' and dedupe_key is null and sent_at is null
        and template = 'reminder' order by created_at desc limit 25`
    const cost = await world.measure(async () => {
      for (const { id } of mails) await allJobs['deliver-mail'](context, { mailId: id })
    })
    return { units: mails.length, cost }
  },
  'purge-expired, per row': async (world, round) => {
    const { context, size } = world
    // What the filling left to purge isn't counted.
    await allJobs['purge-expired'](context, {})
    const ids = Array.from({ length: 50 }, (_, index) => uuidOf(`learner ${((index * 7 + round * 3) % size) + 1}`))
    await context.db`
      insert into sessions (user_id, id, expires_at)
      select user_id, gen_random_uuid(), now() - interval '1 minute' from unnest(${ids}::uuid[]) user_id, generate_series(1, 40)
      where exists (select 1 from users where id = user_id)`
    const [before] = await context.db<
      { count: number }[]
    >`select count(*) as count from sessions where expires_at < now()`
    return { cost: await world.measure(() => allJobs['purge-expired'](context, {})), units: before?.count ?? 0 }
  },
  'reconcile-batch, per subscription': async (world, round) => {
    const { context, size } = world
    const numbers = Array.from({ length: 60 }, (_, index) => (((index * 10 + round * 600) % size) + 1).toString())
    const ids = numbers.map((number) => `sub_${number.padStart(12, '0')}`)
    return {
      cost: await world.measure(() => allJobs['reconcile-batch'](context, { kind: 'subscriptions', ids })),
      units: ids.length,
    }
  },
  'purge-accounts, per account': async (world, round) => {
    const { context } = world
    const { db } = context
    const emails = Array.from({ length: 20 }, (_, index) => learnerOf(context, 500 + round * 20 + index).email)
    // As for calls, a learner's rows are in memory when they are measured.
    await inTransaction(db, async (tx) => {
      await tx`delete from users where email = any(${emails})`
      throw new Undone()
    }).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
    const units = (
      await db`
        update users set deactivated_at = now() - make_interval(days => ${deletionGraceDays}) - interval '1 hour'
        where email = any(${emails}) returning 1`
    ).length
    return { cost: await world.measure(() => allJobs['purge-accounts'](context, {})), units }
  },
}

/** Undoes a transaction on purpose. */
class Undone extends Error {}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const measured: Record<keyof Cost, string> = { ms: 'time, ms', cpuMs: 'CPU, ms', pages: 'pages' }

/** Prints what a unit of work costs at each size, and each cost's ratio to the first. Returns whether processor time and pages stay flat. */
const reportGrowth = (name: string, works: readonly Work[][]): boolean => {
  let isFlat = true
  for (const [index, [kind, unit]] of (Object.entries(measured) as [keyof Cost, string][]).entries()) {
    // Of the processor time, the least: the garbage of earlier rounds and a crowded cache only add to it.
    const choose = kind === 'cpuMs' ? (values: readonly number[]) => Math.min(...values) : median
    const costs = works.map((all) => choose(all.map(({ units, cost }) => cost[kind] / units)))
    const ratios = costs.map((cost) => cost / (costs[0] ?? Number.NaN))
    const steps = costs.slice(1).map((cost, at) => cost / (costs[at] ?? Number.NaN))
    const grows =
      (kind === 'cpuMs' && Math.max(...ratios) > mostGrowth) ||
      (kind === 'pages' && Math.max(...steps) > mostPageGrowth)
    const cells = costs.map((cost, at) => `${cost.toFixed(3).padStart(8)} (${(ratios[at] ?? 0).toFixed(2)})`)
    console.log(`${(index === 0 ? name : '').padEnd(34)}${unit.padEnd(9)}${cells.join('')}${grows ? '  GROWS' : ''}`)
    isFlat &&= !grows
  }
  return isFlat
}

const callAll = async (world: World, name: string, call: Call): Promise<Work> => {
  const requests = world.learners.map((learner) => call(learner, world))
  const cost = await world.measure(async () => {
    for (const request of requests) {
      const { statusCode, body } = await world.app.inject(request)
      if (statusCode >= 300) throw new Error(`${name}: ${statusCode} ${body}`)
    }
  })
  return { units: requests.length, cost }
}

/** By turns in all sizes, so that other load meets them alike. */
const measureByTurns = async (
  worlds: readonly World[],
  name: string,
  { count, work }: { count: number; work: (world: World, round: number) => Promise<Work> },
): Promise<boolean> => {
  const works = worlds.map((): Work[] => [])
  for (let round = 0; round < count; round += 1)
    for (const [index, world] of worlds.entries()) {
      const done = await work(world, round)
      if (done.units > 0) works[index]?.push(done)
    }
  return reportGrowth(name, works)
}

const measureAll = async (worlds: readonly World[], start: Date): Promise<boolean> => {
  const verdicts: boolean[] = []
  for (const [name, call] of Object.entries(calls)) {
    for (const world of worlds) await callAll(world, name, call)
    const work = (world: World) => callAll(world, name, call)
    verdicts.push(await measureByTurns(worlds, name, { count: callRounds, work }))
  }
  for (const [name, job] of Object.entries(jobs)) {
    const count = name.startsWith('remind') ? reminderRounds : jobRounds
    const work = (world: World, round: number) => job(world, round, start)
    verdicts.push(await measureByTurns(worlds, name, { count, work }))
  }
  return verdicts.every(Boolean)
}

/** @param learners how many at most; sizes are powers of ten from 1,000 */
export async function measureScale(learners: number): Promise<boolean> {
  const sizes = [1e3, 1e4, 1e5, 1e6].filter((size) => size <= learners)
  const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'kitewise-scale-'))
  chmodSync(folder, 0o711)
  // The cost of our statements counts, not that of the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '4GB',
    max_connections: '200',
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '20000',
  }
  const postgres = await startEmbeddedPostgres({ folder, runAs: null, report: () => {}, settings })
  const admin = connect(postgres.address, { poolSize: 1, limits: 'none' })
  const worlds: World[] = []
  try {
    const place = {
      postgres,
      admin,
      meter: await createMeter(admin),
      catalog: loadContent('content'),
      start: new Date(),
    }
    for (const size of sizes) worlds.push(await openWorld(place, size))
    console.log(`\n${'(ratio to the first)'.padEnd(43)}${sizes.map((size) => `${size}`.padStart(15)).join('')}`)
    return await measureAll(worlds, place.start)
  } finally {
    for (const world of worlds) await world.close()
    await admin.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
