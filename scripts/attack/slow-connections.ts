import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openSlowClients, slowKinds } from '../../apps/server/src/test-support/slow-clients.ts'
import { quantile } from './parallel.ts'
import type { Try } from './table.ts'
import type { Cluster } from './world.ts'

const longestMs = 1_000
const betweenProbesMs = 100

/** The largest file of the built app: what a client asks for that reads nothing. */
const findLargeFile = (): string => {
  const folder = fileURLToPath(new URL('../../dist/web/static', import.meta.url))
  const sizes = readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
  const [largest] = sizes.sort((a, b) => b.size - a.size)
  return `/static/${largest?.name ?? ''}`
}

/** The milliseconds of a health check on a connection of its own; the limit and more when it was not answered. */
const probe = async (url: string): Promise<number> => {
  const begin = performance.now()
  try {
    const signal = AbortSignal.timeout(5 * longestMs)
    const response = await fetch(`${url}/livez`, { headers: { connection: 'close' }, signal })
    await response.text()
    return response.ok ? performance.now() - begin : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Clients that hold connections and give no work, beside a health check that must go on. */
export const playSlowConnections = async (cluster: Cluster, attempt: Try, isLong: boolean): Promise<void> => {
  const world = await cluster.openMainWorld()
  const [url = ''] = world.urls
  const clients = isLong ? 2_000 : 1_200
  const seconds = isLong ? 120 : 8
  await attempt(
    {
      name: 'silent and slow clients',
      tried: `${clients} connections (${slowKinds.join(', ')}) for ${seconds} s`,
      limit: `/livez ≤ ${longestMs} ms`,
    },
    async () => {
      const port = Number(new URL(url).port)
      const options = { port, clients, kinds: slowKinds, largePath: findLargeFile(), reopenMs: 500 }
      const slow = await openSlowClients(options)
      const health: number[] = []
      const until = performance.now() + seconds * 1_000
      while (performance.now() < until) {
        health.push(await probe(url))
        await pause(betweenProbesMs)
      }
      slow.close()
      const worst = quantile(health, 1)
      const unanswered = health.filter((ms) => ms === Number.POSITIVE_INFINITY).length
      return {
        times: health.length,
        result: unanswered > 0 ? `${unanswered} health checks unanswered` : `${Math.round(worst)} ms at most`,
        isOk: worst <= longestMs,
      }
    },
  )
}
