import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseStartError } from '../start-error.ts'
import type { FolderLock } from './folder-lock.ts'
import { type Launch, launchPostgres, type RunningPostgres } from './supervise-postgres.ts'

/** How long a predecessor's PostgreSQL may take to write everything and end. */
const patienceMs = 30_000
const pauseMs = 50

const isHeldByPredecessor = (failure: string): boolean =>
  /lock file "[^"]*" already exists|pre-existing shared memory block/.test(failure)

/**
 * PostgreSQL takes any living process with the pid in its lock file for its predecessor. In a container that starts again the
 * pids repeat, so that may be a shell or our own supervisor: such a lock is removed. Told only on Linux, where containers are.
 */
const removeStaleLock = (data: string): void => {
  const file = join(data, 'postmaster.pid')
  try {
    const pid = readFileSync(file, 'utf8').split('\n')[0] ?? ''
    if (!/^\d+$/.test(pid)) return
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    if (name !== 'postgres') rmSync(file)
  } catch {
    // The file or the process has gone in the meantime: the next try will tell.
  }
}

const reasonOf = (failure: string): string =>
  /(?:FATAL|PANIC):\s+(.*)/.exec(failure)?.[1] ?? failure.trim().split('\n').at(-1) ?? ''

/**
 * Starts PostgreSQL, waiting for the predecessor's to end first.
 * @throws DatabaseStartError when another app takes the folder meanwhile, or PostgreSQL will not start
 */
export const startWhenFree = async (launch: Launch, lock: FolderLock): Promise<RunningPostgres> => {
  const begin = performance.now()
  for (;;) {
    const result = await launchPostgres(launch)
    if ('running' in result) return result.running
    if (!isHeldByPredecessor(result.failure) || performance.now() - begin > patienceMs)
      throw new DatabaseStartError(
        `The embedded PostgreSQL on ${launch.data} does not start: ${reasonOf(result.failure)}`,
      )
    removeStaleLock(launch.data)
    await pause(pauseMs)
    lock.check()
  }
}
