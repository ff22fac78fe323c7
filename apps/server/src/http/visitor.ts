import type { Endpoint } from '@kitewise/contract/endpoints'
import { defaultLanguage, type TextLanguage, textLanguageOf, textLanguageOfBrowser } from '@kitewise/rules/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { deviceSeconds } from '../platform/sessions.ts'
import type { Session } from '../platform/handler.ts'
import { refuse } from '../platform/result.ts'
import { findSession, whySessionEnded } from '../platform/sessions.ts'
import { networkOf } from './network-of.ts'
import { RequestRefused } from './respond.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when a request of the endpoint table has passed `authenticate`. */
    visitor: Visitor | null
  }
}

/** `bearer` is what was sent, where the handler is to judge it; else null. */
type Visitor = { session: Session | null; profileLanguage: string | null; bearer: string | null }

/**
 * Who asks, by the bearer token alone; cookies never sign in. Throws `unauthorized` where a session is needed. Where it is
 * optional, a token that is no longer good counts as none. A token of an ended session is told why it ended: its holder was signed in. For `pin-setup` some bearer is needed, a session's or another.
 */
export const authenticate = async (
  context: Context,
  auth: Endpoint['auth'],
  request: FastifyRequest,
): Promise<Visitor> => {
  const { authorization } = request.headers
  const token = authorization && auth !== 'public' ? /^Bearer ([\w.-]{1,4096})$/i.exec(authorization)?.[1] : null
  const found = token ? await findSession(context, token) : null
  const bearer = auth === 'pin-setup' ? (token ?? null) : null
  if (found) {
    const { sessionId, userId, isFresh, hasAccess, lang } = found
    return { session: { id: sessionId, userId, isFresh, hasAccess }, profileLanguage: lang, bearer }
  }
  if (auth === 'session' || (auth === 'pin-setup' && bearer === null)) {
    const reason = token ? await whySessionEnded(context, token) : null
    throw new RequestRefused(refuse('unauthorized', reason === null ? undefined : { reason }))
  }
  return { session: null, profileLanguage: null, bearer }
}

/** The browser or program that sent a request. Everything is read when asked for, since few endpoints ask. */
export class RequestClient {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #publicUrl: string

  constructor(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
    this.#request = request
    this.#reply = reply
    this.#publicUrl = publicUrl
  }

  /** The network that limits are counted by: the address behind the trusted proxies, or the /64 of an IPv6 address. */
  get networkKey(): string {
    return networkOf(this.#request.ip)
  }

  /** The browser's device cookie, or null. It proves nothing by itself. */
  get deviceToken(): string | null {
    return readDeviceCookie(this.#request.headers.cookie, this.#publicUrl)
  }

  /** Has a browser keep the answer as a file of this name. */
  offerDownload(fileName: string): void {
    this.#reply.header('content-disposition', `attachment; filename="${fileName}"`)
  }

  /** Sends the browser a device cookie with the answer. */
  rememberDevice(token: string): void {
    this.#reply.header('set-cookie', deviceCookie(token, this.#publicUrl))
  }

  /** Where the person says they are (X-Time-Zone, unchecked) and how long ago they did what they send now (X-Activity-Age, whole seconds). */
  get learningMoment(): { timeZone: string | null; ageSeconds: number } {
    const { 'x-time-zone': zone, 'x-activity-age': age } = this.#request.headers
    const isAge = typeof age === 'string' && /^\d{1,7}$/.test(age)
    return { timeZone: typeof zone === 'string' ? zone : null, ageSeconds: isAge ? Number(age) : 0 }
  }
}

/** Over https the name begins with `__Host-`, so that no other host or path can plant the cookie. */
const cookieName = (publicUrl: string) => (publicUrl.startsWith('https://') ? '__Host-device' : 'device')

/** The device token among the cookies of a request, or null. */
const readDeviceCookie = (header: string | undefined, publicUrl: string): string | null => {
  const prefix = `${cookieName(publicUrl)}=`
  const found = (header ?? '').split(';').find((cookie) => cookie.trim().startsWith(prefix))
  return found ? found.trim().slice(prefix.length) : null
}

const deviceCookie = (token: string, publicUrl: string): string => {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${token}; Path=/; Max-Age=${deviceSeconds}; HttpOnly; SameSite=Strict${secure}`
}

export type RequestLanguage = TextLanguage

/**
 * The text set to answer in: the first language of the Accept-Language header that exists, which the app sets to its own
 * language; without the header or with `*` alone the profile's; else English.
 */
export const chooseLanguage = (acceptLanguage: string | undefined, profileLanguage: string | null): RequestLanguage => {
  const tags = acceptLanguage ? tagsByPreference(acceptLanguage) : []
  if (tags.length > 0) return textLanguageOfBrowser(tags)
  return profileLanguage === null ? defaultLanguage : textLanguageOf(profileLanguage)
}

const tagsByPreference = (header: string): string[] =>
  header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: Number(quality ?? 1) }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
