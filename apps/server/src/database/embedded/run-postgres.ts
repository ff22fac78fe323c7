import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseStartError } from '../errors.ts'
import type { Account } from './choose-place.ts'
import type { FolderLock } from './folder-lock.ts'

/** How long a predecessor's PostgreSQL may take to shut down. */
const patienceMs = 30_000
const pauseMs = 50

const isHeldByPredecessor = (failure: string): boolean =>
  /lock file "[^"]*" already exists|pre-existing shared memory block/.test(failure)

/** PostgreSQL takes any process with the pid in its lock file for its predecessor; in a restarted container, pids repeat. */
const removeStaleLock = (data: string): void => {
  const file = join(data, 'postmaster.pid')
  try {
    const pid = readFileSync(file, 'utf8').split('\n')[0] ?? ''
    if (!/^\d+$/.test(pid)) return
    const name = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    if (name !== 'postgres') rmSync(file)
  } catch {
    // The file or process is gone: the next attempt will tell.
  }
}

const reasonOf = (failure: string): string =>
  /(?:FATAL|PANIC):\s+(.*)/.exec(failure)?.[1] ?? failure.trim().split('\n').at(-1) ?? ''

/** Throws DatabaseStartError when another app takes the folder meanwhile, or PostgreSQL does not start. */
export async function startWhenFree(launch: Launch, lock: FolderLock): Promise<RunningPostgres> {
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

const restartPauseMs = 1_000

/** Restarts PostgreSQL when it ends by itself (killed, disk full). Connections in use fail; the pool makes new ones. */
export function keepRunning(
  first: RunningPostgres,
  start: () => Promise<RunningPostgres>,
  report: (line: string) => void,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: RunningPostgres | null = first

  const startAgain = async () => {
    while (!stopping.signal.aborted && running === null) {
      try {
        running = await start()
        report('The embedded PostgreSQL is running again.')
      } catch (error) {
        report(`${error instanceof Error ? error.message : String(error)} Trying again.`)
        await pause(restartPauseMs, undefined, { ref: false })
      }
    }
  }

  const watch = async () => {
    while (running !== null && !stopping.signal.aborted) {
      await running.ended
      if (stopping.signal.aborted) return
      running = null
      report('The embedded PostgreSQL ended unexpectedly; starting it again.')
      await startAgain()
    }
  }
  const watching = watch()

  const stop = async () => {
    stopping.abort()
    await running?.stop()
    await watching
    // A restart may have been under way.
    await running?.stop()
  }
  return { stop }
}

/**
 * Stops PostgreSQL (SIGINT: disconnect all, flush, end) when our end of the standard input pipe closes, which happens even
 * after `kill -9`. Signals to our group (Ctrl-C) do not reach it: it ends when we do.
 */
const supervisor = `
exec 3<&0
"$@" </dev/null 3<&- &
postgres=$!
trap '' INT TERM HUP
(while read -r line; do :; done <&3; kill -INT $postgres) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait $postgres
code=$?
kill -KILL $watcher 2>/dev/null
exit $code
`

type Launch = {
  binaries: string
  data: string
  socketFolder: string
  account: Account | null
  settings: Record<string, string>
}

type RunningPostgres = {
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>
  /** Disconnects all clients, flushes, and resolves when it has ended. */
  stop: () => Promise<void>
}

type LaunchResult = { running: RunningPostgres } | { failure: string }

const ownSettings = (socketFolder: string): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  lc_messages: 'C',
  logging_collector: 'off',
  // Failed statements would put learners' data into the log; the app logs its own errors.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
})

const start = ({ binaries, data, socketFolder, account, settings }: Launch): ChildProcess => {
  const options = Object.entries({ ...ownSettings(socketFolder), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const command = [join(binaries, 'bin', 'postgres'), '-D', data, '-p', '5432', ...options]
  return spawn('/bin/sh', ['-c', supervisor, 'kitewise-postgres', ...command], {
    ...account,
    cwd: data,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
}

const longestLog = 4_000

/** `failure` is what PostgreSQL printed before it ended. */
const launchPostgres = async (launch: Launch): Promise<LaunchResult> => {
  const child = start(launch)
  let said = ''
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      said += error.message
      resolve()
    })
  })
  const isReady = await new Promise<boolean>((resolve) => {
    // Keep reading: PostgreSQL would block on a full pipe.
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-longestLog)
      if (said.includes('database system is ready to accept connections')) resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  if (!isReady) {
    if (child.pid !== undefined && child.stderr?.readableEnded === false) await once(child, 'close')
    return { failure: said }
  }
  letUsExit(child)
  const stop = async () => {
    child.ref()
    child.stdin?.end()
    await ended
  }
  return { running: { ended, stop } }
}

const letUsExit = (child: ChildProcess): void => {
  child.unref()
  for (const stream of [child.stdin, child.stderr])
    if (stream && 'unref' in stream) (stream as { unref: () => void }).unref()
}
