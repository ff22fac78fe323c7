import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@kitewise/contract/calls'
import type { EndpointName } from '@kitewise/contract/endpoints'
import { addLearners } from '../apps/server/src/test-support/add-learners.ts'
import { type CallInput, makeCall, type Reply } from '../apps/server/src/test-support/call-server.ts'
import type { World } from './world.ts'

/** The PIN of every learner that `addLearners` creates. */
export const learnerPin = '8305'

let networks = 0

/** A network address not used before in this run. */
const newNetwork = (): string => {
  networks += 1
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`
}

export function newEmail(who: string): string {
  return `${who}-${randomBytes(6).toString('hex')}@attack.example`
}

/** A client with its own network, cookies and session. Its requests alternate between the instances. */
export type Browser = {
  /** The device cookie as a header, empty before the first response that sets one. */
  cookie: string
  /** The session token; null when signed out. */
  token: string | null
  network: string
  send: <N extends EndpointName>(name: N, input?: CallInput) => Promise<Reply<Answer<N>>>
  /** Signs in, keeps the session and returns the reply, refused or not. */
  signIn: (email: string, pin: string) => Promise<Reply<Answer<'login'>>>
}

export function openBrowser({ urls }: Pick<World, 'urls'>, network = newNetwork()): Browser {
  const calls = urls.map((url) => makeCall(url))
  let turn = Math.floor(Math.random() * calls.length)
  const browser: Browser = {
    cookie: '',
    token: null,
    network,
    send: async (name, input = {}) => {
      turn += 1
      const call = calls[turn % calls.length]
      if (!call) throw new Error('The world has no instance.')
      const headers = {
        'x-forwarded-for': browser.network,
        ...(browser.cookie === '' ? {} : { cookie: browser.cookie }),
        ...input.headers,
      }
      const token = input.token ?? browser.token
      const reply = await call(name, { ...input, headers, ...(token === null ? {} : { token }) })
      browser.cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? browser.cookie
      return reply
    },
    signIn: async (email, pin) => {
      const reply = await browser.send('login', { body: { email, pin } })
      if (reply.error === null) browser.token = reply.body.jwt
      return reply
    },
  }
  return browser
}

/** Throws the server's response unless it's a success. */
export function demand<Body>(reply: Reply<Body>): Body {
  if (reply.error) throw new Error(`unexpected refusal ${reply.status} ${reply.error.name}`)
  return reply.body
}

export type Victim = { email: string; userId: string; browser: Browser }

/** New learners with an active subscription, each signed in from an own browser. */
export async function addVictims(world: World, howMany: number): Promise<Victim[]> {
  const emails = await addLearners(world.address, howMany)
  return Promise.all(
    emails.map(async (email) => {
      const browser = openBrowser(world)
      const { user } = demand(await browser.signIn(email, learnerPin))
      return { email, userId: user.id, browser }
    }),
  )
}

export async function addVictim(world: World): Promise<Victim> {
  const [victim] = await addVictims(world, 1)
  if (!victim) throw new Error('No learner was added.')
  return victim
}

/** A visitor who started the quiz and gave an address. Returns the registration token. */
export async function register(browser: Browser, email: string): Promise<string> {
  const onboardingId = randomUUID()
  const answers = { experience: ['never'] }
  demand(
    await browser.send('saveOnboarding', {
      params: { onboardingId },
      body: { variant: 1, version: 1, step: 1, answers },
    }),
  )
  const wish = { onboardingId, email, termsAccepted: true, marketingConsent: false }
  return demand(await browser.send('register', { body: wish })).data.registrationToken
}

const patienceMs = 20_000
const pauseMs = 50

/**
 * Waits for a mail with a link to a path of the app, and returns the token of the newest one.
 * @param path for example `/restore-pass`
 * @param used tokens to skip
 * @throws after 20 s without a mail
 */
export async function waitForLink(
  { db }: World,
  email: string,
  path: string,
  used: readonly string[] = [],
): Promise<string> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const mails = await db<{ text: string }[]>`
      select text_body as text from mailbox_mails where to_address = ${email} order by received_at desc`
    for (const { text } of mails) {
      const token = new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]
      if (token !== undefined && !used.includes(token)) return token
    }
    await pause(pauseMs)
  }
  throw new Error(`no mail to ${email} with a link to ${path}`)
}
