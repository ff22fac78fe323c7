import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { findFreePort } from '../apps/server/src/test-support/find-free-port.ts'
import { isReady } from '../durability/server-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const limitMs = 480_000
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

/** As npm has installed them, `name@version`. */
const listInstalled = (home: string): string[] => {
  const lock = JSON.parse(readFileSync(join(home, 'node_modules/.package-lock.json'), 'utf8'))
  return Object.entries<{ version: string }>(lock.packages)
    .map(([folder, { version }]) => `${folder.slice(folder.lastIndexOf('node_modules/') + 13)}@${version}`)
    .filter((name) => !name.startsWith('kitewise@'))
}

/** `name@version` → licenses. */
const readSbom = (folder: string): Map<string, object[]> => {
  const file = readdirSync(folder).find((name) => name.endsWith('.sbom.cdx.json')) ?? ''
  const { components } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    components: { 'bom-ref': string; licenses: object[] }[]
  }
  return new Map(components.map((component) => [component['bom-ref'], component.licenses]))
}

it(
  'installs as a package in an empty folder, without build tools, starts with its command, backs up and restores',
  async () => {
    const archives = join(folder, 'archives')
    const home = join(folder, 'home')
    for (const path of [archives, home]) mkdirSync(path, { mode: 0o755 })
    execFileSync(process.execPath, ['scripts/package.mjs', '--to', archives], { cwd: root, stdio: 'ignore' })
    const archive = readdirSync(archives).find((name) => name.endsWith('.tgz')) ?? ''
    execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(archives, archive)], {
      cwd: home,
      stdio: 'ignore',
    })
    const installed = (name: string) => existsSync(join(home, 'node_modules', name))
    expect(['typescript', 'fastify', 'graphile-worker', 'esbuild', 'react'].filter(installed)).toEqual([])
    expect(['@node-rs/argon2', 'pdfkit'].filter((name) => !installed(name))).toEqual([])
    // graphile-worker can load tasks in TypeScript; bundled, it needs none, wherever npm would put it.
    expect(listInstalled(home).filter((name) => /^(typescript|ts-node|tsx|cosmiconfig)@/.test(name))).toEqual([])
    expect(listInstalled(home).filter((name) => !readSbom(archives).has(name))).toEqual([])
    expect([...readSbom(archives).values()].filter((licenses) => licenses.length === 0)).toEqual([])
    // What the bundles contain is in it too, and what only developers use is not.
    const names = [...readSbom(archives).keys()].map((name) => name.slice(0, name.lastIndexOf('@')))
    expect(names).toEqual(expect.arrayContaining(['fastify', 'react', 'zod', 'pg', 'stripe']))
    expect(['vite', 'vitest', 'esbuild', 'happy-dom', 'tsx'].filter((name) => names.includes(name))).toEqual([])
    const port = await findFreePort()
    const [backups, data] = [join(folder, 'backups'), join(folder, 'data')]
    chmodSync(folder, 0o711)
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATA_DIR: data,
      BACKUP_DIR: backups,
      BACKUP_KEY: randomBytes(32).toString('base64'),
    }
    // What npx runs.
    const command = join(home, 'node_modules/.bin/kitewise')
    server = spawn(command, { cwd: home, env, stdio: 'inherit' })
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

    // Next to the running server, and without it.
    const kitewise = (...options: string[]) => execFileSync(command, options, { cwd: home, env, encoding: 'utf8' })
    expect(kitewise('backup')).toContain('encrypted with BACKUP_KEY')
    const report = JSON.parse(kitewise('doctor', '--offline', '--json', '--bundle', join(folder, 'bundle.json')))
    expect(report).toMatchObject({ exitCode: 0 })
    expect(readFileSync(join(folder, 'bundle.json'), 'utf8')).not.toContain(env.BACKUP_KEY)
    expect(kitewise('restore', 'newest', '--rehearse')).toContain('The rehearsal passed')
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    renameSync(join(data, 'postgres'), join(folder, 'moved-away'))
    expect(kitewise('restore', 'newest', '--into', 'embedded')).toContain('withdrawn after the backup are back')
    expect(kitewise('user', 'find', 'demo@kitewise.example', '--reason', 'after a restore')).toContain('active until')
  },
  limitMs + 10_000,
)
