import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Account } from './choose-account.ts'

/**
 * Runs PostgreSQL as `"$@"` and stops it (SIGINT: disconnect everybody, write everything, end) as soon as our end of the
 * pipe on standard input is closed. The system closes it however this process ends, `kill -9` included, so PostgreSQL never
 * stays behind as an orphan. Signals to our group (Ctrl-C) are not for it: it ends when we do.
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

export type Launch = {
  binaries: string
  data: string
  socketFolder: string
  account: Account | null
  /** PostgreSQL settings on top of ours. */
  settings: Record<string, string>
}

export type RunningPostgres = {
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>
  /** Disconnects everybody, writes everything, and resolves when it has ended. */
  stop: () => Promise<void>
}

export type LaunchResult = { running: RunningPostgres } | { failure: string }

const ownSettings = (socketFolder: string): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  lc_messages: 'C',
  logging_collector: 'off',
  // Errors of statements would put learners' data into the log; the app reports its own errors.
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

/** Starts PostgreSQL once and waits until it takes connections or has ended; `failure` is what it said. */
export const launchPostgres = async (launch: Launch): Promise<LaunchResult> => {
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
    // Read to the end of its life: PostgreSQL would stand still at a full pipe.
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

/** A running PostgreSQL is no reason for this process to stay: it ends with us. */
const letUsExit = (child: ChildProcess): void => {
  child.unref()
  for (const stream of [child.stdin, child.stderr])
    if (stream && 'unref' in stream) (stream as { unref: () => void }).unref()
}
