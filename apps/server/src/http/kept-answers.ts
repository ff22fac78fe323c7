import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { PrebuiltAnswer } from '../platform/handler.ts'
import { currentTracer, idsOf, note } from '../telemetry/signals.ts'
import type { Limits } from './limit-requests.ts'
import { newRequestId } from './log-requests.ts'
import { networkOf } from './network-of.ts'

/** The oldest leaves first. Addresses and headers are the client's, so their number and length need a bound. */
const most = 500
const longestKey = 500

/** `headers`: names and values by turns, as `writeHead` takes them without looking further. */
type KeptAnswer = { route: string | null; headers: string[]; body: Buffer }

type Surroundings = { limits: Limits; log: Logger; trustedProxies: number }

/**
 * Whole answers to visitors, sent before the router is asked: without a token, an answer depends on the address and two headers
 * alone. Metrics, traces and logs see such a request as any other. Above the limit, it goes the usual way; the server sheds no
 * load here, because nothing costs less than this.
 */
export class KeptAnswers {
  readonly #byKey = new Map<string, KeptAnswer>()
  readonly #surroundings: Surroundings
  #isOver = false

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** @param reply of this request, with all its headers */
  keep(request: FastifyRequest, reply: FastifyReply, answer: PrebuiltAnswer): void {
    const key = keyOf(request.raw)
    if (this.#isOver || key === null || key.length > longestKey) return
    const [oldest] = this.#byKey.keys()
    if (this.#byKey.size >= most && oldest !== undefined) this.#byKey.delete(oldest)
    const body = reply.hasHeader('content-encoding') ? answer.brotli : answer.identity
    // Every header is one text here: no cookies are set on a visitor's GET.
    const own = Object.entries({ ...reply.getHeaders(), 'content-length': body.length })
    const headers = own.flatMap(([name, value]) => (name === 'x-request-id' ? [] : [name, String(value)]))
    this.#byKey.set(key, { route: request.routeOptions.url ?? null, headers, body })
  }

  /** From now on, every request goes the usual way. */
  end(): void {
    this.#isOver = true
    this.#byKey.clear()
  }

  /** Sends what was kept for such a request, or passes it on. */
  answer(request: IncomingMessage, response: ServerResponse, passOn: () => void): void {
    const key = this.#byKey.size === 0 ? null : keyOf(request)
    const kept = key === null ? undefined : this.#byKey.get(key)
    if (!kept) return passOn()
    const { limits, trustedProxies } = this.#surroundings
    const send = (): void => this.#send(response, kept)
    return void limits.general(networkOf(clientOf(request, trustedProxies))).then(send, passOn)
  }

  #send(response: ServerResponse, { route, headers, body }: KeptAnswer): void {
    const begin = performance.now()
    const span = currentTracer()?.beginRequest() ?? null
    const requestId = newRequestId()
    response.writeHead(200, [...headers, 'x-request-id', requestId])
    response.end(body)
    const { log } = this.#surroundings
    const seconds = (performance.now() - begin) / 1000
    const answer = { method: 'GET', route, status: 200 }
    if (log.isLevelEnabled('info')) {
      log.info({ requestId, ...answer, durationMs: Math.round(seconds * 10_000) / 10, ...idsOf(span) }, 'request')
    }
    span?.endRequest(answer)
    note('request', { ...answer, seconds })
  }
}

/** Null for all but a visitor's plain GET. */
const keyOf = ({ method, headers, url }: IncomingMessage): string | null =>
  method === 'GET' && headers.host && headers.authorization === undefined && headers['if-none-match'] === undefined
    ? `${url} ${headers['accept-language'] ?? ''} ${headers['accept-encoding'] ?? ''}`
    : null

/** What Fastify calls `request.ip`: the address that the outermost of our proxies saw. */
const clientOf = ({ headers, socket }: IncomingMessage, trustedProxies: number): string => {
  const own = socket.remoteAddress ?? ''
  const header = headers['x-forwarded-for']
  if (trustedProxies === 0 || typeof header !== 'string') return own
  const named = header.split(',').map((part) => part.trim())
  const addresses = [own, ...named.filter((part) => part !== '').reverse()]
  return addresses[Math.min(trustedProxies, addresses.length - 1)] ?? own
}
