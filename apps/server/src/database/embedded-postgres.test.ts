import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type SocketAddress } from './connect.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findBinaries } from './embedded/find-binaries.ts'

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitewise-embedded-'))
  chmodSync(folder, 0o711)
  children = []
})
afterEach(async () => {
  for (const child of children) await kill(child)
  rmSync(folder, { recursive: true, force: true })
})

const start = (lines: string[] = []) =>
  startEmbeddedPostgres({ folder, runAs: null, report: (line) => lines.push(line) })

const script = fileURLToPath(new URL('../test-support/run-embedded-postgres.ts', import.meta.url))

/** Starts an app on the folder; `line` is the first line it prints: its address, or the error. */
const startApp = async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, line }
}

const kill = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const query = async (address: SocketAddress, text: string) => {
  const db = connect(address, { poolSize: 1 })
  try {
    return await db.unsafe(text)
  } finally {
    await db.end()
  }
}

const postgresPid = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

describe('embedded PostgreSQL', () => {
  it('creates its data at the first start and keeps it for the next', async () => {
    const first = await start()
    await query(first.address, 'create table kept (id int); insert into kept values (1)')
    await first.stop()
    const second = await start()
    expect(await query(second.address, 'select id from kept')).toEqual([{ id: 1 }])
    await second.stop()
    expect(readdirSync(folder)).toEqual(['postgres'])
  })

  it('writes durably, listens on no network and opens its socket to no other user', async () => {
    const server = await start()
    const rows = await query(
      server.address,
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses') order by 1",
    )
    expect(rows.map(({ name, setting }) => [name, setting])).toEqual([
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['listen_addresses', ''],
      ['synchronous_commit', 'on'],
    ])
    expect(statSync(server.address.host).mode & 0o077).toBe(0)
    await server.stop()
  })

  it('never runs as root', async () => {
    const server = await start()
    // PostgreSQL must run as the owner of its data.
    expect(statSync(join(folder, 'postgres')).uid).not.toBe(0)
    await server.stop()
  })

  it('is gone after it was stopped', async () => {
    const server = await start()
    const pid = postgresPid()
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('restarts after it was killed, and logs it', async () => {
    const lines: string[] = []
    const server = await start(lines)
    await query(server.address, 'create table kept (id int)')
    const pid = postgresPid()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => lines.at(-1), { timeout: 10_000 }).toBe('The embedded PostgreSQL is running again.')
    expect(await query(server.address, 'select count(*) from kept')).toEqual([{ count: 0 }])
    await server.stop()
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'long'.repeat(25))
    const server = await startEmbeddedPostgres({ folder: deep, runAs: null, report: () => {} })
    expect(await query(server.address, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(server.address.host)).toBe(false)
  })
})

describe('second app on the same folder', () => {
  it('is refused immediately in one line, and can start after the first has stopped', async () => {
    const first = await startApp()
    const begin = performance.now()
    const pid = first.child.pid ?? 0
    await expect(start()).rejects.toThrow(
      `Another Kitewise (process ${pid}) is using the data folder ${folder}/postgres.`,
    )
    expect(performance.now() - begin).toBeLessThan(8_000)
    first.child.kill('SIGTERM')
    await once(first.child, 'exit')
    const second = await start()
    await second.stop()
  })

  it('is refused in the same process too', async () => {
    const first = await start()
    await expect(start()).rejects.toThrow('Another Kitewise')
    expect(await query(first.address, 'select 1 as one')).toEqual([{ one: 1 }])
    await first.stop()
  })

  it('exactly one of five concurrent starts wins', async () => {
    const apps = await Promise.all(Array.from({ length: 5 }, startApp))
    const lines = apps.map(({ line }) => line)
    expect(lines.filter((line) => line.startsWith('{'))).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('Another Kitewise'))).toHaveLength(4)
  })
})

describe('killed app', () => {
  it('leaves no PostgreSQL process behind, and the next start finds the committed data', async () => {
    const first = await startApp()
    const address = JSON.parse(first.line) as SocketAddress
    await query(address, 'create table kept (id int); insert into kept values (1)')
    const pid = postgresPid()
    await kill(first.child)
    const next = await start()
    expect(isAlive(pid)).toBe(false)
    expect(await query(next.address, 'select id from kept')).toEqual([{ id: 1 }])
    await next.stop()
  })

  it('leaves nothing half-created when killed during the very first start', async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, folder], { stdio: 'ignore' })
    children.push(child)
    await expect
      .poll(() => readdirSync(folder).some((name) => name.startsWith('postgres.init-')), {
        interval: 5,
        timeout: 15_000,
      })
      .toBe(true)
    await kill(child)
    const server = await start()
    expect(await query(server.address, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(readdirSync(folder)).toEqual(['postgres'])
  })

  it('does not block the next start when another process now has its pid', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(join(folder, 'postgres.lock'), JSON.stringify({ pid: process.pid, start: 'long ago', id: 'gone' }))
    writeFileSync(join(folder, 'postgres/postmaster.pid'), `${await otherProcessOfPostgresUser()}\n`)
    const second = await start()
    expect(await query(second.address, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
  })
})

/** A running process of PostgreSQL's user, so that PostgreSQL considers the lock valid. */
const otherProcessOfPostgresUser = async () => {
  const { uid, gid } = statSync(join(folder, 'postgres'))
  const child = spawn('/bin/sh', ['-c', 'read -r line'], { uid, gid, stdio: ['pipe', 'ignore', 'ignore'] })
  children.push(child)
  await once(child, 'spawn')
  return child.pid
}

describe('unsuitable environment', () => {
  it('is reported in one line that says to set DATABASE_URL', () => {
    const advice = 'Set DATABASE_URL to a PostgreSQL 15 or newer.'
    expect(() => findBinaries('win32', 'x64', false)).toThrow(advice)
    expect(() => findBinaries('linux', 'x64', true)).toThrow(`this system has musl (Alpine). ${advice}`)
    expect(() => findBinaries('freebsd', 'x64', false)).toThrow(
      `for this platform (freebsd-x64), or npm left it out. ${advice}`,
    )
  })

  it('leaves a folder with other contents alone', async () => {
    const server = await start()
    await server.stop()
    rmSync(join(folder, 'postgres/PG_VERSION'))
    await expect(start()).rejects.toThrow('holds something that is not a database')
    expect(existsSync(join(folder, 'postgres/base'))).toBe(true)
    expect(existsSync(join(folder, 'postgres.lock'))).toBe(false)
  })
})
