import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addVictim, type Victim } from './browser.ts'
import { createJournal, type Seen } from './journal-of-writes.ts'
import { isReady } from './server-process.ts'
import type { Try } from './table.ts'
import { startEmbeddedWorld, type World } from './world.ts'

const diskMegabytes = 192
const longestRecoveryMs = 10_000
const writesBefore = 100

type Disk = { fill: () => void; free: () => void; unmount: () => void }

/** Mounts a small file system at `folder`, or returns the reason why that's impossible. */
const mountDisk = (folder: string): Disk | string => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux to mount a small disk'
  const size = `size=${diskMegabytes}m,mode=711`
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) return `mount is not allowed here: ${(error?.message ?? stderr).trim()}`
  const ballast = join(folder, 'ballast')
  const fill = () => {
    const file = openSync(ballast, 'w')
    try {
      for (const size of [1_048_576, 4_096]) {
        const bytes = Buffer.alloc(size)
        try {
          while (writeSync(file, bytes) === size);
        } catch (thrown) {
          if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown
        }
      }
    } finally {
      closeSync(file)
    }
  }
  return {
    fill,
    free: () => rmSync(ballast),
    unmount: () => void spawnSync('umount', ['--lazy', folder]),
  }
}

type Journal = ReturnType<typeof createJournal>

/** Writes until `refusals` writes in a row were refused. Returns every response. */
const writeUntilRefused = async (journal: Journal, refusals: number): Promise<(Seen | null)[]> => {
  const seen: (Seen | null)[] = []
  for (let inARow = 0; inARow < refusals && seen.length < 20_000;) {
    const answer = await journal.write()
    seen.push(answer)
    inARow = answer?.status === 200 ? 0 : inARow + 1
  }
  return seen
}

const readEverything = async ({ browser, userId }: Victim): Promise<number[]> => {
  const replies = [
    await browser.send('me'),
    await browser.send('listCourses'),
    await browser.send('getLesson', { params: { id: 'ai-zero.l02' } }),
    await browser.send('courseProgress', { params: { userId, courseId: 'ai-zero' } }),
    await browser.send('userSubscription'),
  ]
  return replies.map(({ status }) => status)
}

const recover = async (journal: Journal, url: string): Promise<number> => {
  const begin = performance.now()
  while (performance.now() - begin < 6 * longestRecoveryMs) {
    if ((await isReady(url)) && (await journal.write())?.status === 200) break
    await pause(50)
  }
  return performance.now() - begin
}

const describeStatuses = (statuses: (number | undefined)[]): string => {
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(String(status ?? 'cut'), (counts.get(String(status ?? 'cut')) ?? 0) + 1)
  return [...counts].map(([status, times]) => `${times} × ${status}`).join(', ')
}

type Scene = { disk: Disk; world: World; learner: Victim; journal: Journal }

/** Tables can't grow: writes are refused, reads continue. */
const tryFullTables = (attempt: Try, { disk, world, learner, journal }: Scene, refusals: number): Promise<void> =>
  attempt(
    {
      name: 'no space for tables',
      tried: `writes until ${refusals} in a row are refused, then reads`,
      limit: `writes 503, reads 200, 0 lost, works ≤ ${longestRecoveryMs / 1000} s after`,
    },
    async () => {
      for (let turn = 0; turn < writesBefore; turn += 1) await journal.write()
      // The server records the use of a long unused session; a failure there must not fail the read.
      await world.db`update sessions set last_used_at = now() - interval '2 hours'`
      disk.fill()
      const writes = await writeUntilRefused(journal, refusals)
      const reads = await readEverything(learner)
      disk.free()
      const ms = await recover(journal, world.urls[0] ?? '')
      const lost = await journal.countLost(world.db)
      const isOk =
        writes.every((seen) => seen !== null && seen.isJson && [200, 503].includes(seen.status)) &&
        writes.some((seen) => seen?.status === 503) &&
        reads.every((status) => status === 200) &&
        lost === 0 &&
        ms <= longestRecoveryMs
      const statuses = describeStatuses(writes.map((seen) => seen?.status))
      return {
        times: writes.length,
        result: `writes ${statuses}; reads ${describeStatuses(reads)}; ${lost} of ${journal.countAcknowledged()} lost; works after ${Math.round(ms)} ms`,
        isOk,
      }
    },
  )

/**
 * PostgreSQL's log can't grow, which ends PostgreSQL: everything fails, nothing is lost, and it recovers without help.
 */
const tryFullLog = (attempt: Try, { disk, world, journal }: Scene): Promise<void> =>
  attempt(
    {
      name: 'no space for the log',
      tried: "fill PostgreSQL's log with the disk full",
      limit: `only 200 and 503, /livez 200, 0 lost, works ≤ ${longestRecoveryMs / 1000} s after`,
    },
    async () => {
      for (let turn = 0; turn < writesBefore; turn += 1) await journal.write()
      disk.fill()
      for (let segment = 0; segment < 12; segment += 1) {
        await world.db.unsafe(`select pg_logical_emit_message(false, 'fill', repeat('x', 4000000))`).catch(() => {})
      }
      const writes: (Seen | null)[] = []
      const until = performance.now() + 3_000
      while (performance.now() < until) writes.push(await journal.write())
      const url = world.urls[0] ?? ''
      const health = (await fetch(`${url}/livez`)).status
      disk.free()
      const ms = await recover(journal, url)
      const lost = await journal.countLost(world.db)
      const isOk =
        writes.every((seen) => seen !== null && [200, 503].includes(seen.status)) &&
        health === 200 &&
        lost === 0 &&
        ms <= longestRecoveryMs
      return {
        times: writes.length,
        result: `${describeStatuses(writes.map((seen) => seen?.status))}; /livez ${health}; ${lost} of ${journal.countAcknowledged()} lost; works after ${Math.round(ms)} ms`,
        isOk,
      }
    },
  )

/** A full disk under the embedded database. */
export async function playDiskFull(folder: string, attempt: Try, isLong: boolean): Promise<void> {
  const disk = mountDisk(folder)
  if (typeof disk === 'string') {
    await attempt({ name: 'disk full', tried: 'a small disk under the database', limit: 'writes 503, reads 200' }, () =>
      Promise.resolve({ skipped: disk }),
    )
    return
  }
  let world: World | null = null
  try {
    world = await startEmbeddedWorld(folder)
    const scene = { disk, world, learner: await addVictim(world), journal: createJournal(world.urls) }
    for (let round = 0; round < (isLong ? 5 : 1); round += 1) await tryFullTables(attempt, scene, isLong ? 200 : 20)
    await tryFullLog(attempt, scene)
  } finally {
    await world?.stop()
    disk.unmount()
  }
}
