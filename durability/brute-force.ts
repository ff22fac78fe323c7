import { addLearners } from '../apps/server/src/test-support/add-learners.ts'
import type { Reply } from '../apps/server/src/test-support/call-server.ts'
import { addVictim, addVictims, learnerPin, newEmail, openBrowser } from './browser.ts'
import { inParallel } from './parallel.ts'
import type { Finding, Try } from './table.ts'
import type { World } from './world.ts'

const mostCompared = 5
const atOnce = 64

type Counts = { compared: number; signedIn: number; refused: number; unexpected: string[] }

/** 401 means that the PIN was compared; 403 and 429 come without a comparison, 503 when too many requests wait. */
const countAnswers = (replies: Pick<Reply<unknown>, 'status'>[]): Counts => {
  const count = (...wanted: number[]) => replies.filter(({ status }) => wanted.includes(status)).length
  const unexpected = replies.filter(({ status }) => ![200, 401, 403, 429, 503].includes(status))
  return {
    compared: count(200, 401),
    signedIn: count(200),
    refused: count(403, 429, 503),
    unexpected: unexpected.map(({ status }) => String(status)),
  }
}

const describeCounts = ({ compared, signedIn, unexpected }: Counts): string =>
  `${compared} compared, ${signedIn} signed in${unexpected.length > 0 ? `, unexpected ${unexpected.join(' ')}` : ''}`

/** Every PIN, with the correct one in the middle, so that luck doesn't find it early. */
const allPins = (howMany: number): string[] => {
  const pins = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
  const others = pins.filter((pin) => pin !== learnerPin).slice(0, howMany - 1)
  return [...others.slice(0, howMany / 2), learnerPin, ...others.slice(howMany / 2)]
}

const tryAllPins = (attempt: Try, world: World, howMany: number): Promise<void> =>
  attempt(
    {
      name: 'every PIN at one account',
      tried: 'from a network each, over two instances, at once',
      limit: `≤ ${mostCompared} compared, 0 signed in, owner in`,
    },
    async () => {
      const victim = await addVictim(world)
      let ownersSignIns = 0
      const replies = await inParallel(allPins(howMany), atOnce, async (pin, index) => {
        if (index % (howMany / 4) === 100) {
          const reply = await victim.browser.signIn(victim.email, learnerPin)
          ownersSignIns += reply.status === 200 ? 1 : 0
        }
        return openBrowser(world).signIn(victim.email, pin)
      })
      const counts = countAnswers(replies)
      const isOk =
        counts.compared <= mostCompared &&
        counts.signedIn === 0 &&
        counts.unexpected.length === 0 &&
        ownersSignIns === 4
      return {
        times: replies.length,
        result: `${describeCounts(counts)}, owner in ${ownersSignIns} of 4`,
        isOk,
      }
    },
  )

const trySlowGuesses = (attempt: Try, world: World, restarts: number): Promise<void> =>
  attempt(
    {
      name: 'guesses between restarts',
      tried: 'SIGKILL of an instance after every fourth guess',
      limit: `≤ ${mostCompared} compared, 0 signed in`,
    },
    async () => {
      const { email } = await addVictim(world)
      const replies: { status: number }[] = []
      for (let turn = 0; turn < restarts; turn += 1) {
        for (let guess = 0; guess < 4; guess += 1) {
          const pin = String(5_000 + replies.length)
          replies.push(await openBrowser(world).signIn(email, pin))
        }
        const victim = world.servers[turn % world.servers.length]
        await victim?.kill()
        await victim?.start()
      }
      const counts = countAnswers(replies)
      return {
        times: replies.length,
        result: describeCounts(counts),
        isOk: counts.compared <= mostCompared && counts.signedIn === 0 && counts.unexpected.length === 0,
      }
    },
  )

/** Wrong PINs at unknown addresses must not slow down sign-in for others. */
const tryInventedAddresses = (attempt: Try, world: World, howMany: number): Promise<void> =>
  attempt(
    {
      name: 'wrong PINs at invented addresses',
      tried: `${howMany} addresses from ${howMany} networks, then 10 learners on new devices`,
      limit: '10 of 10 signed in',
    },
    async () => {
      const learners = await addVictims(world, 10)
      const invented = Array.from({ length: howMany }, () => newEmail('nobody'))
      await inParallel(invented, 8, (email) => openBrowser(world).signIn(email, '7391'))
      const replies = await Promise.all(learners.map(({ email }) => openBrowser(world).signIn(email, learnerPin)))
      const { signedIn } = countAnswers(replies)
      return { times: invented.length, result: `${signedIn} of 10 signed in`, isOk: signedIn === learners.length }
    },
  )

/** Earlier scenarios have raised the guard, and a raised guard compares nothing. */
const lowerGuard = async ({ db }: World): Promise<void> => {
  await db`delete from login_network_accounts`
  await db`delete from login_failures_by_hour`
  await db`update sign_in_guard set guarded_until = '-infinity'`
}

const trySpray = (attempt: Try, world: World): Promise<void> =>
  attempt(
    {
      name: 'one PIN at many accounts',
      tried: 'a common PIN at 200 accounts from 20 networks, over two instances',
      limit: '1-20 compared, 0 signed in',
    },
    async (): Promise<Finding> => {
      await lowerGuard(world)
      const emails = await addLearners(world.address, 200)
      const networks = Array.from({ length: 20 }, () => openBrowser(world).network)
      const replies = await inParallel(emails, 16, (email, index) =>
        openBrowser(world, networks[index % networks.length]).signIn(email, '1397'),
      )
      const counts = countAnswers(replies)
      const hasBegun = counts.compared > 0
      const isOk = hasBegun && counts.compared <= 20 && counts.signedIn === 0 && counts.unexpected.length === 0
      return { times: replies.length, result: describeCounts(counts), isOk }
    },
  )

/** Guesses PINs across two instances that share a database. */
export async function playBruteForce(world: World, attempt: Try, isLong: boolean): Promise<void> {
  await tryInventedAddresses(attempt, world, isLong ? 200 : 80)
  await tryAllPins(attempt, world, isLong ? 10_000 : 1_000)
  if (isLong) await trySlowGuesses(attempt, world, 10)
}

/**
 * Afterward, every unknown device needs a mailed link for an hour, so no scenario that signs in can share this world.
 */
export function playSpray(world: World, attempt: Try): Promise<void> {
  return trySpray(attempt, world)
}
