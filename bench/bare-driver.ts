import { Pool } from 'pg'
import type { Figures, Measured } from './shapes.ts'

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
  return { perSecond: latencies.length / seconds, p99Ms: percentile(latencies, 0.99) }
}
