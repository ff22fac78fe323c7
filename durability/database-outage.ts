import { setTimeout as pause } from 'node:timers/promises'
import { addVictims, type Victim } from './browser.ts'
import { createJournal, type Seen } from './journal-of-writes.ts'
import { quantile } from './parallel.ts'
import { isReady } from './server-process.ts'
import type { Try } from './table.ts'
import type { SharedWorld } from './world.ts'

const longestAnswerMs = 2_500
const longestRecoveryMs = 5_000
const readers = 4
const writers = 4

const readOnce = async ({ browser, userId }: Victim, turn: number): Promise<Seen | null> => {
  const begin = performance.now()
  try {
    const { status, error, headers } =
      turn % 2 === 0
        ? await browser.send('me')
        : await browser.send('courseProgress', { params: { userId, courseId: 'ai-zero' } })
    const isJson = status === 200 || error !== null
    return { what: 'read', status, ms: performance.now() - begin, isJson, retryAfter: headers.get('retry-after') }
  } catch {
    return null
  }
}

const isPromised = (seen: Seen | null): boolean =>
  seen !== null &&
  seen.ms <= longestAnswerMs &&
  (seen.status === 200 || (seen.status === 503 && seen.isJson && seen.retryAfter !== null))

/** Stops and restarts PostgreSQL while learners read and write. */
export async function playDatabaseOutage(world: SharedWorld, attempt: Try, isLong: boolean): Promise<void> {
  const outages = isLong ? 20 : 2
  const seconds = isLong ? 10 : 2
  await attempt(
    {
      name: 'database stopped and started',
      tried: `${outages} outages of ${seconds} s under ${readers + writers} busy clients, two instances`,
      limit: `200 or 503 JSON ≤ ${longestAnswerMs} ms, 0 lost, ready ≤ ${longestRecoveryMs} ms, no exit`,
    },
    async () => {
      const learners = await addVictims(world, readers)
      const journal = createJournal(world.urls)
      const pids = world.servers.map((server) => server.pid())
      const answers: (Seen | null)[] = []
      const over = new AbortController()
      const keepDoing = async (work: (turn: number) => Promise<Seen | null>) => {
        for (let turn = 0; !over.signal.aborted; turn += 1) {
          answers.push(await work(turn))
          await pause(5)
        }
      }
      const load = Promise.all([
        ...learners.map((learner) => keepDoing((turn) => readOnce(learner, turn))),
        ...Array.from({ length: writers }, () => keepDoing(() => journal.write())),
      ])
      const recoveries: number[] = []
      for (let outage = 0; outage < outages; outage += 1) {
        await pause(1_000)
        await world.stopPostgres()
        await pause(seconds * 1_000)
        await world.startPostgres()
        const begin = performance.now()
        for (const url of world.urls) while (!(await isReady(url))) await pause(20)
        recoveries.push(performance.now() - begin)
      }
      over.abort()
      await load
      const lost = await journal.countLost(world.db)
      const broken = answers.filter((seen) => !isPromised(seen))
      const unavailable = answers.filter((seen) => seen?.status === 503).length
      const slowest = quantile(
        answers.map((seen) => seen?.ms ?? 0),
        1,
      )
      const recovery = quantile(recoveries, 1)
      const hasExited = world.servers.some((server, index) => server.pid() !== pids[index])
      const first = broken[0]
      return {
        times: answers.length,
        result:
          `${broken.length} broken promises${broken.length > 0 ? ` (${first ? `${first.what} ${first.status} in ${Math.round(first.ms)} ms` : 'cut'})` : ''}, ` +
          `${unavailable} × 503, slowest ${Math.round(slowest)} ms, ${lost} of ${journal.countAcknowledged()} lost, ready in ≤ ${Math.round(recovery)} ms`,
        isOk: broken.length === 0 && unavailable > 0 && lost === 0 && recovery <= longestRecoveryMs && !hasExited,
      }
    },
  )
}
