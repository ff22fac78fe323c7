import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type ServerProcess = {
  url: string
  /** Starts it and resolves when `/readyz` says yes, with the milliseconds that took. */
  start: () => Promise<number>
  /** SIGKILL; resolves when the process is gone. */
  kill: () => Promise<void>
  /** SIGTERM; resolves when the process is gone. */
  stop: () => Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Also on a machine that has much else to do. */
const startLimitMs = 30_000

export const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}

export const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

/** One Kitewise as it is built, on a free port of its own, with limits out of the way of the test. */
export const createServerProcess = async (environment: Record<string, string>): Promise<ServerProcess> => {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
    DEMO_ACCOUNTS: 'yes',
    TRUSTED_PROXIES: '1',
    LIMIT_GENERAL_PER_MINUTE: '900000000',
    LIMIT_LOGIN_PER_MINUTE: '900000000',
    ...environment,
  }
  let child: ChildProcess | null = null
  let said = ''

  const start = async () => {
    const begin = performance.now()
    const started = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    said = ''
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-2_000)
      })
    }
    while (!(await isReady(url))) {
      if (started.exitCode !== null) throw new Error(`The server ended at its start: ${said}`)
      if (performance.now() - begin > startLimitMs)
        throw new Error(`The server was not ready in ${startLimitMs} ms: ${said}`)
      await pause(10)
    }
    return performance.now() - begin
  }

  const end = async (signal: NodeJS.Signals) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return { url, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
