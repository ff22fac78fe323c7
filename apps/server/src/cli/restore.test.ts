import { randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { recordErasures } from '../backups/erasure-ledger.ts'
import { type Config, makeConfig } from '../config.ts'
import { purgeAccounts } from '../features/privacy/delete-account.ts'
import { saveFeed } from '../features/reach/calendar-feeds.sql.ts'
import { backUpDatabase } from '../jobs/all-jobs.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { addJob } from '../platform/add-job.ts'
import { actAsBuyer, payAt } from '../test-support/act-as-buyer.ts'
import { createUser } from '../test-support/factories.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { testConfig } from '../test-support/test-config.ts'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'
import { onboardingCatalog } from '../test-support/visitor.ts'
import { backUpTo } from './backup.ts'
import { notePepper } from '../platform/pin-pepper.sql.ts'
import { restoreBackup } from './restore.ts'

const key = randomBytes(32)
let server: TestServer
/** Stands for every service outside; counts who calls. */
let outside: Server
let calls = 0
let folder: string

beforeAll(async () => {
  outside = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => {
    outside.listen(0, '127.0.0.1', resolve)
  })
  server = await startTestServer({ catalog: onboardingCatalog() })
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => {
    outside.close(resolve)
  })
})
beforeEach(() => {
  calls = 0
  folder = mkdtempSync(join(tmpdir(), 'kitewise-restore-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const urlOf = ({ address }: TestDatabase): string => {
  const { host, port, username } = inject('postgres')
  return `postgres://${username}@localhost:${port}/${'database' in address ? address.database : ''}?host=${encodeURIComponent(host)}`
}

/** A live installation, with every service at `outside`. */
const liveConfig = (changes: Partial<Config> = {}): Config => {
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const made = makeConfig(
    {
      STRIPE_SECRET_KEY: 'sk_test_abc',
      STRIPE_WEBHOOK_SECRET: 'whsec_abc',
      STRIPE_PRICES: 'week=price_a,four-weeks=price_b,month=price_c,twelve-weeks=price_d',
      STRIPE_API_URL: url,
      OPENAI_BASE_URL: `${url}/v1`,
      MAILER: 'smtp',
      SMTP_URL: url.replace('http', 'smtp'),
      BACKUP_KEY: key.toString('base64'),
      BACKUP_DIR: folder,
    },
    '/',
  )
  if ('problems' in made) throw new Error(made.problems.join('\n'))
  const { judge, mail, payments, backups } = made.config
  const database = { kind: 'url' as const, url: urlOf(server.database), directUrl: null }
  return testConfig({ judge, mail, payments, backups, database, ...changes })
}

const parts = { catalog: onboardingCatalog() }

const backUp = () => backUpTo(liveConfig())

/** Buys, learns nothing, and is erased after the backup. */
const eraseBuyer = async () => {
  const { email, ...buyer } = await actAsBuyer(server)
  const begun = await buyer.begin('month')
  await payAt(server, begun.sessionId)
  await buyer.claim(begun)
  const { file, rows } = await backUp()
  const { db } = server.context
  await db`update users set deactivated_at = now() - interval '40 days' where email = ${email}`
  await purgeAccounts(server.context)
  expect(await db`select 1 from users where email = ${email}`).toHaveLength(0)
  return { email, file, rows }
}

const withEmpty = async (body: (database: TestDatabase, url: string) => Promise<void>) => {
  const database = await createTestDatabase('empty')
  try {
    await body(database, urlOf(database))
  } finally {
    await database.drop()
  }
}

const unreachable = { kind: 'url' as const, url: 'postgres://nobody@127.0.0.1:1/none', directUrl: null }

describe('a rehearsed restore', { timeout: 120_000 }, () => {
  it('says whether the PINs work with the PIN_PEPPER of these settings', async () => {
    const { db } = server.context
    const config = liveConfig()
    await notePepper(db, config.pinHashing.pepper)
    const { file } = await backUp()
    const pepperWith = async (pepper: string) => {
      const pinHashing = { ...config.pinHashing, pepper }
      return (await restoreBackup({ ...config, pinHashing }, { file }, parts)).checked.pepper
    }
    expect(await pepperWith(config.pinHashing.pepper)).toBe('same')
    expect(await pepperWith('another pepper')).toBe('other')
    await db`delete from pin_pepper_print`
  })

  it('compares everything, erases again what was erased since, and sends nothing', async () => {
    await createUser(server.context)
    const { file, rows } = await eraseBuyer()
    const { loaded, erased, checked } = await restoreBackup(liveConfig(), { file }, parts)
    expect(loaded.tables).toBeGreaterThan(40)
    expect(rows).toBeGreaterThan(10)
    expect(loaded.rows).toBe(rows)
    expect(erased).toBe(1)
    expect(checked.answers.map(([path, status]) => `${path} ${status}`)).toEqual([
      '/readyz 200',
      '/api/courses 200',
      '/api/plans 200',
      '/api/product-user/me 200',
      '/api/user-subscription 200',
      '/api/product-user/streak 200',
    ])
    expect(calls).toBe(0)
  })
})

describe('a restore into an empty database', { timeout: 120_000 }, () => {
  it('keeps the erased erased by the list next to the backup when the database is gone', async () => {
    const { email, file } = await eraseBuyer()
    await recordErasures(server.database.address, folder)
    await withEmpty(async ({ db }, into) => {
      const { erased } = await restoreBackup(liveConfig({ database: unreachable }), { file, into }, parts)
      expect(erased).toBe(1)
      expect(await db`select 1 from users where email = ${email}`).toHaveLength(0)
      expect((await db`select 1 from users`).length).toBeGreaterThan(0)
      // The provider is asked once the restored database is in use.
      expect((await db`select 1 from provider_erasures`).length).toBeGreaterThan(0)
      expect(await db`select 1 from sessions where revoked_at is null`).toHaveLength(0)
    })
    expect(calls).toBe(0)
  })

  it('brings no calendar address back', async () => {
    const { id } = await createUser(server.context)
    await saveFeed(server.context.db, id, randomBytes(32))
    const { file } = await backUp()
    await withEmpty(async ({ db }, into) => {
      await restoreBackup(liveConfig(), { file, into }, parts)
      expect(await db`select 1 from users where id = ${id}`).toHaveLength(1)
      expect(await db`select 1 from calendar_feeds`).toHaveLength(0)
    })
  })

  it('is refused when nothing says who was erased, unless it is wanted', async () => {
    const { email, file } = await eraseBuyer()
    const moved = join(folder, 'moved')
    mkdirSync(moved)
    const alone = join(moved, basename(file))
    copyFileSync(file, alone)
    const config = liveConfig({ database: unreachable, backups: { folder: null, key } })
    await withEmpty(async ({ db }, into) => {
      await expect(restoreBackup(config, { file: alone, into }, parts)).rejects.toThrow('would come back')
      expect(await db`select 1 from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0)
      const { erased } = await restoreBackup(config, { file: alone, into, withoutErasures: true }, parts)
      expect(erased).toBeNull()
      expect(await db`select 1 from users where email = ${email}`).toHaveLength(1)
    })
  })

  it('names what is wrong with the target or the settings', async () => {
    const { file } = await backUp()
    const wrong = [
      [{ into: 'mysql://x' }, '--into takes "embedded" or a URL'],
      [{ into: 'embedded' }, 'DATABASE_URL is set'],
      [{ into: 'postgres://nobody@127.0.0.1:1/none' }, 'The database does not answer'],
      [{ into: urlOf(server.database) }, 'The database has tables.'],
    ] as const
    for (const [options, message] of wrong)
      await expect(restoreBackup(liveConfig(), { file, ...options }, parts)).rejects.toThrow(message)
    await expect(restoreBackup(liveConfig(), { file: folder }, parts)).rejects.toThrow(
      'is a folder. Name a backup in it',
    )
    await expect(restoreBackup(liveConfig(), { file: join(folder, 'none') }, parts)).rejects.toThrow('There is no file')
    const withoutKey = liveConfig({ backups: { folder, key: null } })
    await expect(restoreBackup(withoutKey, { file }, parts)).rejects.toThrow('Set BACKUP_KEY.')
  })
})

describe('the nightly job', () => {
  it('writes a backup and the list of erased accounts, or nothing without a folder', async () => {
    const { context } = server
    await backUpDatabase({ ...context, config: testConfig() })
    expect(readdirSync(folder)).toEqual([])
    await backUpDatabase({ ...context, config: liveConfig() })
    expect(readdirSync(folder).sort()).toEqual(['erased-accounts.txt', expect.stringMatching(/^kitewise-.*\.backup$/)])
  })
})

const startLive = (quarantine: boolean) =>
  startTestServer({ ...parts, database: server.database, config: liveConfig({ quarantine }) })

/** Everything that would reach for the world. */
const tryAll = async (app: TestServer): Promise<number[]> => {
  const { mailer, payments } = app.context
  const params = { onboardingId: randomUUID() }
  await app.call('saveOnboarding', { params, body: { variant: 1, version: 1, step: 1, answers: {} } })
  const prompt = 'Write a poem for my sister, who turns 40.'
  const judged = await app.call('evaluateMiniTask', { params, body: { prompt } })
  const bought = await (await actAsBuyer(app)).choose()
  const mail = { messageId: '<1@x>', to: 'a@b.example', subject: '', text: '', html: '', unsubscribeUrl: null }
  await mailer.send(mail).catch(() => {})
  await payments.forgetCustomer('cus_1').catch(() => {})
  return [judged.status, bought.status]
}

describe('quarantine', { timeout: 60_000 }, () => {
  it('lets nothing out and runs no jobs', async () => {
    const app = await startLive(true)
    try {
      expect(await tryAll(app)).toEqual([200, 503])
      await addJob(app.context.db, 'purge-expired', {})
      const before = await app.context.db`select 1 from graphile_worker._private_jobs`
      await startJobs(app.context)()
      expect(await app.context.db`select 1 from graphile_worker._private_jobs`).toHaveLength(before.length)
      expect(calls).toBe(0)
    } finally {
      await app.close()
    }
  })

  it('is what holds it back', async () => {
    const app = await startLive(false)
    try {
      await tryAll(app)
      expect(calls).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  })
})
