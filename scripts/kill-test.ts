// `npm run test:kill`: people learn while Kitewise is killed with SIGKILL again and again, on the embedded database, with its
// PostgreSQL killed as well, and with two instances on one DATABASE_URL. What was acknowledged must be there, once.
// Then people buy: nobody may end with two subscriptions, nor pay without access, nor have access unpaid.
// `-- learning` or `-- billing` plays one of the two.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { playBillingEmbedded, playBillingTwoInstances } from './kill-test/billing/play-billing.ts'
import { runRound, type Round, type RoundResult } from './kill-test/run-round.ts'
import { createServerProcess, isReady } from './kill-test/server-process.ts'
import { startSharedPostgres } from './kill-test/shared-postgres.ts'

const kills = { embedded: 50, postgres: 10, twoInstances: 20, billing: 30, billingTwoInstances: 10 }
/** Also on a machine that has much else to do. */
const longestRunMs = 900_000
const wanted = process.argv[2] ?? 'all'

const folder = mkdtempSync(join(tmpdir(), 'kitewise-kill-test-'))
chmodSync(folder, 0o711)
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
setTimeout(() => {
  console.error(`Not done after ${longestRunMs / 1000} s.`)
  process.exit(1)
}, longestRunMs).unref()

const show = (name: string, { problems, tally, slowestMs, busyKills }: RoundResult): void => {
  for (const problem of problems.slice(0, 20)) console.error(`  ${problem}`)
  console.log(
    `  ${name}: ${tally.acknowledged} writes acknowledged, ${tally.sentAgain} sent again, ${busyKills} kills with requests on ` +
      `their way, ready again in ${Math.round(slowestMs)} ms at the most, ${problems.length} lost or doubled`,
  )
}

const play = async (round: Round): Promise<RoundResult> => {
  console.log(`${round.name}, ${round.kills} kills`)
  const result = await runRound(round)
  show(round.name, result)
  return result
}

const playEmbedded = async (): Promise<RoundResult[]> => {
  const server = await createServerProcess({ DATA_DIR: folder, DATABASE_URL: '' })
  const data = join(folder, 'postgres')
  const address = { host: data, port: 5432, username: 'kitewise', database: 'postgres' }
  await server.start()
  const common = { urls: [server.url], address }
  const app = await play({
    ...common,
    name: 'Embedded database: the app is killed',
    kills: kills.embedded,
    chooseVictim: () => ({ kill: server.kill, recover: server.start }),
  })
  const postgres = await play({
    ...common,
    name: 'Embedded database: PostgreSQL is killed under the app',
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
  })
  await server.stop()
  return [app, postgres]
}

const playTwoInstances = async (): Promise<RoundResult[]> => {
  const shared = await startSharedPostgres(join(folder, 'shared'))
  const servers = await Promise.all([1, 2].map(() => createServerProcess({ DATABASE_URL: shared.url })))
  await Promise.all(servers.map((server) => server.start()))
  const result = await play({
    name: 'Two instances on one DATABASE_URL: one is killed, then the other',
    urls: servers.map((server) => server.url),
    address: shared.address,
    kills: kills.twoInstances,
    chooseVictim: (turn) => {
      const victim = servers[turn % servers.length]
      if (!victim) throw new Error('There is no such instance.')
      return { kill: victim.kill, recover: victim.start }
    },
  })
  await Promise.all(servers.map((server) => server.stop()))
  await shared.stop()
  return [result]
}

const playLearning = async (): Promise<RoundResult[]> => [...(await playEmbedded()), ...(await playTwoInstances())]

const playBilling = async (): Promise<RoundResult[]> => [
  await playBillingEmbedded(join(folder, 'billing'), kills.billing),
  await playBillingTwoInstances(join(folder, 'billing-shared'), kills.billingTwoInstances),
]

const results = [
  ...(wanted === 'billing' ? [] : await playLearning()),
  ...(wanted === 'learning' ? [] : await playBilling()),
]
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
