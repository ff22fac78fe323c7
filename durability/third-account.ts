import { goodCard } from '../apps/server/src/test-support/act-as-buyer.ts'
import { addVictim, type Browser, demand, learnerPin, newEmail, openBrowser, register, waitForLink } from './browser.ts'
import type { Try } from './table.ts'
import type { World } from './world.ts'

const ownersNewPin = '4826'

/** Buys the weekly plan through the quiz. @returns what the browser that paid may know and do */
export async function buyFor(world: World, email: string, browser: Browser = openBrowser(world)) {
  const registrationToken = await register(browser, email)
  const begun = demand(await browser.send('createCheckout', { body: { productId: 'week', registrationToken } })).data
  demand(await browser.send('payEmbeddedCheckout', { params: { sessionId: begun.sessionId }, body: goodCard }))
  const params = { sessionId: begun.sessionId }
  return demand(await browser.send('claimCheckout', { params, body: { nonce: begun.nonce } })).data
}

const move = async (world: World, browser: Browser, to: string): Promise<void> => {
  demand(await browser.send('generateChangeEmailToken', { body: { newEmail: to } }))
  const token = await waitForLink(world, to, '/confirm-email-change')
  demand(await openBrowser(world).send('confirmEmailChange', { body: { token } }))
}

/** A thief moves the account and pays for a third one at the old address, so that the owner can't get it back. */
const blockUndo = async (world: World): Promise<boolean> => {
  const victim = await addVictim(world)
  const thief = openBrowser(world)
  demand(await thief.signIn(victim.email, learnerPin))
  await move(world, thief, newEmail('thief'))
  const { pinSetupToken } = await buyFor(world, victim.email)
  if (pinSetupToken !== null)
    await thief.send('setPin', { token: pinSetupToken, body: { email: victim.email, pin: '8316' } })
  const token = await waitForLink(world, victim.email, '/undo-email-change')
  const undone = await openBrowser(world).send('undoEmailChange', { body: { token } })
  if (undone.error) return false
  const pin = { email: victim.email, pin: ownersNewPin }
  demand(await openBrowser(world).send('setPin', { token: undone.body.data.pinSetupToken, body: pin }))
  const back = await openBrowser(world).signIn(victim.email, ownersNewPin)
  return back.error === null && back.body.user.id === victim.userId
}

/** Somebody buys with an address that another account had once, and for which it began a checkout before it moved. */
const strayPayment = async (world: World): Promise<boolean> => {
  const [first, second] = [newEmail('first'), newEmail('second')]
  const owner = openBrowser(world)
  const bought = await buyFor(world, first, owner)
  demand(await owner.send('setPin', { token: bought.pinSetupToken ?? '', body: { email: first, pin: ownersNewPin } }))
  demand(await owner.signIn(first, ownersNewPin))
  const other = openBrowser(world)
  const registrationToken = await register(other, second)
  demand(await other.send('createCheckout', { body: { productId: 'week', registrationToken } }))
  await move(world, owner, second)
  await world.db`update email_changes set confirmed_at = now() - interval '8 days' where new_email = ${second}`
  const claimed = await buyFor(world, first, openBrowser(world))
  const [row] = await world.db<{ payers: number }[]>`
    select count(*)::int as payers from subscriptions s join users u on u.id = s.user_id
    where u.email = ${first} and s.status = 'active'`
  return claimed.email === first && claimed.pinSetupToken !== null && row?.payers === 1
}

/** What two accounts and one address can do to each other. */
export async function playThirdAccount(world: World, attempt: Try): Promise<void> {
  await attempt(
    {
      name: 'third account at the old address',
      tried: 'pay for it before the owner undoes the change',
      limit: '0 accounts taken',
    },
    async () => {
      const isOk = await blockUndo(world)
      return { times: 1, result: isOk ? '0 accounts taken' : '1 account taken', isOk }
    },
  )
  await attempt(
    {
      name: 'payment with a former address',
      tried: 'buy with an address that another account had',
      limit: '0 payments astray',
    },
    async () => {
      const isOk = await strayPayment(world)
      return { times: 1, result: isOk ? '0 payments astray' : '1 payment astray', isOk }
    },
  )
}
