import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test-support/test-database.ts'
import { connect, type Db } from './connect.ts'
import { migrate, readMigrations } from './migrate.ts'

let folder: string
let database: TestDatabase
let db: Db
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-migrations-'))
  database = await createTestDatabase('empty')
  db = connect(database.address, { poolSize: 2, limits: 'none' })
})
afterEach(async () => {
  await db.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const write = (name: string, sql: string) => {
  writeFileSync(join(folder, name), sql)
}
const run = () => migrate(db, readMigrations(folder))
const listTables = async () => {
  const rows = await db<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`
  return rows.map(({ name }) => name)
}

/** Runs the migrations of `folder` in its own process, like a starting instance. */
const startInstance = () => {
  const script = fileURLToPath(new URL('../test-support/run-migrations.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { ...process.env, MIGRATIONS: folder, ADDRESS: JSON.stringify(database.address) },
    stdio: 'ignore',
  })
  return { child, ended: once(child, 'exit') as Promise<[number | null]> }
}

const waitUntilSomebodyWaitsFor = async (query: string) => {
  for (;;) {
    const rows = await db`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${query}%`}`
    if (rows.length > 0) return
  }
}

describe('migrate', () => {
  it('applies each file once, in numeric order', async () => {
    write('0002_rooms.sql', 'create table rooms (house int references houses); insert into rooms values (1);')
    write('0001_houses.sql', 'create table houses (id int primary key); insert into houses values (1);')
    expect(await run()).toEqual({ applied: ['0001_houses.sql', '0002_rooms.sql'], newer: [] })
    expect(await run()).toEqual({ applied: [], newer: [] })
    write('0003_doors.sql', 'create table doors (id int)')
    expect(await run()).toEqual({ applied: ['0003_doors.sql'], newer: [] })
    expect(await listTables()).toEqual(['doors', 'houses', 'rooms'])
  })

  it('creates the real schema and changes nothing the second time', async () => {
    expect((await migrate(db)).applied).toEqual(readMigrations().map(({ name }) => name))
    expect(await migrate(db)).toEqual({ applied: [], newer: [] })
  })

  it('rolls back and names a failing file, then continues once it is fixed', async () => {
    write('0001_houses.sql', 'create table houses (id int)')
    write('0002_broken.sql', 'create table rooms (id int); select 1 / 0;')
    await expect(run()).rejects.toThrow('Migration 0002_broken.sql failed and was undone: division by zero')
    expect(await listTables()).toEqual(['houses'])
    write('0002_broken.sql', 'create table rooms (id int)')
    expect((await run()).applied).toEqual(['0002_broken.sql'])
  })

  it('rejects a file that changed after it was applied, but ignores line endings', async () => {
    write('0001_houses.sql', 'create table houses (\n id int)')
    await run()
    write('0001_houses.sql', 'create table houses (\r\n id int)')
    expect(await run()).toEqual({ applied: [], newer: [] })
    write('0001_houses.sql', 'create table houses (id int, name text)')
    await expect(run()).rejects.toThrow('Migration 0001_houses.sql was changed after it had been applied.')
  })

  it('rejects a missing file and one inserted out of order', async () => {
    write('0001_houses.sql', 'create table houses (id int)')
    write('0003_doors.sql', 'create table doors (id int)')
    await run()
    write('0002_rooms.sql', 'create table rooms (id int)')
    await expect(run()).rejects.toThrow('Migration 0002_rooms.sql comes before 0003_doors.sql')
    rmSync(join(folder, '0002_rooms.sql'))
    rmSync(join(folder, '0001_houses.sql'))
    await expect(run()).rejects.toThrow('Migration 0001_houses.sql was applied to this database but its file is gone.')
  })

  it('lets the previous release run on the next schema, and names the newer migrations', async () => {
    write('0001_houses.sql', 'create table houses (id int)')
    write('0002_rooms.sql', 'create table rooms (id int)')
    await run()
    rmSync(join(folder, '0002_rooms.sql'))
    expect(await run()).toEqual({ applied: [], newer: ['0002_rooms.sql'] })
  })

  it('rejects two files with the same number and a file that is not a migration', () => {
    write('0001_houses.sql', '')
    write('0001_rooms.sql', '')
    expect(() => readMigrations(folder)).toThrow('0001_houses.sql and 0001_rooms.sql have the same number')
    rmSync(join(folder, '0001_rooms.sql'))
    write('notes.txt', '')
    expect(() => readMigrations(folder)).toThrow('Migration notes.txt must be called NNNN_what_it_does.sql.')
  })

  it('waits for a table until an automatic vacuum of it gives way', async () => {
    write(
      '0001_waits.sql',
      `create table waits as select setting::int as ms, name from pg_settings where name like '%_timeout'`,
    )
    await run()
    const [waits] = await database.db<{ wait: number; vacuum: number }[]>`
      select (select ms from waits where name = 'lock_timeout') as wait,
        (select ms from waits where name = 'deadlock_timeout') as vacuum`
    expect(waits?.wait).toBeGreaterThan(waits?.vacuum ?? Infinity)
  })

  it('waits for a table that is in use instead of failing', async () => {
    write('0001_houses.sql', 'create table houses (id int)')
    await run()
    write('0002_rename.sql', 'alter table houses rename to homes')
    const user = connect(database.address, { poolSize: 1 })
    const door = new EventEmitter()
    const opened = once(door, 'open')
    const entered = once(door, 'enter')
    const reading = user.withConnection(async (client) => {
      await client.query('begin; select * from houses')
      door.emit('enter')
      await opened
      await client.query('commit')
    })
    await entered
    const renaming = run()
    await waitUntilSomebodyWaitsFor('rename to homes')
    door.emit('open')
    expect((await renaming).applied).toEqual(['0002_rename.sql'])
    await reading
    await user.end()
  })
})

describe('starting instances', () => {
  it('take turns when six start at once: each migration runs once and every instance succeeds', async () => {
    for (const number of [1, 2, 3, 4, 5])
      write(`000${number}_step.sql`, `create table step_${number} (id int); select pg_sleep(0.02)`)
    const instances = Array.from({ length: 6 }, startInstance)
    const codes = await Promise.all(instances.map(async ({ ended }) => (await ended)[0]))
    expect(codes).toEqual([0, 0, 0, 0, 0, 0])
    expect(await listTables()).toEqual(['step_1', 'step_2', 'step_3', 'step_4', 'step_5'])
  })

  it('apply only whole migrations when killed during one, and the next start finishes', async () => {
    const gate = 4711
    write('0001_houses.sql', 'create table houses (id int)')
    write(
      '0002_rooms.sql',
      `create table rooms (id int); select pg_advisory_xact_lock(${gate}); create table doors (id int)`,
    )
    const holder = connect(database.address, { poolSize: 1, limits: 'none' })
    await holder.withConnection(async (client) => {
      await client.query(`select pg_advisory_lock(${gate})`)
      const { child, ended } = startInstance()
      await waitUntilSomebodyWaitsFor('create table rooms')
      child.kill('SIGKILL')
      await ended
      await client.query(`select pg_advisory_unlock(${gate})`)
    })
    await holder.end()
    expect((await run()).applied).toEqual(['0002_rooms.sql'])
    expect(await listTables()).toEqual(['doors', 'houses', 'rooms'])
  })
})
