import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { findFreePort } from '../apps/server/src/test-support/find-free-port.ts'
import { isReady } from '../durability/server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const limitMs = 240_000
const folder = mkdtempSync(join(tmpdir(), 'kitewise-package-'))
let server: ChildProcess | null = null

afterAll(async () => {
  if (server !== null && server.exitCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}, 60_000)

it(
  'installs as a package in an empty folder, without build tools, and starts with its command',
  async () => {
    const archives = join(folder, 'archives')
    const home = join(folder, 'home')
    for (const path of [archives, home]) mkdirSync(path, { mode: 0o755 })
    execFileSync(process.execPath, ['scripts/package.mjs', archives], { cwd: root, stdio: 'ignore' })
    const [archive = ''] = execFileSync('ls', [archives], { encoding: 'utf8' }).trim().split('\n')
    execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(archives, archive)], {
      cwd: home,
      stdio: 'ignore',
    })
    const installed = (name: string) => existsSync(join(home, 'node_modules', name))
    expect(['typescript', 'fastify', 'graphile-worker', 'esbuild', 'react'].filter(installed)).toEqual([])
    expect(['@node-rs/argon2', 'pdfkit'].filter((name) => !installed(name))).toEqual([])
    const port = await findFreePort()
    // What npx runs.
    server = spawn(join(home, 'node_modules/.bin/kitewise'), {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), LOG_LEVEL: 'error' },
      stdio: 'inherit',
    })
    const begin = performance.now()
    while (!(await isReady(`http://127.0.0.1:${port}`))) {
      expect(server.exitCode, 'the server ended while it started').toBeNull()
      expect(performance.now() - begin).toBeLessThan(limitMs)
      await pause(200)
    }
    const page = await fetch(`http://127.0.0.1:${port}/login`)
    expect(await page.text()).toContain('<div id="root">')
    const covers = await fetch(`http://127.0.0.1:${port}/covers/ai-zero.svg`)
    expect(covers.status).toBe(200)
  },
  limitMs + 10_000,
)
