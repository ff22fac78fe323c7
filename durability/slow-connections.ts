import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openSlowClients, slowKinds } from '../apps/server/src/test-support/slow-clients.ts'
import type { Try } from './table.ts'
import type { World } from './world.ts'

const longestMs = 1_000

/** The largest script of the built app, for clients that request it and never read. */
const findLargePath = (): string => {
  const folder = fileURLToPath(new URL('../dist/web/static/js', import.meta.url))
  const [largest] = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, size: statSync(join(folder, name)).size }))
    .sort((a, b) => b.size - a.size)
  if (largest === undefined) throw new Error(`There is no script in ${folder}.`)
  return `/static/js/${largest.name}`
}

/** Clients that hold idle connections, while a health check must keep working (docs/decisions/0024). */
export async function playSlowConnections(world: World, attempt: Try, isLong: boolean): Promise<void> {
  const clients = isLong ? 2_000 : 1_200
  const seconds = isLong ? 120 : 8
  await attempt(
    {
      name: 'silent and slow clients',
      tried: `${clients} connections (${slowKinds.join(', ')}) for ${seconds} s`,
      limit: `/livez ≤ ${longestMs} ms longer than a bare server`,
    },
    async () => {
      const baseUrl = world.urls[0] ?? ''
      const options = { baseUrl, clients, holdMs: seconds * 1_000, largePath: findLargePath() }
      const { probes, failedProbes, worstMs, mostHeld } = await attackWithSlowClients(options)
      return {
        times: probes,
        result: `${Math.round(worstMs)} ms longer at most, ${failedProbes} unanswered, ${mostHeld ?? '?'} connections held`,
        isOk: failedProbes === 0 && worstMs <= longestMs,
      }
    },
  )
}

type SlowClientsAttack = {
  /** The server's address on loopback. */
  baseUrl: string
  /** Total clients, split equally among the kinds. Needs as many open files here and on the server. */
  clients: number
  holdMs: number
  /** Requested by clients that never read: the larger the better. */
  largePath: string
}

type SlowClientsOutcome = {
  probes: number
  /** Health checks without a 200 within five seconds. */
  failedProbes: number
  /** How much longer a health check took than a request of a bare server at the same moment. */
  worstMs: number
  /** The server's connections: the maximum at a probe. Null without /proc/net/tcp. */
  mostHeld: number | null
}

const probeEveryMs = 200
const probeTimeoutMs = 5_000
const reopenMs = 1_000

/**
 * Holds idle connections and reopens each a second after it's cut. Meanwhile, sends five health checks per second over
 * a separate connection.
 */
const attackWithSlowClients = async (attack: SlowClientsAttack): Promise<SlowClientsOutcome> => {
  const { baseUrl, clients, holdMs, largePath } = attack
  const port = Number(new URL(baseUrl).port)
  const opened = await openSlowClients({ port, clients, kinds: slowKinds, largePath, reopenMs })
  const outcome: SlowClientsOutcome = { probes: 0, failedProbes: 0, worstMs: 0, mostHeld: null }
  const bare = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
  const endAt = performance.now() + holdMs
  while (performance.now() < endAt) {
    // A pause of the machine or of this process delays both.
    const [ms, bareMs] = await Promise.all([probe(`${baseUrl}/livez`), probe(bareUrl)])
    outcome.probes += 1
    outcome.worstMs = Math.max(outcome.worstMs, (ms ?? probeTimeoutMs) - (bareMs ?? 0))
    if (ms === null) outcome.failedProbes += 1
    const held = countHeld(port)
    if (held !== null) outcome.mostHeld = Math.max(outcome.mostHeld ?? 0, held)
    await wait(probeEveryMs)
  }
  opened.close()
  bare.close()
  return outcome
}

/** Duration of a request in milliseconds; null if it failed. */
const probe = (url: string): Promise<number | null> =>
  new Promise((done) => {
    const startedAt = performance.now()
    const request = get(url, { agent: false, timeout: probeTimeoutMs }, (response) => {
      response.resume()
      response.once('end', () => done(response.statusCode === 200 ? performance.now() - startedAt : null))
    })
    request.once('timeout', () => request.destroy(new Error('the health check took too long')))
    request.once('error', () => done(null))
  })

const listening = '0A'

/** Open connections at a process's port; those that only the kernel remembers have no inode. */
const countHeld = (port: number): number | null => {
  const atPort = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    try {
      return readFileSync(file, 'utf8').trim().split('\n').slice(1)
    } catch {
      return []
    }
  })
  if (rows.length === 0) return null
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(atPort) && columns[3] !== listening && columns[9] !== '0').length
}
