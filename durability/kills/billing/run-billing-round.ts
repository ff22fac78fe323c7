import { join } from 'node:path'
import { waitUntil } from '../../parallel.ts'
import { createServerProcess, type ServerProcess } from '../../server-process.ts'
import { startSharedPostgres } from '../../world.ts'
import { type Api, createApi, createGate, type Tally } from '../api.ts'
import { killOnce, type Round, type RoundResult } from '../run-round.ts'
import {
  compareAtTheEnd,
  compareNow,
  findMailedToken,
  letAMinutePass,
  letDeadBeNoticed,
  readBooks,
  readWaiting,
} from './books.ts'
import { buy, type Buyer, makeBuyer, manners } from './buy.ts'
import { keepSendingEvents, sessionSecret } from './send-events.ts'

/** One for each entry of `manners`. */
const buyersAtOnce = manners.length
/** A kill comes after at most this many more responses, plus a random delay, so that it can hit any step. */
const mostAnswers = 12
const lifeMs = { least: 0, most: 150 }
/** A killed server's jobs are taken over after a minute of silence, checked every 15 seconds. */
const longestMs = { answers: 3_000, end: 80_000, mail: 90_000 }

type BillingRound = Round & {
  /** Stops all servers gracefully and restarts them. */
  restart: () => Promise<void>
}

type Address = Round['address']

const readMail = async (address: Address, email: string): Promise<string> => {
  let token: string | null = null
  const look = async () => {
    token = await findMailedToken(address, email)
    return token !== null
  }
  await waitUntil(look, longestMs.mail)
  if (token === null) throw new Error(`a mail to ${email} never came`)
  return token
}

/** Keeps buyers active until the end; each one that finishes or waits for a mail makes room for the next. */
const keepBuying = (ask: Api['ask'], address: Address, buyers: Buyer[], problems: string[]) => {
  const over = new AbortController()
  const begun: Promise<void>[] = []
  const begin = (): void => {
    if (!over.signal.aborted) begun.push(buyOnce())
  }
  const buyOnce = async (): Promise<void> => {
    const buyer = makeBuyer(buyers.length)
    buyers.push(buyer)
    let hasMadeRoom = false
    const makeRoom = (): void => {
      if (!hasMadeRoom) begin()
      hasMadeRoom = true
    }
    const mailedToken = (email: string) => {
      makeRoom()
      return readMail(address, email)
    }
    await buy(ask, buyer, mailedToken).catch((error: unknown) => {
      problems.push(`${buyer.manner}, ${buyer.email}: ${error instanceof Error ? error.message : String(error)}`)
    })
    makeRoom()
  }
  for (let place = 0; place < buyersAtOnce; place += 1) begin()
  const everybody = async (): Promise<void> => {
    for (let next = begun.pop(); next; next = begun.pop()) await next
  }
  return { everybody, close: () => over.abort(), isOver: () => over.signal.aborted }
}

const compareAll = async (
  address: Address,
  buyers: Buyer[],
  compare: (buyer: Buyer, entry: Awaited<ReturnType<typeof readBooks>>[number]) => string[],
): Promise<string[]> => {
  const byEmail = new Map(buyers.map((buyer) => [buyer.email, buyer]))
  const entries = await readBooks(address, [...byEmail.keys()])
  if (entries.length !== buyers.length) throw new Error('Somebody is missing in the comparison.')
  return entries.flatMap((entry) => {
    const buyer = byEmail.get(entry.email)
    return buyer ? compare(buyer, entry) : []
  })
}

/** Completes everything pending: active buyers, jobs of dead processes, the provider's events. */
const settle = async (round: BillingRound, everybody: () => Promise<void>): Promise<string[]> => {
  await letDeadBeNoticed(round.address)
  await round.restart()
  await everybody()
  await letAMinutePass(round.address)
  const isIdle = async () => {
    const { jobs, events } = await readWaiting(round.address)
    return jobs.length === 0 && events === 0
  }
  if (await waitUntil(isIdle, longestMs.end)) return []
  const { jobs, events } = await readWaiting(round.address)
  return [`never done: ${events} events; jobs: ${jobs.join('; ')}`]
}

/** Runs buyers while victims are killed repeatedly; the servers must be ready before. */
const runBillingRound = async (round: BillingRound): Promise<RoundResult> => {
  const tally: Tally = { acknowledged: 0, sentAgain: 0 }
  const gate = createGate()
  const buyers: Buyer[] = []
  const result: RoundResult = { problems: [], tally, slowestMs: 0, busyKills: 0 }
  gate.open()
  const refusals: string[] = []
  const buying = keepBuying(createApi(round.urls, gate, tally).ask, round.address, buyers, refusals)
  const sending = keepSendingEvents(round.urls, round.address, gate, buying.isOver)
  for (let turn = 0; turn < round.kills; turn += 1) {
    const compare = () => compareAll(round.address, buyers, compareNow)
    const answers = tally.acknowledged + Math.random() * mostAnswers
    await waitUntil(() => tally.acknowledged >= answers, longestMs.answers)
    const { onTheirWay, readyMs, problems } = await killOnce(round.chooseVictim(turn), gate, compare, lifeMs)
    result.busyKills += onTheirWay > 0 ? 1 : 0
    result.slowestMs = Math.max(result.slowestMs, readyMs)
    result.problems.push(...problems)
    if ((turn + 1) % 10 === 0) console.log(`        ${turn + 1} kills, ${buyers.length} buyers`)
  }
  buying.close()
  await sending
  result.problems.push(...(await settle(round, buying.everybody)), ...refusals)
  result.problems.push(...(await compareAll(round.address, buyers, compareAtTheEnd)))
  return result
}

const environment = {
  SESSION_SECRET: sessionSecret,
  // Unused here, and each start would hash their PINs.
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
export async function playBillingEmbedded(folder: string, kills: number): Promise<RoundResult> {
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

/** Buyers at two instances on one DATABASE_URL, which are killed alternately. */
export async function playBillingTwoInstances(folder: string, kills: number): Promise<RoundResult> {
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
