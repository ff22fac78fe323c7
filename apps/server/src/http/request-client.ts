import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceCookie, readDeviceCookie } from './device-cookie.ts'
import { networkOf } from './network-of.ts'

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
