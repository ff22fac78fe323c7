import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slowKinds } from '../../apps/server/src/test-support/slow-clients.ts'
import { attackWithSlowClients } from './slow-clients.ts'
import type { Try } from './table.ts'
import type { World } from './world.ts'

const longestMs = 1_000

/** The largest script of the built app: what a client asks for that then reads nothing. */
const findLargePath = (): string => {
  const folder = fileURLToPath(new URL('../../dist/web/static/js', import.meta.url))
  const [largest] = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
    .sort((a, b) => b.size - a.size)
  if (largest === undefined) throw new Error(`There is no script in ${folder}.`)
  return `/static/js/${largest.name}`
}

/** Clients that hold connections and give no work, beside a health check that must go on. */
export const playSlowConnections = async (world: World, attempt: Try, isLong: boolean): Promise<void> => {
  const clients = isLong ? 2_000 : 1_200
  const seconds = isLong ? 120 : 8
  await attempt(
    {
      name: 'silent and slow clients',
      tried: `${clients} connections (${slowKinds.join(', ')}) for ${seconds} s`,
      limit: `/livez ≤ ${longestMs} ms`,
    },
    async () => {
      const baseUrl = world.urls[0] ?? ''
      const options = { baseUrl, clients, holdMs: seconds * 1_000, largePath: findLargePath() }
      const { probes, failedProbes, worstMs, mostHeld } = await attackWithSlowClients(options)
      return {
        times: probes,
        result: `${Math.round(worstMs)} ms at most, ${failedProbes} unanswered, ${mostHeld ?? '?'} connections held`,
        isOk: failedProbes === 0 && worstMs <= longestMs,
      }
    },
  )
}
