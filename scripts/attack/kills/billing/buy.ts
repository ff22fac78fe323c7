import { randomUUID } from 'node:crypto'
import type { AskAgain } from '../ask-again.ts'
import type { Buyer } from './buyer.ts'
import { comeIn } from './come-in.ts'

type Begun = { sessionId: string; nonce: string }

const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' }
const declined = { ...card, cardNumber: '4000 0000 0000 0002' }

/**
 * One person's way from the quiz to learning, each call repeated until it is answered.
 * @param mailedToken gives the token of the last mailed link to an address, once it has come
 * @throws when an answer is none that a person could go on with
 */
export const buy = async (
  ask: AskAgain,
  buyer: Buyer,
  mailedToken: (email: string) => Promise<string>,
): Promise<void> => {
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

const register = async (ask: AskAgain, { email, network }: Buyer): Promise<string> => {
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
  ask: AskAgain,
  { network }: Buyer,
  body: { productId: string; registrationToken: string },
): Promise<Begun> => {
  const reply = await ask('createCheckout', { headers: { 'x-forwarded-for': network }, body })
  if (reply.error) throw new Error(`the checkout was refused: ${reply.text}`)
  return reply.body.data
}

const payWith = (ask: AskAgain, { sessionId }: Begun, body: typeof card) =>
  ask('payEmbeddedCheckout', { params: { sessionId }, body })

/** Pays, in every tab there is. Gives what was paid. */
const pay = async (
  ask: AskAgain,
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

/** The success page: waits for the provider's word, then leads to the PIN and in. */
const claim = async (
  ask: AskAgain,
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
