import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  const load = (url: string, pid: number) => (seconds: number) =>
    measureHttp({ url: url + path, connections, seconds, headers, pid })
  const figures = await compare(load(product.url, product.pid() ?? 0), load(bare.url, bare.pid), rounds)
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

/** What a request costs each side, by turns; the cheapest round counts. */
const spendByTurns = async (
  sides: readonly [readonly Server[], readonly Server[]],
  { database, load }: { database: readonly number[]; load: Load },
): Promise<[Spent, Spent]> => {
  const spent: [Spent[], Spent[]] = [[], []]
  // A process that has served nothing yet compiles first.
  const warmUps = 3
  for (let round = 0; round < warmUps + rounds / 2; round += 1)
    for (const index of [0, 1] as const) {
      const one = await spend(sides[index], database, load)
      if (round >= warmUps) spent[index].push(one)
    }
  const cheapest = (all: Spent[]): Spent => all.reduce((a, b) => (a.cpuMs <= b.cpuMs ? a : b))
  return [cheapest(spent[0]), cheapest(spent[1])]
}

/** Two processes on one database, and one process. */
const compareTwo = async (name: string, servers: readonly Server[], database: readonly number[], load: Load) => {
  const [two, one] = await spendByTurns([servers, servers.slice(0, 1)], { database, load })
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

const loadsOf = (world: Measured): { read: Load; write: Load } => {
  const headers = { authorization: `Bearer ${world.token}` }
  const requests = world.learners.map((writes) => writes.map(requestOf))
  return {
    read: (url, { count }, seconds) => measureHttp({ url: url + lessonPath, connections: count, seconds, headers }),
    write: (url, { from, count }, seconds) =>
      measureHttp({ url, connections: count, seconds, requests: requests.slice(from, from + count) }),
  }
}

const compareProcesses = async ({ product, world }: Sides, second: Server, database: readonly number[]) => {
  const servers = [product, second]
  const { read, write } = loadsOf(world)
  const verdicts = [
    await compareTwo('lesson, two processes : one', servers, database, read),
    await compareTwo('fragment write, two : one', servers, database, write),
  ]
  return verdicts.every(Boolean)
}

/** Processor time of a request with traces, one in ten recorded, may be this much of the time without. */
const mostForTraces = 1.03

/** Two processes of the same kind, only one of which sends traces to a collector that takes everything. */
const compareTracing = async (world: Measured, settings: Record<string, string>, database: readonly number[]) => {
  const collector = createServer((request, response) => void request.resume().once('end', () => response.end()))
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  const [traced, plain] = await Promise.all([
    createServerProcess({
      ...settings,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    }),
    createServerProcess(settings),
  ])
  await traced.start()
  await plain.start()
  const loads = loadsOf(world)
  let areMet = true
  for (const [name, load] of [['lesson', loads.read] as const, ['fragment write', loads.write] as const]) {
    const [withTraces, without] = await spendByTurns([[traced], [plain]], { database, load })
    const ratio = withTraces.cpuMs / without.cpuMs
    const isMet = ratio <= mostForTraces
    areMet &&= isMet
    console.log(
      `${`${name}, traced : not`.padEnd(32)} ${showSpent(withTraces)} | ${showSpent(without)} | processor time ${ratio.toFixed(3)}, target ${mostForTraces} ${isMet ? 'met' : 'MISSED'}`,
    )
  }
  await traced.stop()
  await plain.stop()
  collector.close()
  return areMet
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
  const database = listTree(measured.pid ?? 0).slice(1)
  verdicts.push(await compareProcesses(sides, second, database))
  await second.stop()
  await product.stop()
  verdicts.push(await compareTracing(world, settings, database))
  measured.disconnect()
  verdicts.push(await measureIdle())
  return verdicts.every(Boolean)
}
