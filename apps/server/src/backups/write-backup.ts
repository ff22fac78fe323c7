import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { DatabaseAddress, Queryable } from '../database/connect.ts'
import { noteFrame, rowsFrame, type TableSums } from './archive.ts'
import { clearLeftovers, nameBackup, partialSuffix, removeOldBackups } from './backup-folder.ts'
import { borrowConnection, steadyOutput } from './connection.ts'
import { writeErasureLedger } from './erasure-ledger.ts'
import { BackupError, seal } from './seal.ts'
import { type BackupTable, copyOutText, listBackupTables, listMigrations, readSequences } from './tables.sql.ts'

export type BackupTarget = {
  folder: string
  /** 32 bytes. */
  key: Buffer
  /** The release that makes the backup. */
  app: string
}

export type WrittenBackup = { file: string; bytes: number; rows: number }

/**
 * Writes one encrypted archive of a single moment, removes the backups that are no longer kept, and brings the list of
 * erased accounts next to it up to date. Until it's complete, the file has another name.
 * @throws BackupError if the folder can't be written
 */
export async function writeBackup(address: DatabaseAddress, target: BackupTarget): Promise<WrittenBackup> {
  const at = new Date()
  const partial = join(target.folder, `${randomUUID()}${partialSuffix}`)
  try {
    await mkdir(target.folder, { recursive: true, mode: 0o700 })
    await clearLeftovers(target.folder)
    const written = await borrowConnection(address, async (client, db) => {
      const rows = await writeArchive(client, db, { partial, at, ...target })
      await writeErasureLedger(client, target.folder)
      return rows
    })
    const file = await giveName(partial, target.folder, at)
    await syncFolder(target.folder)
    await removeOldBackups(target.folder)
    return { file, rows: written, bytes: (await stat(file)).size }
  } catch (error) {
    throw explainFolder(error, target.folder)
  } finally {
    await rm(partial, { force: true }).catch(() => {})
  }
}

type Work = BackupTarget & { partial: string; at: Date }

const writeArchive = async (client: ClientBase, db: Queryable, { partial, at, key, app }: Work): Promise<number> => {
  await client.query('begin isolation level repeatable read read only')
  await client.query(steadyOutput)
  let rows = 0
  async function* frames(): AsyncGenerator<Buffer> {
    const header = { app, createdAt: at.toISOString(), migrations: await listMigrations(db) }
    yield noteFrame({ type: 'header', ...header })
    for (const table of await listBackupTables(db)) {
      yield noteFrame({ type: 'table', name: table.name, columns: table.columns })
      const sums = yield* readTable(client, table, rowsFrame)
      yield noteFrame({ type: 'sums', ...sums })
      rows += sums.rows
    }
    // Read last, because sequences are outside the snapshot: a row's number is never above them.
    yield noteFrame({ type: 'end', sequences: await readSequences(db) })
  }
  const sealed = (source: AsyncIterable<Buffer>) => seal(source, key)
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(frames, createGzip({ level: 3 }), sealed, output)
  await client.query('commit')
  return rows
}

/** Yields the rows as COPY text in pieces, each as `wrap` returns it. Returns their number and checksum. */
export async function* readTable<T>(
  client: ClientBase,
  table: BackupTable,
  wrap: (rows: Buffer) => T,
): AsyncGenerator<T, TableSums> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of client.query(copyTo(copyOutText(table))) as AsyncIterable<Buffer>) {
    hash.update(rows)
    count += countLines(rows)
    yield wrap(rows)
  }
  return { rows: count, sha256: hash.digest('hex') }
}

/** COPY text has a line for each row. The server's own count may arrive only after the end of the rows. */
const countLines = (rows: Buffer): number => {
  let count = 0
  for (let at = rows.indexOf('\n'); at !== -1; at = rows.indexOf('\n', at + 1)) count += 1
  return count
}

/** Unlike a renamed file, a linked one never replaces another: of two backups of one moment, one gets the next name. */
const giveName = async (partial: string, folder: string, at: Date): Promise<string> => {
  for (let laterMs = 0; ; laterMs += 1) {
    const file = join(folder, nameBackup(new Date(at.getTime() + laterMs)))
    try {
      await link(partial, file)
      return file
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

/** So that the name survives a power failure too. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const folderProblems: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
}

const explainFolder = (error: unknown, folder: string): unknown => {
  const problem = error instanceof Error && 'code' in error ? folderProblems[String(error.code)] : undefined
  return problem ? new BackupError(`The backup cannot be written to ${folder}: ${problem}.`, { cause: error }) : error
}
