import { randomInt } from 'node:crypto'
import { addVictim, addVictims, demand, newEmail, openBrowser, register, type Victim, waitForLink } from './browser.ts'
import { makeItPassed, makeItRead, readCourse, rushThrough } from './course.ts'
import { waitUntil } from './parallel.ts'
import type { Finding, Try } from './table.ts'
import type { World } from './world.ts'

const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }

/** PINs that aren't too easy. */
const goodPins = ['4826', '8316', '6294', '6203', '6240', '6277', '6351', '6388', '6499', '6536']

const count = async (rows: Promise<readonly object[]>): Promise<number> => (await rows).length

/** Repeats a race and counts the rounds without exactly one effect. */
const repeatRace = async (rounds: number, width: number, race: () => Promise<number>): Promise<Finding> => {
  const effects: number[] = []
  for (let round = 0; round < rounds; round += 1) effects.push(await race())
  const wrong = effects.filter((effect) => effect !== 1)
  const list = wrong.length > 0 ? ` (${wrong.join(', ')} effects)` : ''
  return {
    times: rounds * width,
    result: `${wrong.length} of ${rounds} races without exactly one effect${list}`,
    isOk: wrong.length === 0,
  }
}

const times = <T>(width: number, work: (index: number) => T): T[] =>
  Array.from({ length: width }, (_, index) => work(index))

/** Issuing a certificate many times in parallel: one row, one ID. */
const raceForCertificate = async (world: World, learner: Victim, width: number): Promise<number> => {
  const replies = await Promise.all(
    times(width, () => learner.browser.send('issueCertificate', { body: { courseId: 'ai-zero', name: 'Ada Owner' } })),
  )
  const ids = new Set(replies.map((reply) => demand(reply).data.id))
  const rows = await count(world.db`select 1 from certificates where user_id = ${learner.userId}`)
  return Math.max(ids.size, rows)
}

const tryCertificates = (attempt: Try, world: World, rounds: number, width: number): Promise<void> =>
  attempt(
    { name: 'one certificate', tried: `${width} requests for a completed course at once`, limit: '1 effect a race' },
    async () => {
      const [first, ...others] = await addVictims(world, rounds)
      if (!first) throw new Error('No learner was added.')
      const course = await readCourse(first.browser, 'ai-zero')
      const learners = [first, ...others]
      for (const learner of learners) {
        await rushThrough(learner, course)
        await makeItRead(world, learner)
        await makeItPassed(world, learner)
      }
      return repeatRace(rounds, width, async () => {
        const learner = learners.pop()
        if (!learner) throw new Error('Too few learners.')
        return raceForCertificate(world, learner, width)
      })
    },
  )

/** Many PINs with one mailed token: one is set, and it's the one that got 200. */
const raceForPin = async (world: World, width: number): Promise<number> => {
  const { email } = await addVictim(world)
  demand(await openBrowser(world).send('restorePin', { body: { email } }))
  const token = await waitForLink(world, email, '/restore-pass')
  const pins = goodPins.slice(0, width)
  const replies = await Promise.all(
    pins.map((pin) => openBrowser(world).send('setPin', { token, body: { pin, email } })),
  )
  const set = pins.filter((_, index) => replies[index]?.status === 200)
  const isRight = (await openBrowser(world).signIn(email, set[0] ?? '')).status === 200
  return isRight ? set.length : 0
}

const settledWithinMs = 5_000

/** Many checkouts of one address for any plan, all paid: one subscription stays, the others are ended and refunded. */
const raceForCheckout = async (world: World, width: number): Promise<number> => {
  const email = newEmail('buyer')
  const buyer = openBrowser(world)
  const registrationToken = await register(buyer, email)
  const plans = ['week', 'month', 'four-weeks', 'twelve-weeks']
  const buy = async (index: number) => {
    const productId = plans[(index + randomInt(2)) % plans.length] ?? 'week'
    const begun = await buyer.send('createCheckout', { body: { productId, registrationToken } })
    if (begun.error !== null) return
    const { sessionId } = begun.body.data
    await buyer.send('payEmbeddedCheckout', { params: { sessionId }, body: card })
  }
  await Promise.all(times(width, buy))
  // All may have lost to a checkout that was then replaced; the buyer can still pay.
  await buy(0)
  const countKept = () =>
    count(world.db`
      select 1 from embedded_subscriptions s join embedded_checkouts c on c.subscription_id = s.id
      where c.email = ${email}
        and not (s.status = 'canceled' and (s.refunded_cents = s.price_cents or s.current_period_end <= s.trial_end))`)
  // A job redelivers an event that arrived while another was processed.
  await waitUntil(async () => (await countKept()) === 1, settledWithinMs)
  return countKept()
}

/** Many accounts confirm the same new address at once: one gets it. */
const raceForAddress = async (world: World, width: number): Promise<number> => {
  const learners = await addVictims(world, width)
  const wanted = newEmail('wanted')
  const tokens: string[] = []
  for (const { browser } of learners) {
    demand(await browser.send('generateChangeEmailToken', { body: { newEmail: wanted } }))
    tokens.push(await waitForLink(world, wanted, '/confirm-email-change', tokens))
    // Skips the mail limit of one address.
    await world.db`
      update outgoing_mails set created_at = created_at - interval '1 day' where to_address = ${wanted}`
  }
  const replies = await Promise.all(
    tokens.map((token) => openBrowser(world).send('confirmEmailChange', { body: { token } })),
  )
  const confirmed = replies.filter(({ status }) => status === 200).length
  const owners = await count(world.db`select 1 from users where email = ${wanted}`)
  return Math.max(confirmed, owners)
}

/** Performs one-time actions many times in parallel, on two instances (docs/product.md R122). */
export async function playRaces(world: World, attempt: Try, isLong: boolean): Promise<void> {
  const rounds = isLong ? 20 : 3
  const limit = '1 effect a race'
  await tryCertificates(attempt, world, isLong ? 5 : 1, 20)
  await attempt({ name: 'one PIN a token', tried: '10 PINs with one mailed token at once', limit }, () =>
    repeatRace(rounds, 10, () => raceForPin(world, 10)),
  )
  await attempt({ name: 'one subscription', tried: '8 checkouts of one address, all paid', limit }, () =>
    repeatRace(rounds, 8, () => raceForCheckout(world, 8)),
  )
  await attempt({ name: 'one owner of an address', tried: '3 accounts confirm the same new address', limit }, () =>
    repeatRace(rounds, 3, () => raceForAddress(world, 3)),
  )
}
