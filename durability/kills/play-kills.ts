import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServerProcess, isReady } from '../server-process.ts'
import type { Finding, Try } from '../table.ts'
import { makeFolder, startSharedPostgres } from '../world.ts'
import { playBillingEmbedded, playBillingTwoInstances } from './billing/run-billing-round.ts'
import { type RoundResult, runRound } from './run-round.ts'

const limit = '0 acknowledged writes lost or doubled'
const longForm = { embedded: 200, postgres: 20, twoInstances: 200, buying: 30, buyingTwoInstances: 10 }
const shortForm = { embedded: 2, postgres: 1, twoInstances: 2, buying: 2, buyingTwoInstances: 0 }

/** Sign-ins interrupted by a kill count as wrong PINs at many accounts. */
const environment = { LIMIT_WRONG_PINS_PER_DAY: '900000000' }

const findingOf = (kills: number, { problems, tally, slowestMs, busyKills }: RoundResult): Finding => {
  for (const problem of problems.slice(0, 20)) console.error(`  ${problem}`)
  return {
    times: kills,
    result:
      `${problems.length} lost or doubled of ${tally.acknowledged}, ${busyKills} kills amid requests, ` +
      `ready in ≤ ${Math.round(slowestMs)} ms`,
    // Without enough acknowledged writes between the kills, or a kill amid requests, the test proves nothing.
    isOk: problems.length === 0 && tally.acknowledged >= kills && busyKills > 0,
  }
}

const playEmbedded = async (folder: string, attempt: Try, kills: typeof longForm): Promise<void> => {
  const server = await createServerProcess({ ...environment, DATA_DIR: folder, DATABASE_URL: '' })
  const data = join(folder, 'postgres')
  const address = { host: data, port: 5432, username: 'kitewise', database: 'postgres' }
  await server.start()
  await attempt({ name: 'learning, one process', tried: 'SIGKILL of the server amid writes', limit }, async () =>
    findingOf(
      kills.embedded,
      await runRound({
        urls: [server.url],
        address,
        kills: kills.embedded,
        chooseVictim: () => ({ kill: server.kill, recover: server.start }),
      }),
    ),
  )
  await attempt({ name: 'learning, PostgreSQL', tried: 'SIGKILL of PostgreSQL under the server', limit }, async () =>
    findingOf(
      kills.postgres,
      await runRound({
        urls: [server.url],
        address,
        kills: kills.postgres,
        chooseVictim: () => ({
          kill: async () => {
            process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
          },
          recover: async () => {
            const begin = performance.now()
            while (!(await isReady(server.url))) await pause(10)
            return performance.now() - begin
          },
        }),
      }),
    ),
  )
  await server.stop()
}

const playTwoInstances = async (folder: string, attempt: Try, kills: number): Promise<void> => {
  const shared = await startSharedPostgres(folder)
  const servers = await Promise.all([1, 2].map(() => createServerProcess({ ...environment, DATABASE_URL: shared.url })))
  await Promise.all(servers.map((server) => server.start()))
  await attempt(
    { name: 'learning, two processes', tried: 'SIGKILL of one, then the other, amid writes', limit },
    async () =>
      findingOf(
        kills,
        await runRound({
          urls: servers.map((server) => server.url),
          address: shared.address,
          kills,
          chooseVictim: (turn) => {
            const victim = servers[turn % servers.length]
            if (!victim) throw new Error('There is no such instance.')
            return { kill: victim.kill, recover: victim.start }
          },
        }),
      ),
  )
  await Promise.all(servers.map((server) => server.stop()))
  await shared.stop()
}

/** Learners and buyers are active while servers are killed: what was acknowledged must exist exactly once. */
export async function playKills(folder: string, attempt: Try, isLong: boolean): Promise<void> {
  const kills = isLong ? longForm : shortForm
  await playEmbedded(makeFolder(folder, 'embedded'), attempt, kills)
  await playTwoInstances(makeFolder(folder, 'shared'), attempt, kills.twoInstances)
  const buying = 'SIGKILL amid checkouts, payments and signed events'
  await attempt({ name: 'buying, one process', tried: buying, limit }, async () =>
    findingOf(kills.buying, await playBillingEmbedded(makeFolder(folder, 'buying'), kills.buying)),
  )
  if (kills.buyingTwoInstances === 0) return
  await attempt({ name: 'buying, two processes', tried: buying, limit }, async () =>
    findingOf(
      kills.buyingTwoInstances,
      await playBillingTwoInstances(makeFolder(folder, 'buying-shared'), kills.buyingTwoInstances),
    ),
  )
}
