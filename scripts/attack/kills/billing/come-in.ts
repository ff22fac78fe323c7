import type { AskAgain } from '../ask-again.ts'
import type { Buyer } from './buyer.ts'

const pin = '8305'

/** Sets the PIN, by a mailed link where a kill has eaten the token, signs in, opens a lesson, and manages the subscription. */
export const comeIn = async (
  ask: AskAgain,
  buyer: Buyer,
  token: string | null,
  mailedToken: (email: string) => Promise<string>,
): Promise<void> => {
  const isSet = token !== null && (await setPin(ask, buyer, token))
  // A token that is refused may have been used up by a request whose answer never came.
  const session =
    (isSet || token !== null ? await signIn(ask, buyer, isSet) : null) ?? (await byMail(ask, buyer, mailedToken))
  if (session.token === null) return
  const lesson = await ask('getLesson', { token: session.token, params: { id: 'ai-zero.l02' } })
  if (lesson.error) throw new Error(`has paid, and a lesson was refused: ${lesson.text}`)
  await manage(ask, buyer, session.token)
}

const setPin = async (ask: AskAgain, buyer: Buyer, token: string): Promise<boolean> => {
  const headers = { 'x-forwarded-for': buyer.network }
  const reply = await ask('setPin', { token, headers, body: { email: buyer.email, pin } })
  buyer.cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? buyer.cookie
  return reply.error === null
}

/** Without a token for somebody who has to wait. */
type Session = { token: string | null }

/** Null when the PIN is not the one. A sign-in that a kill cut short counts as failed, so a person may have to wait. */
const signIn = async (ask: AskAgain, buyer: Buyer, mustSucceed: boolean): Promise<Session | null> => {
  const { email, network, cookie } = buyer
  const reply = await ask('login', { headers: { 'x-forwarded-for': network, cookie }, body: { email, pin } })
  if (reply.status === 429 || reply.error?.name === 'check_mailbox') return { token: null }
  if (reply.error && mustSucceed) throw new Error(`the PIN that was set is refused: ${reply.text}`)
  return reply.error ? null : { token: reply.body.jwt }
}

const byMail = async (
  ask: AskAgain,
  buyer: Buyer,
  mailedToken: (email: string) => Promise<string>,
): Promise<Session> => {
  await ask('restorePin', { headers: { 'x-forwarded-for': buyer.network }, body: { email: buyer.email } })
  const isSet = await setPin(ask, buyer, await mailedToken(buyer.email))
  const session = await signIn(ask, buyer, isSet)
  if (session === null) throw new Error('the mailed link was refused and no PIN is set')
  return session
}

const manage = async (ask: AskAgain, buyer: Buyer, token: string): Promise<void> => {
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
