import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { listBackups } from '../backups/backup-folder.ts'
import { loadBackup } from '../backups/load-backup.ts'
import { listMigrations } from '../backups/tables.sql.ts'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { migrate, readMigrations } from '../database/migrate.ts'
import { testConfig } from '../test-support/test-config.ts'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'
import { readFunnel } from './funnel.ts'
import { upgradeDatabase } from './upgrade.ts'

const key = randomBytes(32)
const own = readMigrations()
let folder: string
let database: TestDatabase
let config: Config

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-upgrade-'))
  database = await createTestDatabase('empty')
  const { host, port, username } = inject('postgres')
  const name = 'database' in database.address ? database.address.database : ''
  const url = `postgres://${username}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  config = testConfig({ database: { kind: 'url', url, directUrl: null }, backups: { folder, key } })
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** As an older release left it, without the newest two migrations. */
const makeOlder = async () => {
  const patient = connect(database.address, { poolSize: 1, limits: 'none' })
  await migrate(patient, own.slice(0, -2))
  await patient.end()
  await database.db`insert into users (id, email, username) values (gen_random_uuid(), 'a@b.example', 'A')`
}

const appliedNames = async () => (await listMigrations(database.db)).map(({ name }) => name)
const ownNames = own.map(({ name }) => name)

describe('upgrade', { timeout: 60_000 }, () => {
  it('backs up what was there, migrates once, and a restore of the backup gets the new schema too', async () => {
    await makeOlder()
    const { applied, backup } = await upgradeDatabase(config, {})
    expect(applied).toEqual(ownNames.slice(-2))
    expect(await appliedNames()).toEqual(ownNames)
    const empty = await createTestDatabase('empty')
    const { header } = await loadBackup(empty.address, backup ?? '', key)
    expect(header.migrations.map(({ name }) => name)).toEqual(ownNames.slice(0, -2))
    expect(await empty.db`select email from users`).toEqual([{ email: 'a@b.example' }])
    await empty.drop()

    expect(await upgradeDatabase(config, {})).toEqual({ applied: [], backup: null })
    expect(listBackups(folder)).toHaveLength(1)
  })

  it('changes nothing if the backup cannot be written', async () => {
    await makeOlder()
    await expect(upgradeDatabase({ ...config, backups: { folder: null, key } }, {})).rejects.toThrow('Where to?')
    expect(await appliedNames()).toEqual(ownNames.slice(0, -2))
    expect(
      (await upgradeDatabase({ ...config, backups: { folder: null, key } }, { withoutBackup: true })).backup,
    ).toBeNull()
    expect(await appliedNames()).toEqual(ownNames)
  })

  it('creates the schema of an empty database', async () => {
    expect(await upgradeDatabase(config, {})).toEqual({ applied: ownNames, backup: null })
  })

  it('refuses to go back over a migration', async () => {
    await makeOlder()
    await database.db`insert into schema_migrations (name, sha256) values ('9999_future.sql', 'x')`
    await expect(upgradeDatabase(config, {})).rejects.toThrow('is older than the database, which has 9999_future.sql')
    expect(await appliedNames()).toEqual([...ownNames.slice(0, -2), '9999_future.sql'])
    expect(listBackups(folder)).toEqual([])
  })

  it('runs once at a time', async () => {
    await makeOlder()
    const other = connect(database.address, { poolSize: 1, limits: 'none' })
    await other.withConnection(async (client) => {
      await client.query("select pg_advisory_lock(x'75706772'::int)")
      await expect(upgradeDatabase(config, {})).rejects.toThrow('Another upgrade of this database is running.')
      await client.query('select pg_advisory_unlock_all()')
    })
    await other.end()
    expect((await upgradeDatabase(config, {})).applied).toHaveLength(2)
  })
})

describe('funnel', { timeout: 60_000 }, () => {
  it('reads a migrated database and explains an empty one', async () => {
    const contentFolder = join(import.meta.dirname, '../../../../content')
    await expect(readFunnel({ ...config, contentFolder }, null)).rejects.toThrow('has no tables of the quiz yet')
    await upgradeDatabase(config, {})
    expect(await readFunnel({ ...config, contentFolder }, 7)).toEqual([])
  })
})
