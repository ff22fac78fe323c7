import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServerProcess } from '../durability/server-process.ts'
import { compare, measureBareDriver, measureHttp, report, roundSeconds } from './measure.ts'
import { listTree, readCpuMs, readMemory } from './processes.ts'
import type { BareAnswer, Figures, Measured, RecordedWrite } from './shapes.ts'

const connections = 50
type Server = Awaited<ReturnType<typeof createServerProcess>>
type Sides = { world: Measured; product: Server }

const rounds = Math.ceil(Number(process.env.BENCH_SECONDS ?? 12) / roundSeconds)

const start = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, file), {
    execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: 'inherit',
  })

const firstMessage = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = await once(child, 'message')
  return message as T
}

/** A response without the headers that Node adds by itself. */
export async function bareAnswer(answer: Response): Promise<BareAnswer> {
  return {
    headers: Object.fromEntries(
      [...answer.headers].filter(([key]) => !/^(date|connection|keep-alive|content-length)$/.test(key)),
    ),
    bodyBase64: Buffer.from(await answer.arrayBuffer()).toString('base64'),
  }
}

/** Starts one of the bare servers with what it shall answer. */
export async function startReference(file: 'bare-http.mjs' | 'bare-write.ts', message: object) {
  const reference = start(file)
  reference.send(message)
  const { url } = await firstMessage<{ url: string }>(reference)
  return { url, pid: reference.pid ?? 0, stop: () => reference.disconnect() }
}

const compareRead = async (
  { product }: Sides,
  name: string,
  path: string,
  headers: Record<string, string>,
  target: number | null,
) => {
  const bare = await startReference('bare-http.mjs', await bareAnswer(await fetch(product.url + path, { headers })))
  const load = (url: string) => (seconds: number) => measureHttp({ url: url + path, connections, seconds, headers })
  const figures = await compare(load(product.url), load(bare.url), rounds)
  bare.stop()
  return report(name, figures, target)
}

const compareSignedIn = async (sides: Sides, path: string, headers: Record<string, string>): Promise<boolean> => {
  const isMet = await compareRead(sides, 'lesson, signed in : node:http', path, headers, 0.45)
  const { product, world } = sides
  const answer = await bareAnswer(await fetch(product.url + path, { headers }))
  const { address, readStatements: statements } = world
  const driven = await startReference('bare-write.ts', { answer, address, writes: [], statements })
  const load = (url: string) => (seconds: number) => measureHttp({ url: url + path, connections, seconds, headers })
  const figures = await compare(load(product.url), load(driven.url), rounds)
  driven.stop()
  return report('lesson : http + driver, 1 read', figures, 0.8) && isMet
}

const requestOf = ({ path, token, body }: RecordedWrite) => ({
  method: 'POST' as const,
  path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const compareWrite = async ({ product, world }: Sides): Promise<boolean> => {
  const requests = world.learners.map((writes) => writes.map(requestOf))
  const first = requests.flat()[0]
  if (!first) throw new Error('No write was recorded.')
  const load = (url: string) => (seconds: number) => measureHttp({ url, connections, seconds, requests })
  const driver = (seconds: number) => measureBareDriver(world, { connections, seconds })
  const isMet = report('fragment write : driver', await compare(load(product.url), driver, rounds), 0.5)

  const answer = await bareAnswer(await fetch(product.url + first.path, first))
  const both = await startReference('bare-write.ts', {
    answer,
    address: world.address,
    writes: world.learners.flat(),
    statements: [],
  })
  const isMetOnHttp = report(
    'fragment write : http + driver',
    await compare(load(product.url), load(both.url), rounds),
    0.85,
  )
  both.stop()
  const http = await startReference('bare-http.mjs', answer)
  report('fragment write : node:http', await compare(load(product.url), load(http.url), rounds), null)
  http.stop()
  return isMet && isMetOnHttp
}

type Load = (url: string, share: { from: number; count: number }, seconds: number) => Promise<Figures>
type Spent = { perSecond: number; cpuMs: number; databaseCpuMs: number }

/** Loads servers at once, each over its share of the connections; processor time per request. */
const spend = async (servers: readonly Server[], database: readonly number[], load: Load): Promise<Spent> => {
  const pids = servers.map((server) => server.pid() ?? 0)
  const count = connections / servers.length
  const [own, databases] = [readCpuMs(pids), readCpuMs(database)]
  const all = await Promise.all(servers.map(({ url }, index) => load(url, { from: index * count, count }, 2)))
  const requests = all.reduce((sum, one) => sum + one.requests, 0)
  return {
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
    cpuMs: (readCpuMs(pids) - own) / requests,
    databaseCpuMs: (readCpuMs(database) - databases) / requests,
  }
}

/** What a request costs two processes on one database and one process, by turns; the cheapest round of each counts. */
const compareTwo = async (name: string, servers: readonly Server[], database: readonly number[], load: Load) => {
  const sides = [servers, servers.slice(0, 1)]
  const spent = sides.map((): Spent[] => [])
  // The second process has served nothing yet.
  const warmUps = 3
  for (let round = 0; round < warmUps + rounds / 2; round += 1)
    for (const [index, side] of sides.entries()) {
      const one = await spend(side, database, load)
      if (round >= warmUps) spent[index]?.push(one)
    }
  const [two, one] = spent.map((all) => all.reduce((a, b) => (a.cpuMs <= b.cpuMs ? a : b)))
  if (!two || !one) return false
  const ratio = one.cpuMs / two.cpuMs
  const verdict = `target ${perCpuSecond} ${ratio >= perCpuSecond ? 'met' : 'MISSED'}`
  console.log(
    `${name.padEnd(32)} ${showSpent(two)} | ${showSpent(one)} | requests per CPU-second ${ratio.toFixed(2)}, ${verdict}`,
  )
  return ratio >= perCpuSecond
}

const showSpent = ({ perSecond, cpuMs, databaseCpuMs }: Spent): string =>
  `${perSecond.toFixed(0).padStart(6)}/s ${cpuMs.toFixed(3)} + ${databaseCpuMs.toFixed(3)} ms CPU`

/** Two processes with a core each then serve 1.8 times as much as one. */
const perCpuSecond = 0.9

const compareProcesses = async ({ product, world }: Sides, second: Server, database: readonly number[]) => {
  const headers = { authorization: `Bearer ${world.token}` }
  const servers = [product, second]
  const requests = world.learners.map((writes) => writes.map(requestOf))
  const read: Load = (url, { count }, seconds) =>
    measureHttp({ url: url + lessonPath, connections: count, seconds, headers })
  const write: Load = (url, { from, count }, seconds) =>
    measureHttp({ url, connections: count, seconds, requests: requests.slice(from, from + count) })
  const verdicts = [
    await compareTwo('lesson, two processes : one', servers, database, read),
    await compareTwo('fragment write, two : one', servers, database, write),
  ]
  return verdicts.every(Boolean)
}

/** By then the garbage of the start has been collected. */
const idleSeconds = 150
const mostIdleMegabytes = 130

/** One process with the embedded database and demo accounts, started a second time and left alone. */
const measureIdle = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'kitewise-idle-'))
  chmodSync(folder, 0o711)
  const server = await createServerProcess({ DATABASE_URL: '', DATA_DIR: folder })
  await server.start()
  await server.stop()
  const startMs = await server.start()
  const pid = server.pid() ?? 0
  console.log(
    `second start ${startMs.toFixed(0)} ms, ${readCpuMs(listTree(pid)).toFixed(0)} ms of processor time with the database`,
  )
  await pause(idleSeconds * 1000)
  const [own, all] = [readMemory([pid]), readMemory(listTree(pid))]
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  const isMet = own.resident <= mostIdleMegabytes
  console.log(
    `idle for ${idleSeconds} s: process ${own.resident.toFixed(0)} MB resident, target ${mostIdleMegabytes} ${isMet ? 'met' : 'MISSED'}; ` +
      `its share ${own.share.toFixed(0)} MB, with the database's ${all.share.toFixed(0)} MB; resident added up ${all.resident.toFixed(0)} MB`,
  )
  return isMet
}

const lessonPath = '/api/lessons/ai-zero.l00'

/** The course list with everything that its screens show. */
export const listPath = '/api/courses?populate[0]=chapters&populate[1]=chapters.lessons&populate[2]=featuredImage'

/**
 * Prints requests per second and p99 of the built server at 50 connections, next to a bare reference in the same run. Returns whether
 * every target is met. See bench/README.md.
 */
export async function measureLoad(): Promise<boolean> {
  const measured = start('world.ts')
  const world = await firstMessage<Measured>(measured)
  const settings = { DATABASE_URL: world.databaseUrl, DEMO_ACCOUNTS: 'no', MAX_EVENT_LOOP_DELAY_MS: '200' }
  const product = await createServerProcess(settings)
  await product.start()
  const sides = { world, product }
  const signedIn = { authorization: `Bearer ${world.token}` }
  console.log(`${'what : reference'.padEnd(32)} ours | reference`)
  const verdicts = [
    await compareRead(sides, 'course list : node:http', listPath, {}, 0.85),
    await compareRead(sides, 'course detail : node:http', '/api/courses/ai-zero', {}, 0.85),
    await compareSignedIn(sides, lessonPath, signedIn),
    await compareWrite(sides),
  ]
  const second = await createServerProcess(settings)
  await second.start()
  // The database is a child of the world's process.
  verdicts.push(await compareProcesses(sides, second, listTree(measured.pid ?? 0).slice(1)))
  await second.stop()
  await product.stop()
  measured.disconnect()
  verdicts.push(await measureIdle())
  return verdicts.every(Boolean)
}
