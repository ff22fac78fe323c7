import { dirname } from 'node:path'
import type { SocketAddress } from './connect.ts'
import { choosePlace, makePassableFolder, placeBinaries, type Place } from './embedded/choose-places.ts'
import { findBinaries } from './embedded/find-binaries.ts'
import { type FolderLock, lockFolder } from './embedded/folder-lock.ts'
import { initialiseData, superuser } from './embedded/initialise-data.ts'
import { keepRunning } from './embedded/keep-running.ts'
import { openSocketFolder } from './embedded/socket-folder.ts'
import { startWhenFree } from './embedded/start-when-free.ts'
import { DatabaseStartError } from './start-error.ts'

export type EmbeddedOptions = {
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
