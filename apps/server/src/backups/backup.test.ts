import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect, createPool, type DatabaseAddress, type Db } from '../database/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { createUser } from '../test-support/factories.ts'
import { fillLearners } from '../test-support/fill-learners.ts'
import { startTestServer, type TestServer } from '../test-support/start-test-server.ts'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'
import { isSecret } from '../features/privacy/export-data.ts'
import { loadBackup } from './load-backup.ts'
import { BackupError } from './seal.ts'
import { leftOut, listBackupTables, readSequences } from './tables.sql.ts'
import { readTable, writeBackup } from './write-backup.ts'

const key = randomBytes(32)
let server: TestServer
/** Another cluster, as a customer's own PostgreSQL: with its own settings for times, dates and bytes. */
let external: EmbeddedPostgres
let externalFolder: string
let folder: string
const opened: TestDatabase[] = []

beforeAll(async () => {
  externalFolder = mkdtempSync(join(tmpdir(), 'kitewise-external-'))
  chmodSync(externalFolder, 0o711)
  const settings = { fsync: 'off', timezone: 'Asia/Tokyo', datestyle: 'German', bytea_output: 'escape' }
  external = await startEmbeddedPostgres({ folder: externalFolder, runAs: null, report: () => {}, settings })
  server = await startTestServer()
  const { db, database, catalog } = { ...server, ...server.context }
  await fillLearners(database.address, { count: 60, catalog, now: new Date(), pinHash: 'not-a-hash' })
  await db`insert into feedback (user_id, id, rating, message, created_at)
    select id, gen_random_uuid(), 5, ${'tab\t backslash \\ \\. newline\n “quotes” 日本'}, now() from users limit 1`
})
afterAll(async () => {
  await server.close()
  await external.stop()
  rmSync(externalFolder, { recursive: true, force: true })
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-backups-'))
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const backUp = (address: DatabaseAddress = server.database.address) =>
  writeBackup(address, { folder, key, app: '1.2.3' })

const makeEmpty = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase('empty')
  opened.push(database)
  return database
}

/** Every row of every table in a backup, as JSON, by table. */
const readAll = async (db: Db): Promise<Record<string, unknown[]>> => {
  const all: Record<string, unknown[]> = {}
  for (const { name } of await listBackupTables(db))
    all[name] = await db.unsafe(`select to_jsonb(t) as "row" from "${name}" t order by t::text collate "C"`)
  return all
}

const countTables = async (db: Db) => {
  const [row] = await db<
    { count: number }[]
  >`select count(*) as count from pg_class where relnamespace = 'public'::regnamespace`
  return row?.count
}

describe('a backup', { timeout: 120_000 }, () => {
  it('brings every row and sequence to another cluster and back', async () => {
    const before = await readAll(server.context.db)
    const filled = Object.values(before).filter((rows) => rows.length > 0)
    expect(filled.length).toBeGreaterThan(30)
    const sequences = await readSequences(server.context.db)
    expect(Object.keys(sequences).length).toBeGreaterThan(0)

    const there = await backUp()
    await loadBackup(external.address, there.file, key)
    const abroad = await backUp(external.address)
    expect(abroad.rows).toBe(there.rows)
    const home = await makeEmpty()
    const loaded = await loadBackup(home.address, abroad.file, key)
    expect(loaded).toMatchObject({ rows: there.rows, header: { app: '1.2.3' } })
    expect(await readAll(home.db)).toEqual(before)
    expect(await readSequences(home.db)).toEqual(sequences)
    await home.db`insert into consents (user_id, purpose, is_given, text_sha256, place)
      select u.id, 'marketing', true, t.sha256, 'account' from consent_texts t, users u limit 1`
    const own = await home.db<{ name: string }[]>`
      select relname as name from pg_class where relname = any(${leftOut}) and relname <> 'schema_migrations'`
    for (const { name } of own) expect([name, ...(await home.db.unsafe(`select 1 from "${name}"`))]).toEqual([name])
  })

  it('is of one moment, and is readable by its owner only', async () => {
    const { file } = await backUp()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { id } = await createUser(server.context)
    const copy = await makeEmpty()
    await loadBackup(copy.address, file, key)
    expect(await copy.db`select 1 from users where id = ${id}`).toHaveLength(0)
  })

  it('contains no row that lets anyone in', async () => {
    const { db } = server.context
    const columns = await db<{ table: string; column: string; type: string }[]>`
      select table_name as "table", column_name as "column", data_type as type from information_schema.columns
      where table_schema = 'public' and table_name <> all(${[...leftOut]})`
    const secrets = columns.filter((column) => isSecret(column) && !/hash$|sha256$/.test(column.column))
    expect(secrets.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(keptKeys)
  })

  it('has its name only when it is complete', async () => {
    const blocker = connect(server.database.address, { poolSize: 1, limits: 'none' })
    const { host, port, username } = inject('postgres')
    const name = 'database' in server.database.address ? server.database.address.database : ''
    const url = `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
    await blocker.withConnection(async (client) => {
      await client.query('begin; lock table withdrawals')
      const child = startCommand(url)
      await expect.poll(() => readdirSync(folder).length, { timeout: 60_000 }).toBe(1)
      await expect.poll(() => waitsForLock(), { timeout: 60_000 }).toBe(true)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await client.query('rollback')
    })
    await blocker.end()
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.partial$/)])
    await expect(loadBackup(external.address, join(folder, readdirSync(folder)[0] ?? ''), key)).rejects.toThrow(
      BackupError,
    )
  })

  it('can be made twice at once', async () => {
    const both = await Promise.all([backUp(), backUp()])
    expect(new Set(both.map(({ file }) => file)).size).toBe(2)
    for (const { file, rows } of both) {
      const copy = await makeEmpty()
      expect((await loadBackup(copy.address, file, key)).rows).toBe(rows)
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([])
  })

  it('counts the rows of a table whose end fills a packet', async () => {
    const copy = await makeEmpty()
    const pool = createPool(copy.address, { poolSize: 1, limits: 'none', name: 'packets' })
    const client = await pool.connect()
    // The server sends 8192 bytes at a time: 10 before the rows, 6 around each, and 5 after them.
    await client.query(`create temp table t as select repeat('x', 8192 - 10 - 6 - 5) as words`)
    const table = { name: 't', columns: ['words'], order: '1' }
    const counts = new Set<number>()
    for (let time = 0; time < 300; time += 1) {
      const reading = readTable(client, table, () => null)
      let read = await reading.next()
      while (!read.done) read = await reading.next()
      counts.add(read.value.rows)
    }
    client.release(true)
    await pool.end()
    expect([...counts]).toEqual([1])
  })

  it('that cannot be written leaves nothing', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    await expect(writeBackup(server.database.address, { folder: file, key, app: '1' })).rejects.toThrow(
      `The backup cannot be written to ${file}: it is not a folder`,
    )
    expect(readdirSync(folder)).toEqual(['a-file'])
  })
})

/** Sealed or hashed with a secret of the settings, public, keys of counters and calls, and what a push service takes only from our key. */
const keptKeys = [
  'api_answers.idempotency_key',
  'badge_keys.sealed_private_key',
  'desk_audit.person',
  'desk_passkeys.public_key',
  'embedded_checkouts.idempotency_key',
  'embedded_companies.idempotency_key',
  'embedded_coupons.idempotency_key',
  'embedded_requests.idempotency_key',
  'event_endpoints.earlier_sealed_secret',
  'event_endpoints.sealed_secret',
  'login_attempts.key',
  'login_network_accounts.account_key',
  'login_network_accounts.network_key',
  // Public: it is in the company's DNS.
  'organization_domains.token',
  'organization_providers.sealed_client_secret',
  'outgoing_mails.dedupe_key',
  'passkeys.public_key',
  'pin_pepper_print.print',
  'push_subscriptions.auth_secret',
  'push_subscriptions.p256dh_key',
  'users.passkey_handle',
]

const startCommand = (url: string): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/cli/kitewise.ts', 'backup', '--to', folder], {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    env: { PATH: process.env.PATH, DATABASE_URL: url, BACKUP_KEY: key.toString('base64') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const waitsForLock = async (): Promise<boolean> => {
  const rows = await server.context.db`
    select 1 from pg_stat_activity where application_name = 'kitewise-backup' and wait_event_type = 'Lock'`
  return rows.length > 0
}

describe('a restore', { timeout: 120_000 }, () => {
  it('refuses a database with tables and changes nothing there', async () => {
    const { file } = await backUp()
    const copy = await makeEmpty()
    await copy.db`create table precious (id int)`
    await expect(loadBackup(copy.address, file, key)).rejects.toThrow('The database has tables.')
    expect(await countTables(copy.db)).toBe(1)
  })

  it.each<[string, (sealed: Buffer) => Buffer, string]>([
    [
      'cut off',
      (sealed) => sealed.subarray(0, sealed.length - 1000),
      'The end of the backup is missing, damaged or was changed.',
    ],
    ['changed', (sealed) => flip(sealed, sealed.length - 2000), 'was changed'],
    ['changed early', (sealed) => flip(sealed, 5000), 'was changed'],
    ['not a backup', () => Buffer.from('x'.repeat(5000)), 'The file is not a backup made by this command.'],
  ])('of a file that is %s says so and leaves the database empty', async (_name, change, message) => {
    const { file } = await backUp()
    writeFileSync(file, change(readFileSync(file)))
    const copy = await makeEmpty()
    await expect(loadBackup(copy.address, file, key)).rejects.toThrow(message)
    expect(await countTables(copy.db)).toBe(0)
  })

  it('says that the key or the file is the wrong one', async () => {
    const { file } = await backUp()
    const copy = await makeEmpty()
    await expect(loadBackup(copy.address, file, randomBytes(32))).rejects.toThrow('BACKUP_KEY is not the key')
    await expect(loadBackup(copy.address, join(folder, 'missing'), key)).rejects.toThrow('There is no file')
  })

  it('refuses a backup with migrations of a newer release, or changed ones', async () => {
    const { db } = server.context
    await db`insert into schema_migrations (name, sha256) values ('9999_future.sql', 'x')`
    const newer = await backUp()
    await db`delete from schema_migrations where name = '9999_future.sql'`
    const copy = await makeEmpty()
    await expect(loadBackup(copy.address, newer.file, key)).rejects.toThrow(
      'Release 1.2.3 made this backup, with 9999_future.sql. Install that release or a newer one.',
    )
    expect(await countTables(copy.db)).toBe(0)
  })
})

const flip = (data: Buffer, place: number): Buffer => {
  data.writeUInt8(data.readUInt8(place) ^ 1, place)
  return data
}
