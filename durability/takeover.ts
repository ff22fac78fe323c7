import {
  addVictim,
  type Browser,
  demand,
  learnerPin,
  newEmail,
  openBrowser,
  type Victim,
  waitForLink,
} from './browser.ts'
import type { Finding, Try } from './table.ts'
import type { World } from './world.ts'

const ownersNewPin = '4826'
const thiefsPin = '8316'

/** A thief who knows the PIN signs in from another browser. */
const breakIn = async (world: World, { email }: Victim): Promise<Browser> => {
  const thief = openBrowser(world)
  demand(await thief.signIn(email, learnerPin))
  return thief
}

const askForChange = async (world: World, browser: Browser): Promise<{ newEmail: string; token: string }> => {
  const wanted = newEmail('thief')
  demand(await browser.send('generateChangeEmailToken', { body: { newEmail: wanted } }))
  return { newEmail: wanted, token: await waitForLink(world, wanted, '/confirm-email-change') }
}

const resetPin = async (world: World, email: string, pin: string): Promise<Browser> => {
  const browser = openBrowser(world)
  demand(await browser.send('restorePin', { body: { email } }))
  const token = await waitForLink(world, email, '/restore-pass')
  demand(await browser.send('setPin', { token, body: { pin, email } }))
  return browser
}

const statuses = (replies: { status: number }[]): string => replies.map(({ status }) => status).join(', ')

const countKept = (results: boolean[]): Finding => {
  const lost = results.filter((isKept) => !isKept).length
  return { times: results.length, result: `${lost} accounts taken`, isOk: lost === 0 }
}

const repeat = async (times: number, attack: () => Promise<boolean>): Promise<Finding> => {
  const results: boolean[] = []
  for (let turn = 0; turn < times; turn += 1) results.push(await attack())
  return countKept(results)
}

const isStillOwner = async (world: World, email: string, pin: string): Promise<boolean> =>
  (await openBrowser(world).signIn(email, pin)).status === 200

/** The owner sets a new PIN by mail while a change of address is pending; the thief's mailed link must be void. */
const confirmAfterReset = async (world: World): Promise<boolean> => {
  const victim = await addVictim(world)
  const { token } = await askForChange(world, await breakIn(world, victim))
  await resetPin(world, victim.email, ownersNewPin)
  const { status } = await openBrowser(world).send('confirmEmailChange', { body: { token } })
  return status === 400 && (await isStillOwner(world, victim.email, ownersNewPin))
}

/** The same if the owner, recently signed in, sets the PIN without a mail. */
const confirmAfterNewPin = async (world: World): Promise<boolean> => {
  const victim = await addVictim(world)
  const { token } = await askForChange(world, await breakIn(world, victim))
  demand(await victim.browser.send('setPin', { body: { pin: ownersNewPin, email: victim.email } }))
  const { status } = await openBrowser(world).send('confirmEmailChange', { body: { token } })
  return status === 400 && (await isStillOwner(world, victim.email, ownersNewPin))
}

/** The session that requested the change ends before the link is opened. */
const confirmAfterSignOut = async (world: World): Promise<boolean> => {
  const victim = await addVictim(world)
  const thief = await breakIn(world, victim)
  const { token } = await askForChange(world, thief)
  demand(await thief.send('logout'))
  const { status } = await openBrowser(world).send('confirmEmailChange', { body: { token } })
  return status === 400 && (await isStillOwner(world, victim.email, learnerPin))
}

/** What a thief keeps after changing address and PIN, once the owner has undone the change. */
const lootAfterUndo = async (world: World) => {
  const victim = await addVictim(world)
  const thief = await breakIn(world, victim)
  const { newEmail: thiefsEmail, token } = await askForChange(world, thief)
  demand(await openBrowser(world).send('confirmEmailChange', { body: { token } }))
  demand(await thief.send('setPin', { body: { pin: thiefsPin, email: thiefsEmail } }))
  demand(await thief.signIn(thiefsEmail, thiefsPin))
  const undoToken = await waitForLink(world, victim.email, '/undo-email-change')
  demand(await openBrowser(world).send('undoEmailChange', { body: { token: undoToken } }))
  return { victim, thief, thiefsEmail }
}

/** A known browser has its own throttle; an unknown one shares the account's, which is used up here. */
const isKnownBrowser = async (world: World, email: string, browser: Browser): Promise<boolean> => {
  for (let guess = 0; guess < 3; guess += 1) await openBrowser(world).signIn(email, '0000')
  const { status } = await browser.signIn(email, '0000')
  return status === 401
}

const tryUndo = (attempt: Try, world: World): Promise<void> =>
  attempt(
    {
      name: 'undo of an email change',
      tried: "thief's session, PIN and both addresses after the owner's undo",
      limit: '0 ways in',
    },
    async () => {
      const { victim, thief, thiefsEmail } = await lootAfterUndo(world)
      const replies = [
        await thief.send('me'),
        await openBrowser(world).signIn(victim.email, thiefsPin),
        await openBrowser(world).signIn(thiefsEmail, thiefsPin),
        await openBrowser(world).signIn(victim.email, learnerPin),
      ]
      const ways = replies.filter(({ status }) => status === 200).length
      const owner = await resetPin(world, victim.email, ownersNewPin)
      const isBack = (await owner.signIn(victim.email, ownersNewPin)).status === 200
      return { times: replies.length, result: `${ways} ways in (${statuses(replies)})`, isOk: ways === 0 && isBack }
    },
  )

const tryDevices = async (attempt: Try, world: World): Promise<void> => {
  const losses: [event: string, lose: () => Promise<[string, Browser]>][] = [
    [
      'PIN set by mail',
      async () => {
        const victim = await addVictim(world)
        const thief = await breakIn(world, victim)
        await resetPin(world, victim.email, ownersNewPin)
        return [victim.email, thief]
      },
    ],
    [
      'email change undone',
      async () => {
        const { victim, thief } = await lootAfterUndo(world)
        return [victim.email, thief]
      },
    ],
    [
      'account deleted',
      async () => {
        const victim = await addVictim(world)
        const thief = await breakIn(world, victim)
        demand(await victim.browser.send('deleteAccount'))
        return [victim.email, thief]
      },
    ],
  ]
  await attempt(
    {
      name: 'known devices',
      tried: `device cookie after: ${losses.map(([event]) => event).join('; ')}`,
      limit: '0 still known',
    },
    async () => {
      const known: string[] = []
      for (const [event, lose] of losses) {
        const [email, thief] = await lose()
        if (await isKnownBrowser(world, email, thief)) known.push(event)
      }
      const after = known.length === 0 ? '' : ` (${known.join('; ')})`
      return { times: losses.length, result: `${known.length} still known${after}`, isOk: known.length === 0 }
    },
  )
}

/** What a thief with a stolen PIN keeps after the owner has recovered the account. */
export async function playTakeover(world: World, attempt: Try, isLong: boolean): Promise<void> {
  const limit = '0 accounts taken'
  const rounds = isLong ? 5 : 1
  await attempt({ name: 'email change, PIN reset by mail', tried: "confirm the thief's pending change", limit }, () =>
    repeat(rounds, () => confirmAfterReset(world)),
  )
  await attempt(
    { name: 'email change, PIN set in a session', tried: "confirm the thief's pending change", limit },
    () => repeat(rounds, () => confirmAfterNewPin(world)),
  )
  await attempt(
    { name: 'email change, session over', tried: 'confirm after the asking session has ended', limit },
    () => repeat(rounds, () => confirmAfterSignOut(world)),
  )
  await tryUndo(attempt, world)
  await tryDevices(attempt, world)
}
