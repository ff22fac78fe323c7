import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { addLearners } from '../apps/server/src/test-support/add-learners.ts'
import { openBrowser } from './browser.ts'
import { quantile } from './parallel.ts'
import type { ServerProcess } from './server-process.ts'
import type { Try } from './table.ts'
import type { World } from './world.ts'

const mostMegabytes = 400
const clients = 200
const allowed = new Set([401, 403, 429, 503])

/** Resident memory of a process in megabytes, from /proc, or null without it. */
export function readMemory(pid: number | null): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** Watches the resident memory of processes until stopped. Returns the maximum in megabytes. */
const watchMemory = (servers: ServerProcess[]) => {
  let largest = 0
  const timer = setInterval(() => {
    for (const server of servers) largest = Math.max(largest, readMemory(server.pid()) ?? 0)
  }, 50)
  return () => {
    clearInterval(timer)
    return largest
  }
}

/** Sign-ins at maximum speed, at accounts and unknown addresses, each from another network. */
export async function playLoginFlood(world: World, attempt: Try, isLong: boolean): Promise<void> {
  const seconds = isLong ? 60 : 6
  await attempt(
    {
      name: 'login flood',
      tried: `${clients} clients for ${seconds} s, as fast as they are refused`,
      limit: `≤ ${mostMegabytes} MB RSS, only refusals, /livez ≤ 1 s`,
    },
    async () => {
      if (readMemory(process.pid) === null) return { skipped: 'no /proc on this system' }
      const emails = await addLearners(world.address, 50)
      const unexpected: number[] = []
      const health: number[] = []
      let sent = 0
      const until = performance.now() + seconds * 1_000
      const flood = async (client: number) => {
        for (let turn = client; performance.now() < until; turn += 1) {
          const email = turn % 2 === 0 ? emails[turn % emails.length] : `${turn}-${client}@attack.example`
          const { status } = await openBrowser(world).signIn(email ?? '', '7391')
          sent += 1
          if (!allowed.has(status)) unexpected.push(status)
        }
      }
      const probe = async () => {
        while (performance.now() < until) {
          const begin = performance.now()
          await fetch(`${world.urls[0]}/livez`)
          health.push(performance.now() - begin)
          await pause(200)
        }
      }
      const stopWatching = watchMemory(world.servers)
      await Promise.all([probe(), ...Array.from({ length: clients }, (_, client) => flood(client))])
      const megabytes = stopWatching()
      const slowest = quantile(health, 1)
      return {
        times: sent,
        result: `${Math.round(megabytes)} MB, ${unexpected.length} others, /livez ${Math.round(slowest)} ms`,
        isOk: megabytes <= mostMegabytes && unexpected.length === 0 && slowest <= 1_000,
      }
    },
  )
}
