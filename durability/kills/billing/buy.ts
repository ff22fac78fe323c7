import { randomUUID } from 'node:crypto'
import type { Api } from '../api.ts'

type Ask = Api['ask']

type Begun = { sessionId: string; nonce: string }

const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }
const declined = { ...card, cardNumber: '4000 0000 0000 0002' }

/**
 * One buyer from the quiz to learning; repeats each call until it's answered.
 * @param mailedToken resolves with the token of the last link mailed to an address
 * @throws on a response that leaves the buyer stuck
 */
export async function buy(ask: Ask, buyer: Buyer, mailedToken: (email: string) => Promise<string>): Promise<void> {
  const registrationToken = await register(ask, buyer)
  const choose = (productId: string) => begin(ask, buyer, { productId, registrationToken })
  const first = await choose('week')
  if (first === null) throw new Error('the first checkout was refused')
  if (buyer.manner === 'has no good card') {
    const { error } = await payWith(ask, first, declined)
    if (error?.name !== 'payment_declined') throw new Error(`a declined card gave ${error?.name}`)
  } else {
    const paid = await pay(ask, buyer, first, choose)
    if (buyer.manner !== 'closes the browser') {
      await claim(ask, buyer, paid, mailedToken)
    }
  }
  buyer.isDone = true
}

const register = async (ask: Ask, { email, network }: Buyer): Promise<string> => {
  const onboardingId = randomUUID()
  const headers = { 'x-forwarded-for': network }
  const answers = { experience: ['never'] }
  const body = { variant: 1, version: 1, step: 1, answers }
  const saved = await ask('saveOnboarding', { params: { onboardingId }, headers, body })
  if (saved.error) throw new Error(`the quiz was refused: ${saved.text}`)
  const wish = { onboardingId, email, termsAccepted: true, marketingConsent: false }
  const registered = await ask('register', { headers, body: wish })
  if (registered.error) throw new Error(`the registration was refused: ${registered.text}`)
  return registered.body.data.registrationToken
}

const begin = async (
  ask: Ask,
  { network }: Buyer,
  body: { productId: string; registrationToken: string },
): Promise<Begun> => {
  const reply = await ask('createCheckout', { headers: { 'x-forwarded-for': network }, body })
  if (reply.error) throw new Error(`the checkout was refused: ${reply.text}`)
  return reply.body.data
}

const payWith = (ask: Ask, { sessionId }: Begun, body: typeof card) =>
  ask('payEmbeddedCheckout', { params: { sessionId }, body })

/** Pays in every open tab. Returns what was paid. */
const pay = async (
  ask: Ask,
  buyer: Buyer,
  first: Begun,
  choose: (productId: string) => Promise<Begun | null>,
): Promise<Begun> => {
  const payOne = async (begun: Begun | null): Promise<Begun | null> => {
    if (begun === null) return null
    const reply = await payWith(ask, begun, card)
    if (reply.error) throw new Error(`the payment was refused: ${reply.text}`)
    if (reply.body.data.status !== 'paid') return null
    buyer.paidSessions.add(begun.sessionId)
    return begun
  }
  const payChosen = async (productId: string) => payOne(await choose(productId))
  const second = buyer.manner === 'pays in two tabs' ? await choose('month') : null
  const others = buyer.manner === 'changes their mind' ? ['month', 'four-weeks', 'week'].map(payChosen) : []
  const paid = (await Promise.all([payOne(first), payOne(second), ...others])).find((begun) => begun !== null)
  if (!paid) throw new Error('nothing could be paid')
  return paid
}

/** The success page: waits for the provider's event, then continues to the PIN and sign-in. */
const claim = async (
  ask: Ask,
  buyer: Buyer,
  { sessionId, nonce }: Begun,
  mailedToken: (email: string) => Promise<string>,
): Promise<void> => {
  const reply = await ask('claimCheckout', { params: { sessionId }, body: { nonce } })
  if (reply.error) throw new Error(`the claim was refused: ${reply.text}`)
  const { status, email, pinSetupToken } = reply.body.data
  if (status !== 'paid' || email !== buyer.email) throw new Error(`a paid checkout is ${status} for ${email}`)
  buyer.hasClaimed = true
  await comeIn(ask, buyer, pinSetupToken, mailedToken)
}

const pin = '8305'

/**
 * Sets the PIN (by a mailed link if a kill consumed the token), signs in, opens a lesson and manages the subscription.
 */
const comeIn = async (
  ask: Ask,
  buyer: Buyer,
  token: string | null,
  mailedToken: (email: string) => Promise<string>,
): Promise<void> => {
  const isSet = token !== null && (await setPin(ask, buyer, token))
  // A refused token may have been used by a request whose response was lost.
  const session =
    (isSet || token !== null ? await signIn(ask, buyer, isSet) : null) ?? (await byMail(ask, buyer, mailedToken))
  if (session.token === null) return
  const lesson = await ask('getLesson', { token: session.token, params: { id: 'ai-zero.l02' } })
  if (lesson.error) throw new Error(`has paid, and a lesson was refused: ${lesson.text}`)
  await manage(ask, buyer, session.token)
}

const setPin = async (ask: Ask, buyer: Buyer, token: string): Promise<boolean> => {
  const headers = { 'x-forwarded-for': buyer.network }
  const reply = await ask('setPin', { token, headers, body: { email: buyer.email, pin } })
  buyer.cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? buyer.cookie
  return reply.error === null
}

/** The token is null for a buyer who has to wait. */
type Session = { token: string | null }

/** Null if the PIN is wrong. A sign-in interrupted by a kill counts as failed, so a buyer may have to wait. */
const signIn = async (ask: Ask, buyer: Buyer, mustSucceed: boolean): Promise<Session | null> => {
  const { email, network, cookie } = buyer
  const reply = await ask('login', { headers: { 'x-forwarded-for': network, cookie }, body: { email, pin } })
  if (reply.status === 429 || reply.error?.name === 'check_mailbox') return { token: null }
  if (reply.error && mustSucceed) throw new Error(`the PIN that was set is refused: ${reply.text}`)
  return reply.error ? null : { token: reply.body.jwt }
}

const byMail = async (ask: Ask, buyer: Buyer, mailedToken: (email: string) => Promise<string>): Promise<Session> => {
  await ask('restorePin', { headers: { 'x-forwarded-for': buyer.network }, body: { email: buyer.email } })
  const isSet = await setPin(ask, buyer, await mailedToken(buyer.email))
  const session = await signIn(ask, buyer, isSet)
  if (session === null) throw new Error('the mailed link was refused and no PIN is set')
  return session
}

const manage = async (ask: Ask, buyer: Buyer, token: string): Promise<void> => {
  const mine = await ask('userSubscription', { token })
  const [own, ...more] = mine.error ? [] : mine.body.data
  if (!own || more.length > 0) throw new Error(`has paid and sees: ${mine.text}`)
  const call = { token, params: { id: own.id } }
  for (const wish of ['cancel', 'resume', 'cancel'].slice(0, Math.ceil(Math.random() * 3)) as ('cancel' | 'resume')[]) {
    buyer.wish = null
    const reply = await (wish === 'cancel' ? ask('cancelSubscription', call) : ask('resumeSubscription', call))
    if (reply.error) throw new Error(`${wish} was refused: ${reply.text}`)
    buyer.wish = wish
  }
}

/**
 * What a buyer does: pays and continues; switches plans while the first is being paid; pays two plans; pays and never
 * returns; has no valid card.
 */
export const manners = [
  'pays',
  'changes their mind',
  'pays in two tabs',
  'closes the browser',
  'has no good card',
] as const

/** A buyer with what the server has acknowledged. */
export type Buyer = {
  manner: (typeof manners)[number]
  email: string
  network: string
  /** Checkouts with an acknowledged payment. */
  paidSessions: Set<string>
  /** The success page has reported "paid". */
  hasClaimed: boolean
  /** The device cookie of this browser. */
  cookie: string
  /** The last acknowledged change of the renewal; null if there was none or one is unanswered. */
  wish: 'cancel' | 'resume' | null
  /** The buyer has finished. */
  isDone: boolean
}

export function makeBuyer(number: number): Buyer {
  return {
    manner: manners[number % manners.length] ?? 'pays',
    email: `${randomUUID()}@kill-test.example`,
    network: `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`,
    paidSessions: new Set(),
    hasClaimed: false,
    cookie: '',
    wish: null,
    isDone: false,
  }
}
