import type { Endpoint } from '@kitewise/contract/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { RequestClient, Session } from '../platform/handler.ts'
import { refuse } from '../platform/result.ts'
import { deviceSeconds, findSession, whySessionEnded } from '../platform/sessions.ts'
import { networkOf } from './network-of.ts'
import { RequestRefused } from './respond.ts'

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor | null
  }
}

/** `bearer` is null except where the handler checks it. */
type Visitor = { session: Session | null; profileLanguage: string | null; bearer: string | null }

/** Cookies never sign in. Where a session is optional, an invalid token counts as none; `pin-setup` takes any bearer. */
export async function authenticate(
  context: Context,
  auth: Endpoint['auth'],
  request: FastifyRequest,
): Promise<Visitor> {
  const { authorization } = request.headers
  const token = authorization && auth !== 'public' ? /^Bearer ([\w.-]{1,4096})$/i.exec(authorization)?.[1] : null
  const found = token ? await findSession(context, token) : null
  const bearer = auth === 'pin-setup' ? (token ?? null) : null
  if (found) {
    const { sessionId: id, userId, organizationId, isOwnerProven, isFresh, hasAccess, lang } = found
    return { session: { id, userId, organizationId, isOwnerProven, isFresh, hasAccess }, profileLanguage: lang, bearer }
  }
  if (auth === 'session' || (auth === 'pin-setup' && bearer === null)) {
    const reason = token ? await whySessionEnded(context, token) : null
    throw new RequestRefused(refuse('unauthorized', reason === null ? undefined : { reason }))
  }
  return { session: null, profileLanguage: null, bearer }
}

/** Reads everything on demand, because few endpoints need it. */
export class FastifyClient implements RequestClient {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #publicUrl: string

  constructor(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
    this.#request = request
    this.#reply = reply
    this.#publicUrl = publicUrl
  }

  get networkKey(): string {
    return networkOf(this.#request.ip)
  }

  get deviceToken(): string | null {
    return readCookie(this.#request.headers.cookie, cookieName(this.#publicUrl))
  }

  get signInToken(): string | null {
    return readCookie(this.#request.headers.cookie, signInCookieName(this.#publicUrl))
  }

  keepSignInToken(token: string | null): void {
    this.#reply.header('set-cookie', signInCookie(token, this.#publicUrl))
  }

  offerDownload(fileName: string): void {
    this.#reply.header('content-disposition', `attachment; filename="${fileName}"`)
  }

  rememberDevice(token: string): void {
    this.#reply.header('set-cookie', deviceCookie(token, this.#publicUrl))
  }

  get learningMoment(): { timeZone: string | null; ageSeconds: number } {
    const { 'x-time-zone': zone, 'x-activity-age': age } = this.#request.headers
    const isAge = typeof age === 'string' && /^\d{1,7}$/.test(age)
    return { timeZone: typeof zone === 'string' ? zone : null, ageSeconds: isAge ? Number(age) : 0 }
  }
}

/** Over https the `__Host-` prefix keeps other hosts and paths from planting the cookie. */
const cookieName = (publicUrl: string) => (publicUrl.startsWith('https://') ? '__Host-device' : 'device')

const readCookie = (header: string | undefined, name: string): string | null => {
  const prefix = `${name}=`
  const found = (header ?? '').split(';').find((cookie) => cookie.trim().startsWith(prefix))
  return found ? found.trim().slice(prefix.length) : null
}

const deviceCookie = (token: string, publicUrl: string): string => {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
  return `${cookieName(publicUrl)}=${token}; Path=/; Max-Age=${deviceSeconds}; HttpOnly; SameSite=Strict${secure}`
}

const signInCookieName = (publicUrl: string) => (publicUrl.startsWith('https://') ? '__Secure-sign-in' : 'sign-in')

/** Ends with the browser, and goes only to the endpoints of the sign-in through an organization. */
const signInCookie = (token: string | null, publicUrl: string): string => {
  const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
  const life = token === null ? '; Max-Age=0' : ''
  const name = signInCookieName(publicUrl)
  return `${name}=${token ?? ''}; Path=/api/organization-sign-in${life}; HttpOnly; SameSite=Strict${secure}`
}
