import { addLearners } from '../apps/server/src/test-support/add-learners.ts'
import type { Reply } from '../apps/server/src/test-support/call-server.ts'
import { demand, newEmail, openBrowser, register } from './browser.ts'
import type { Try } from './table.ts'
import type { World } from './world.ts'

const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }

const addLearner = async (world: World): Promise<string> => (await addLearners(world.address, 1))[0] ?? ''

/** States of an address that strangers must not be able to distinguish (docs/decisions/0096). */
const states: Record<string, (world: World) => Promise<string>> = {
  'no account': async () => newEmail('nobody'),
  'active subscription': addLearner,
  'ended subscription': async (world) => {
    const email = await addLearner(world)
    await world.db`
      update subscriptions set status = 'canceled', current_period_end = now() - interval '1 day'
      where user_id = (select id from users where email = ${email})`
    return email
  },
  'account without a PIN': async (world) => {
    const email = await addLearner(world)
    await world.db`update users set pin_hash = null where email = ${email}`
    return email
  },
  'running trial': async (world) => {
    const email = newEmail('trial')
    const buyer = openBrowser(world)
    const registrationToken = await register(buyer, email)
    const { sessionId } = demand(
      await buyer.send('createCheckout', { body: { productId: 'month', registrationToken } }),
    ).data
    demand(await buyer.send('payEmbeddedCheckout', { params: { sessionId }, body: card }))
    return email
  },
}

const random = /127\.0\.0\.1:\d+|cs_[A-Za-z0-9]+|(?<![\w-])[\w-]{22,}(?![\w-])/g

/** The response without the address, the instance's own address and random values. */
const comparable = ({ status, text, headers }: Reply<unknown>, email: string): string => {
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id', 'etag', 'content-length'].includes(name))
  return JSON.stringify([status, text.replaceAll(email, 'ADDRESS').replaceAll(random, 'RANDOM'), kept])
}

/** Every request about an address that a stranger can make before its mailbox is verified. */
const askAbout = async (world: World, email: string): Promise<Record<string, string>> => {
  const stranger = openBrowser(world)
  const registrationToken = await register(stranger, email)
  const choose = (productId: string) => stranger.send('createCheckout', { body: { productId, registrationToken } })
  const answers: Record<string, Reply<unknown>> = {
    plans: await stranger.send('listPlans', { query: `registrationToken=${registrationToken}` }),
    checkout: await choose('month'),
    'another checkout': await choose('week'),
    'wrong PIN': await stranger.send('login', { body: { email, pin: '9173' } }),
    'PIN reset': await stranger.send('restorePin', { body: { email } }),
    'PIN without proof': await stranger.send('setPin', { token: registrationToken, body: { email, pin: '9173' } }),
  }
  const begun = await choose('week')
  if (begun.error === null) {
    const { sessionId, nonce } = begun.body.data
    answers.claim = await stranger.send('claimCheckout', { params: { sessionId }, body: { nonce } })
    answers['checkout page'] = await stranger.send('getEmbeddedCheckout', { params: { sessionId } })
  }
  return Object.fromEntries(Object.entries(answers).map(([name, reply]) => [name, comparable(reply, email)]))
}

const tryComparing = (attempt: Try, world: World): Promise<void> =>
  attempt(
    {
      name: 'answers about an address',
      tried: `same questions about addresses with: ${Object.keys(states).join(', ')}`,
      limit: '0 differences',
    },
    async () => {
      const expected = await askAbout(world, newEmail('nobody'))
      const differences: string[] = []
      let compared = 0
      for (const [state, prepare] of Object.entries(states)) {
        const answers = await askAbout(world, await prepare(world))
        for (const name of new Set([...Object.keys(expected), ...Object.keys(answers)])) {
          compared += 1
          if (answers[name] === expected[name]) continue
          differences.push(`${state}: ${name}`)
          console.error(
            `  ${state}, ${name}: ${answers[name]?.slice(0, 300)}\n  instead of ${expected[name]?.slice(0, 300)}`,
          )
        }
      }
      const where = differences.length === 0 ? '' : ` (${differences.join('; ')})`
      return {
        times: compared,
        result: `${differences.length} differences${where}`,
        isOk: differences.length === 0,
      }
    },
  )

/** Paying for an address that has an account must not give access to the account. */
const tryPaying = (attempt: Try, world: World): Promise<void> =>
  attempt(
    {
      name: 'paying for an existing account',
      tried: 'checkout, test card and claim for accounts without a PIN, and with an ended subscription',
      limit: '0 PIN tokens',
    },
    async () => {
      const existing = ['ended subscription', 'account without a PIN']
      let tokens = 0
      let claims = 0
      for (const state of existing) {
        const email = (await states[state]?.(world)) ?? ''
        await world.db`
          update subscriptions set status = 'canceled', current_period_end = now() - interval '1 day'
          where user_id = (select id from users where email = ${email})`
        const payer = openBrowser(world)
        const registrationToken = await register(payer, email)
        const begun = await payer.send('createCheckout', { body: { productId: 'week', registrationToken } })
        if (begun.error !== null) continue
        const { sessionId, nonce } = begun.body.data
        demand(await payer.send('payEmbeddedCheckout', { params: { sessionId }, body: card }))
        const claimed = demand(await payer.send('claimCheckout', { params: { sessionId }, body: { nonce } }))
        claims += 1
        tokens += claimed.data.pinSetupToken === null ? 0 : 1
      }
      return {
        times: claims,
        result: `${tokens} PIN tokens after ${claims} of ${existing.length} claims`,
        isOk: tokens === 0 && claims === existing.length,
      }
    },
  )

/** Tries to find out whether an address has an account, and to enter one by paying. */
export async function playEnumeration(world: World, attempt: Try): Promise<void> {
  await tryComparing(attempt, world)
  await tryPaying(attempt, world)
}
