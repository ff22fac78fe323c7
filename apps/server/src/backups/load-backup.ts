import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DatabaseAddress, Queryable } from '../database/connect.ts'
import { createSchema, readMigrations } from '../database/migrate.ts'
import { type ArchiveHeader, readArchive, type TableSums } from './archive.ts'
import { borrowConnection, steadyOutput } from './connection.ts'
import { BackupError } from './seal.ts'
import {
  type BackupTable,
  copyInTexts,
  countTables,
  emptyTables,
  listBackupTables,
  readSequences,
  setSequence,
} from './tables.sql.ts'
import { readTable } from './write-backup.ts'

export type LoadedBackup = { header: ArchiveHeader; tables: number; rows: number; sequences: number }

/**
 * Loads an archive into an empty database: the schema that it was made with, rows and sequences. Then reads everything
 * back and compares counts and checksums with those of the archive. One transaction: on any error, the database is empty
 * as before.
 * @throws BackupError, which says why
 */
export async function loadBackup(address: DatabaseAddress, file: string, key: Buffer): Promise<LoadedBackup> {
  const frames = readArchive(file, key)
  try {
    return await borrowConnection(address, async (client, db) => {
      await client.query('begin')
      await client.query(steadyOutput)
      if ((await countTables(db)) > 0)
        throw new BackupError('The database has tables. Restore into an empty one, so that nothing is overwritten.')
      const loaded = await loadFrames(client, db, frames)
      await client.query('commit')
      await client.query('analyze')
      return loaded
    })
  } catch (error) {
    throw explain(error, file)
  } finally {
    await frames.return(undefined)
  }
}

type Frames = ReturnType<typeof readArchive>

const loadFrames = async (client: ClientBase, db: Queryable, frames: Frames): Promise<LoadedBackup> => {
  const header = await readHeader(frames)
  await createSchema(db, knownMigrations(header))
  const tables = await listBackupTables(db)
  await emptyTables(db, tables)
  const sums = new Map<string, TableSums>()
  for (;;) {
    const note = await nextNote(frames)
    if (note.type === 'end') {
      await compareTables(client, tables, sums)
      await loadSequences(db, note.sequences)
      const rows = [...sums.values()].reduce((total, table) => total + table.rows, 0)
      return { header, tables: sums.size, rows, sequences: Object.keys(note.sequences).length }
    }
    if (note.type !== 'table') throw outOfOrder()
    const table = tables.find(({ name }) => name === note.name)
    if (!table) throw new BackupError(`The backup has a table ${note.name} that its schema doesn't.`)
    sums.set(table.name, await loadTable(client, { ...table, columns: note.columns }, frames))
  }
}

const outOfOrder = (): BackupError => new BackupError('The parts of the backup are in the wrong order.')

const nextNote = async (frames: Frames) => {
  const { value, done } = await frames.next()
  if (done || !value) throw new BackupError('The backup ends too early.')
  if (Buffer.isBuffer(value)) throw outOfOrder()
  return value
}

const readHeader = async (frames: Frames): Promise<ArchiveHeader> => {
  const note = await nextNote(frames)
  if (note.type !== 'header') throw outOfOrder()
  return note
}

/** The archive's migrations, each the same as in this release. */
const knownMigrations = ({ migrations, app }: ArchiveHeader) => {
  const own = new Map(readMigrations().map((migration) => [migration.name, migration]))
  return migrations.map(({ name, sha256 }) => {
    const migration = own.get(name)
    if (!migration)
      throw new BackupError(`Release ${app} made this backup, with ${name}. Install that release or a newer one.`)
    if (migration.sha256 !== sha256)
      throw new BackupError(`Migration ${name} of this release isn't the one that the backup was made with.`)
    return migration
  })
}

/** @returns the sums that the archive names */
const loadTable = async (client: ClientBase, table: BackupTable, frames: Frames): Promise<TableSums> => {
  const { before, copy, after } = copyInTexts(table)
  await client.query(before)
  let sums: TableSums | null = null
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await frames.next()
      if (done || !value) throw new BackupError('The backup ends too early.')
      if (Buffer.isBuffer(value)) yield value
      else if (value.type === 'sums') {
        sums = { rows: value.rows, sha256: value.sha256 }
        return
      } else throw outOfOrder()
    }
  }
  await pipeline(Readable.from(rows(), { objectMode: false }), client.query(copyFrom(copy)))
  await client.query(after)
  if (!sums) throw outOfOrder()
  return sums
}

/** Reads every row back: what was loaded must be what was saved. */
const compareTables = async (
  client: ClientBase,
  tables: readonly BackupTable[],
  sums: ReadonlyMap<string, TableSums>,
): Promise<void> => {
  for (const table of tables) {
    const saved = sums.get(table.name)
    if (!saved) throw new BackupError(`The backup has no table ${table.name}.`)
    const reading = readTable(client, table, () => null)
    let found = await reading.next()
    while (!found.done) found = await reading.next()
    if (found.value.rows !== saved.rows)
      throw new BackupError(`${table.name} has ${found.value.rows} rows instead of ${saved.rows}.`)
    if (found.value.sha256 !== saved.sha256)
      throw new BackupError(`The rows of ${table.name} aren't those that were saved.`)
  }
}

const loadSequences = async (db: Queryable, sequences: Record<string, number>): Promise<void> => {
  for (const [name, value] of Object.entries(sequences)) await setSequence(db, name, value)
  const now = await readSequences(db)
  for (const [name, value] of Object.entries(sequences))
    if (now[name] !== value)
      throw new BackupError(`The sequence ${name} is at ${now[name] ?? 'its start'} instead of ${value}.`)
}

const explain = (error: unknown, file: string): unknown => {
  if (error instanceof BackupError || !(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (error.code === 'EACCES') return new BackupError(`This user may not read ${file}.`)
  if (typeof error.code === 'string' && error.code.startsWith('Z_')) return new BackupError('The backup is damaged.')
  return error
}
