import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../apps/server/src/test-support/find-free-port.ts'

export type ServerProcess = {
  url: string
  /** Starts the server; resolves with the milliseconds until `/readyz` returned 200. */
  start: () => Promise<number>
  /** Sends SIGKILL; resolves when the process has ended. */
  kill: () => Promise<void>
  /** Sends SIGTERM; resolves when the process has ended. */
  stop: () => Promise<void>
  /** Null when the server isn't running. */
  pid: () => number | null
  /** The end of stdout and stderr since the last start. */
  output: () => string
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** Long enough for a busy machine. */
const startLimitMs = 120_000

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

const running = new Set<ChildProcess>()

/** Registers a child process for `killRemaining` until it ends. */
export function remember(child: ChildProcess): void {
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/** Ends the remaining child processes if this process ends early. */
export function killRemaining(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Starts the built server with these variables added to this process's own. */
export function spawnServer(environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  remember(child)
  return child
}

/** One built server on a free port, with wide request limits. `environment` overrides settings. */
export async function createServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    DEMO_ACCOUNTS: 'yes',
    TRUSTED_PROXIES: '1',
    // A slow machine alone must not cause 503.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    LIMIT_GENERAL_PER_MINUTE: '900000000',
    LIMIT_LOGIN_PER_MINUTE: '900000000',
    ...environment,
  }
  let child: ChildProcess | null = null
  let said = ''
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null

  const start = async () => {
    const begin = performance.now()
    const started = spawnServer(settings)
    child = started
    said = ''
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-2_000)
      })
    }
    while (!(await isReady(url))) {
      if (!isRunning()) throw new Error(`The server ended at its start: ${said}`)
      if (performance.now() - begin > startLimitMs)
        throw new Error(`The server was not ready in ${startLimitMs} ms: ${said}`)
      await pause(10)
    }
    return performance.now() - begin
  }

  const end = async (signal: NodeJS.Signals) => {
    if (child === null || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pid: () => (isRunning() ? (child?.pid ?? null) : null),
    output: () => said,
  }
}
