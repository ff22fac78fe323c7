import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SocketAddress } from './connect.ts'
import { type Account, choosePlace, makePassableFolder, type Place, placeBinaries } from './embedded/choose-place.ts'
import { findBinaries } from './embedded/find-binaries.ts'
import { type FolderLock, lockFolder } from './embedded/folder-lock.ts'
import { keepRunning, startWhenFree } from './embedded/run-postgres.ts'
import { DatabaseStartError } from './errors.ts'

type EmbeddedOptions = {
  /** DATA_DIR; PostgreSQL's data is in its subfolder `postgres`. */
  folder: string
  /** EMBEDDED_PG_USER: the system user that runs it when we are root. */
  runAs: string | null
  /** Takes one line for the log. */
  report: (line: string) => void
  /** Added to our settings. Tests switch fsync off here. */
  settings?: Record<string, string>
}

export type EmbeddedPostgres = {
  address: SocketAddress
  data: string
  /** Stops PostgreSQL and unlocks the folder. Close the pool first: open connections are cut. */
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL on a private Unix socket, as a child process that ends with this one, even after `kill -9`.
 * @throws DatabaseStartError with one line that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = findBinaries()
  const { place, lock } = takePlace(options)
  if (place.moved)
    options.report(
      `The data is in ${place.data}: the user that runs PostgreSQL cannot enter ${options.folder}. DATA_DIR changes it.`,
    )
  try {
    return await run(placeBinaries(binaries, place.account), place, lock, options)
  } catch (error) {
    lock.release()
    throw error
  }
}

const takePlace = ({ folder, runAs }: EmbeddedOptions): { place: Place; lock: FolderLock } => {
  try {
    const place = choosePlace(folder, runAs)
    makePassableFolder(dirname(place.data))
    return { place, lock: lockFolder(place.data) }
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new DatabaseStartError(
      `The data folder ${folder} cannot be used: ${reason}. Set DATA_DIR to another folder, or DATABASE_URL.`,
      { cause: error },
    )
  }
}

const run = async (
  binaries: string,
  { data, account }: Place,
  lock: FolderLock,
  { report, settings = {} }: EmbeddedOptions,
): Promise<EmbeddedPostgres> => {
  await createData(binaries, data, account)
  const socket = openSocketFolder(data, account)
  const start = () => startWhenFree({ binaries, data, socketFolder: socket.path, account, settings }, lock)
  const kept = keepRunning(await start(), start, report)
  lock.confirm()
  return {
    address: { host: socket.path, port: 5432, username: superuser, database: 'postgres' },
    data,
    stop: async () => {
      await kept.stop()
      socket.remove()
      lock.release()
    },
  }
}

const superuser = 'kitewise'

const isFilled = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0

/** Built in a side folder and renamed, so that a killed start leaves nothing half-made. Hold the folder's lock. */
const createData = async (binaries: string, data: string, account: Account | null): Promise<void> => {
  if (existsSync(join(data, 'PG_VERSION'))) return
  if (isFilled(data))
    throw new DatabaseStartError(`${data} holds something that is not a database. Move it away, or set DATA_DIR.`)

  const parent = dirname(data)
  const sidePrefix = `${basename(data)}.init-`
  for (const left of readdirSync(parent).filter((name) => name.startsWith(sidePrefix)))
    // The initdb of a killed start may still be writing there.
    rmSync(join(parent, left), { recursive: true, force: true, maxRetries: 10 })

  const side = join(parent, `${sidePrefix}${process.pid}`)
  mkdirSync(side, { mode: 0o700 })
  if (account) chownSync(side, account.uid, account.gid)
  // `trust` is enough: only the owner of the 0700 socket folder can connect.
  const options = ['-D', side, '-U', superuser, '-A', 'trust', '--no-locale', '-E', 'UTF8', '--no-instructions']
  await promisify(execFile)(join(binaries, 'bin', 'initdb'), options, {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
  }).catch((error: Error & { stderr?: string }) => {
    rmSync(side, { recursive: true, force: true })
    const reason = (error.stderr ?? '').trim().split('\n').at(-1) || error.message
    throw new DatabaseStartError(`The data folder ${data} could not be created: ${reason}`, { cause: error })
  })
  renameSync(side, data)
}

/** The path of a Unix socket is limited to 103 bytes on macOS, 107 on Linux. */
const longestAddress = 103
const socketName = '.s.PGSQL.5432'

type SocketFolder = { path: string; remove: () => void }

/** Accessible only to its account and root: the data folder, or a temporary one where that path is too long. */
const openSocketFolder = (data: string, account: Account | null): SocketFolder => {
  if (Buffer.byteLength(join(data, socketName)) <= longestAddress) return { path: data, remove: () => {} }
  const path = mkdtempSync(join(tmpdir(), 'kitewise-'))
  if (account) chownSync(path, account.uid, account.gid)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
