import autocannon from 'autocannon'
import { Pool } from 'pg'
import { readCpuMs } from './processes.ts'
import type { Figures, Measured } from './shapes.ts'

type Load = {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
  /** The server's process, to measure its processor time. */
  pid?: number
  /** Requests per connection, repeated; by default a GET of the address. */
  requests?: autocannon.Request[][]
}

/** Loads one address over connections kept for the round. Any response other than 2xx ends the run. */
export async function measureHttp({ url, connections, seconds, headers, pid, requests }: Load): Promise<Figures> {
  let next = 0
  // If autocannon gets all requests for all connections, it builds each of them per connection, which takes too long.
  const setupClient = (client: autocannon.Client) => {
    const own = requests?.[next % requests.length]
    next += 1
    if (own) client.setRequests(own)
  }
  const before = pid === undefined ? 0 : readCpuMs([pid])
  const result = await autocannon({ url, connections, duration: seconds, headers, setupClient })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load`)
  }
  return {
    perSecond: result.requests.total / result.duration,
    p99Ms: result.latency.p99,
    requests: result.requests.total,
    ...(pid === undefined ? {} : { cpuMs: (readCpuMs([pid]) - before) / result.requests.total }),
  }
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * The reference for writes: the driver alone, with the server's concurrency and pool size, running the same statements.
 */
export async function measureBareDriver(
  { address, learners }: Measured,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Figures> {
  const pool = new Pool({ ...address, user: address.username, max: 10 })
  const writes = learners.flat()
  const latencies: number[] = []
  const end = performance.now() + seconds * 1000
  let next = 0
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const write = writes[next % writes.length]
      next += 1
      const begin = performance.now()
      for (const statement of write?.statements ?? []) await pool.query(statement)
      latencies.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  await pool.end()
  latencies.sort((a, b) => a - b)
  return { perSecond: latencies.length / seconds, p99Ms: percentile(latencies, 0.99), requests: latencies.length }
}

type Measure = (seconds: number) => Promise<Figures>

/** Short enough that some round finds the machine quiet, long enough for fifty connections to open. */
export const roundSeconds = 1

/**
 * Alternates short rounds of ours and the reference, after a warm-up round each. The best round of each side counts,
 * because other load only slows rounds down; so does the round with the least processor time.
 */
export async function compare(ours: Measure, reference: Measure, rounds: number) {
  await reference(roundSeconds)
  await ours(roundSeconds)
  const figures: { ours: Figures[]; reference: Figures[] } = { ours: [], reference: [] }
  for (let round = 0; round < rounds; round += 1) {
    figures.reference.push(await reference(roundSeconds))
    figures.ours.push(await ours(roundSeconds))
  }
  return { ours: best(figures.ours), reference: best(figures.reference) }
}

const best = (all: Figures[]): Figures => {
  const fastest = all.reduce((a, b) => (a.perSecond >= b.perSecond ? a : b))
  const spent = all.flatMap(({ cpuMs }) => cpuMs ?? [])
  return spent.length === 0 ? fastest : { ...fastest, cpuMs: Math.min(...spent) }
}

/** Prints a line with the ratio. Returns whether it meets the target; without one, it always does. */
export function report(
  name: string,
  { ours, reference }: { ours: Figures; reference: Figures },
  target: number | null,
): boolean {
  const ratio = ours.perSecond / reference.perSecond
  const isMet = target === null || ratio >= target
  const verdict = target === null ? '' : `, target ${target} ${isMet ? 'met' : 'MISSED'}`
  const perCpu = ours.cpuMs && reference.cpuMs ? `, per CPU-second ${(reference.cpuMs / ours.cpuMs).toFixed(2)}` : ''
  console.log(`${name.padEnd(32)} ${show(ours)} | ${show(reference)} | ratio ${ratio.toFixed(2)}${perCpu}${verdict}`)
  return isMet
}

const show = ({ perSecond, p99Ms, cpuMs }: Figures): string =>
  `${perSecond.toFixed(0).padStart(6)}/s p99 ${p99Ms.toFixed(0).padStart(3)} ms${cpuMs ? ` ${cpuMs.toFixed(3)} ms CPU` : ''}`
