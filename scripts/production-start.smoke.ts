import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '../apps/server/src/test-support/find-free-port.ts'
import { isReady } from '../durability/server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const startLimitMs = 480_000
const copy = mkdtempSync(join(tmpdir(), 'kitewise-production-'))
let server: ChildProcess | null = null

const production = (port: number) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: 'https://learn.example',
  SESSION_SECRET: 'v8Qm2xT0bLr7ZfWcK5yN1sHdJ9uPgEaX4iRo6tBkVh8=',
  PIN_PEPPER: 'c3Yw9RkT5nZq1XvGm7LdH0sBfJ8uPaEoK2iW6tNrVy4=',
  ALLOW_OUTBOX_IN_PRODUCTION: 'yes',
  ALLOW_EMBEDDED_PAYMENTS_IN_PRODUCTION: 'yes',
  LOG_LEVEL: 'error',
})

beforeAll(() => {
  chmodSync(copy, 0o711)
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().split('\0').filter(Boolean))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file))
}, startLimitMs)

afterAll(async () => {
  if (server !== null && server.exitCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  rmSync(copy, { recursive: true, force: true, maxRetries: 10 })
  // Removing all packages takes a busy disk minutes.
}, startLimitMs)

it(
  'starts a fresh checkout in production without development packages',
  async () => {
    const port = await findFreePort()
    server = spawn(process.execPath, ['scripts/start.mjs'], { cwd: copy, env: production(port), stdio: 'inherit' })
    const begin = performance.now()
    while (!(await isReady(`http://127.0.0.1:${port}`))) {
      expect(server.exitCode, 'the server ended while it started').toBeNull()
      expect(performance.now() - begin).toBeLessThan(startLimitMs)
      await pause(200)
    }
    const page = await fetch(`http://127.0.0.1:${port}/login`)
    expect(await page.text()).toContain('<div id="root">')
    const developmentOnly = ['vitest', '@playwright/test', 'oxlint', 'knip']
    expect(developmentOnly.filter((name) => existsSync(join(copy, 'node_modules', name)))).toEqual([])
  },
  startLimitMs + 10_000,
)
