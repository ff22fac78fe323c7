import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Db, Queryable, Tx } from './connect.ts'
import { DatabaseStartError } from './errors.ts'
import { inTransaction } from './transaction.ts'

/** `applied`: names of the migrations applied now; `newer`: names that only a newer release knows. */
export type MigrationResult = { applied: string[]; newer: string[] }

type Applied = { name: string; sha256: string }

/** Any fixed number, the same in every release: "kite" as four bytes. */
const lockKey = 0x6b697465

/**
 * A migration waits this long for a table lock, so that traffic queues up behind it only briefly. Longer than PostgreSQL's
 * `deadlock_timeout`, after which an automatic vacuum gives way to who waits.
 */
const tableLockMs = 1_500
const attempts = 30

/**
 * Runs each new file in its own transaction; concurrent instances take turns. Accepts the schema of a newer release, because
 * releases keep it usable for the previous one. `db` must have no timeouts, since another instance may take long.
 * @throws DatabaseStartError when an applied file was changed or removed, or a new one sorts before an applied one
 */
export async function migrate(db: Db, migrations: Migration[] = readMigrations()): Promise<MigrationResult> {
  const before = await inTransaction(db, async (tx) => {
    await takeTurn(tx)
    await tx.unsafe(schemaMigrations)
    return listApplied(tx)
  })
  const newer = findNewer(migrations, before)
  const applied: string[] = []
  for (const migration of pending(migrations, before)) {
    if (await applyPatiently(db, migration)) applied.push(migration.name)
  }
  return { applied, newer }
}

/** Gives an empty database the schema of these migrations, in the caller's transaction. */
export async function createSchema(tx: Queryable, migrations: readonly Migration[]): Promise<void> {
  await tx.unsafe(schemaMigrations)
  for (const { name, sql, sha256 } of migrations) {
    await tx.unsafe(sql)
    await tx`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`
  }
}

const schemaMigrations = `
  create table if not exists schema_migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`

/** The lock ends with the transaction, also when the process is killed. */
const takeTurn = async (tx: Tx): Promise<void> => {
  await tx`select pg_advisory_xact_lock(${lockKey})`
}

const listApplied = (tx: Tx): Promise<Applied[]> =>
  tx<Applied[]>`select name, sha256 from schema_migrations order by name`

const findNewer = (migrations: Migration[], applied: Applied[]): string[] => {
  const last = migrations.at(-1)?.name ?? ''
  const known = new Map(migrations.map((migration) => [migration.name, migration.sha256]))
  for (const { name, sha256 } of applied) {
    if (name > last) continue
    const own = known.get(name)
    if (own === undefined)
      throw new DatabaseStartError(`Migration ${name} was applied to this database but its file is gone. Restore it.`)
    if (own !== sha256)
      throw new DatabaseStartError(
        `Migration ${name} was changed after it had been applied. Put the file back as it was and write the change as a new migration.`,
      )
  }
  return applied.filter(({ name }) => name > last).map(({ name }) => name)
}

const pending = (migrations: Migration[], applied: Applied[]): Migration[] => {
  const done = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ''
  const left = migrations.filter(({ name }) => !done.has(name))
  const late = left.find(({ name }) => name < last)
  if (late)
    throw new DatabaseStartError(
      `Migration ${late.name} comes before ${last}, which is already applied. Give it the next number.`,
    )
  return left
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

const applyPatiently = async (db: Db, migration: Migration): Promise<boolean> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(db, migration)
    } catch (error) {
      if (isLockTimeout(error) && attempt < attempts) continue
      const reason = error instanceof Error ? error.message : String(error)
      throw new DatabaseStartError(`Migration ${migration.name} failed and was undone: ${reason}`, { cause: error })
    }
  }
}

/** @returns false when another instance has applied it */
const applyOnce = (db: Db, { name, sql, sha256 }: Migration): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await takeTurn(tx)
    const [done] = await tx`select 1 from schema_migrations where name = ${name}`
    if (done) return false
    await tx`select set_config('lock_timeout', ${String(tableLockMs)}, true)`
    await tx.unsafe(sql)
    await tx`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`
    return true
  })

/** One numbered SQL file. `sha256` is computed with Unix line ends, so that a Windows checkout matches. */
type Migration = { name: string; sql: string; sha256: string }

/** Beside this file in the sources, beside the bundle in `dist/server`. */
const ownFolder = fileURLToPath(new URL('./migrations/', import.meta.url))

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Numbers may be skipped but not repeated. Throws DatabaseStartError on a wrong file name or a repeated number. */
export function readMigrations(folder = ownFolder): Migration[] {
  const names = readdirSync(folder).sort()
  const numbers = new Map<string, string>()
  return names.map((name) => {
    const number = fileName.exec(name)?.[1]
    if (number === undefined) throw new DatabaseStartError(`Migration ${name} must be called NNNN_what_it_does.sql.`)
    const other = numbers.get(number)
    if (other !== undefined)
      throw new DatabaseStartError(
        `Migrations ${other} and ${name} have the same number. Give the newer one the next number.`,
      )
    numbers.set(number, name)
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}
