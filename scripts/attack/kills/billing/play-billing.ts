import { join } from 'node:path'
import { createServerProcess, type ServerProcess } from '../../server-process.ts'
import { startSharedPostgres } from '../../shared-postgres.ts'
import type { RoundResult } from '../run-round.ts'
import { runBillingRound } from './run-billing-round.ts'
import { sessionSecret } from './send-events.ts'

const environment = {
  SESSION_SECRET: sessionSecret,
  // Nobody here signs in with one, and each start would hash their PINs.
  DEMO_ACCOUNTS: 'no',
  LIMIT_REGISTER_PER_HOUR: '900000000',
  LIMIT_MAIL_PER_HOUR: '900000000',
  LIMIT_MAIL_ALL_PER_HOUR: '900000000',
  LIMIT_WRONG_PINS_PER_DAY: '900000000',
}

const restartAll = (servers: ServerProcess[]) => async (): Promise<void> => {
  await Promise.all(servers.map((server) => server.stop()))
  await Promise.all(servers.map((server) => server.start()))
}

/** Buyers on the embedded database, whose server is killed. `folder` becomes the data folder. */
export const playBillingEmbedded = async (folder: string, kills: number): Promise<RoundResult> => {
  const server = await createServerProcess({ ...environment, DATA_DIR: folder, DATABASE_URL: '' })
  await server.start()
  const result = await runBillingRound({
    urls: [server.url],
    address: { host: join(folder, 'postgres'), port: 5432, username: 'kitewise', database: 'postgres' },
    kills,
    chooseVictim: () => ({ kill: server.kill, recover: server.start }),
    restart: restartAll([server]),
  })
  await server.stop()
  return result
}

/** Buyers at two instances on one DATABASE_URL, killed in turn. */
export const playBillingTwoInstances = async (folder: string, kills: number): Promise<RoundResult> => {
  const shared = await startSharedPostgres(folder)
  const servers = await Promise.all([1, 2].map(() => createServerProcess({ ...environment, DATABASE_URL: shared.url })))
  await Promise.all(servers.map((server) => server.start()))
  const result = await runBillingRound({
    urls: servers.map((server) => server.url),
    address: shared.address,
    kills,
    chooseVictim: (turn) => {
      const victim = servers[turn % servers.length]
      if (!victim) throw new Error('There is no such instance.')
      return { kill: victim.kill, recover: victim.start }
    },
    restart: restartAll(servers),
  })
  await Promise.all(servers.map((server) => server.stop()))
  await shared.stop()
  return result
}
