import { waitUntil } from '../../wait-until.ts'
import type { Tally } from '../api.ts'
import { createAskAgain, type AskAgain } from '../ask-again.ts'
import { createGate } from '../gate.ts'
import { killOnce, type Round, type RoundResult } from '../run-round.ts'
import { readWaiting, findMailedToken, letAMinutePass, letDeadBeNoticed, readBooks } from './books.ts'
import { buy } from './buy.ts'
import { makeBuyer, manners, type Buyer } from './buyer.ts'
import { compareAtTheEnd, compareNow } from './compare-books.ts'
import { keepSendingEvents } from './send-events.ts'

/** One of each manner. */
const buyersAtOnce = manners.length
/** After how many more answers at the most a kill comes, and how long after the last of them, so that it may hit any step anywhere. */
const mostAnswers = 12
const lifeMs = { least: 0, most: 150 }
/** A server that had no time to end in peace leaves its jobs until it has been silent for a minute, which is looked for every 15 seconds. */
const longestMs = { answers: 3_000, end: 80_000, mail: 90_000 }

export type BillingRound = Round & {
  /** Stops all servers in peace and starts them again. */
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

/** Keeps people buying until it is over; each who is done, or waits for a mail, makes room for the next. */
const keepBuying = (ask: AskAgain, address: Address, buyers: Buyer[], problems: string[]) => {
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

/** Everything that was begun comes to its end: the buyers on their way, jobs of processes that died, the provider's events. */
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

/** Lets people buy while the victims are killed again and again; the servers must be ready before. */
export const runBillingRound = async (round: BillingRound): Promise<RoundResult> => {
  const tally: Tally = { acknowledged: 0, sentAgain: 0 }
  const gate = createGate()
  const buyers: Buyer[] = []
  const result: RoundResult = { problems: [], tally, slowestMs: 0, busyKills: 0 }
  gate.open()
  const refusals: string[] = []
  const buying = keepBuying(createAskAgain(round.urls, gate, tally), round.address, buyers, refusals)
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
