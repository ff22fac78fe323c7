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
  /** The app's folder for data (DATA_DIR); PostgreSQL's own is `postgres` in it. */
  folder: string
  /** EMBEDDED_PG_USER: which system user runs it when we are root. */
  runAs: string | null
  /** Takes one line for the log: the data lies elsewhere, PostgreSQL was started again. */
  report: (line: string) => void
  /** PostgreSQL settings on top of ours. fsync is on unless a test switches it off here. */
  settings?: Record<string, string>
}

export type EmbeddedPostgres = {
  address: SocketAddress
  /** PostgreSQL's data folder. */
  data: string
  /** Ends PostgreSQL and gives the folder free. Close the pool first: open connections are cut. */
  stop: () => Promise<void>
}

/**
 * Opens the embedded PostgreSQL: makes the data folder at the first start, and runs the server of npm's package as a child
 * process reachable through a private Unix socket alone. It ends with this process, however this process ends.
 * @throws DatabaseStartError with one line that says what to do
 */
export const startEmbeddedPostgres = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const binaries = findBinaries()
  const { place, lock } = takePlace(options)
  if (place.moved)
    options.report(
      `The data is in ${place.data}: the user that runs PostgreSQL may not enter ${options.folder}. DATA_DIR changes it.`,
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
  await initialiseData(binaries, data, account)
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

/**
 * Makes the data folder when it is not there yet. It is built in a side folder and renamed at the end, so a start that is
 * killed in the middle leaves nothing half-made. Call it while holding the folder's lock.
 */
const initialiseData = async (binaries: string, data: string, account: Account | null): Promise<void> => {
  if (existsSync(join(data, 'PG_VERSION'))) return
  if (isFilled(data))
    throw new DatabaseStartError(`${data} holds something that is not a database. Move it away, or set DATA_DIR.`)

  const parent = dirname(data)
  const sidePrefix = `${basename(data)}.init-`
  for (const left of readdirSync(parent).filter((name) => name.startsWith(sidePrefix)))
    // The initdb of a killed start may still be writing there for a moment.
    rmSync(join(parent, left), { recursive: true, force: true, maxRetries: 10 })

  const side = join(parent, `${sidePrefix}${process.pid}`)
  mkdirSync(side, { mode: 0o700 })
  if (account) chownSync(side, account.uid, account.gid)
  // Nobody but the owner of the 0700 socket folder can connect at all, which is why `trust` is enough.
  const options = ['-D', side, '-U', superuser, '-A', 'trust', '--no-locale', '-E', 'UTF8', '--no-instructions']
  await promisify(execFile)(join(binaries, 'bin', 'initdb'), options, {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
  }).catch((error: Error & { stderr?: string }) => {
    rmSync(side, { recursive: true, force: true })
    const reason = (error.stderr ?? '').trim().split('\n').at(-1) || error.message
    throw new DatabaseStartError(`The data folder ${data} could not be made: ${reason}`, { cause: error })
  })
  renameSync(side, data)
}

/** The address of a Unix socket holds 103 bytes on macOS, 107 on Linux. */
const longestAddress = 103
const socketName = '.s.PGSQL.5432'

type SocketFolder = { path: string; remove: () => void }

/**
 * The folder of the server's socket, open to the account that runs PostgreSQL and to root alone: the data folder itself, or
 * a temporary one where that path is too long for a socket.
 */
const openSocketFolder = (data: string, account: Account | null): SocketFolder => {
  if (Buffer.byteLength(join(data, socketName)) <= longestAddress) return { path: data, remove: () => {} }
  const path = mkdtempSync(join(tmpdir(), 'kitewise-'))
  if (account) chownSync(path, account.uid, account.gid)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
