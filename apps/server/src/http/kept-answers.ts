import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PrebuiltAnswer } from '../platform/handler.ts'
import { currentTracer } from '../telemetry/signals.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'

/** The oldest leaves first. Addresses and headers are the client's, so their number and length need a bound. */
const most = 500
const longestKey = 500

type KeptAnswer = { headers: Record<string, string | number>; body: Buffer }

/**
 * Whole answers to visitors, so that an equal request skips everything between its limit and the sending: without a token, an
 * answer depends on the address and two headers alone.
 */
export class KeptAnswers {
  readonly #byKey = new Map<string, KeptAnswer>()

  /** Null for all but a visitor's plain GET. */
  find(request: FastifyRequest): KeptAnswer | null {
    const key = keyOf(request)
    return key === null ? null : (this.#byKey.get(key) ?? null)
  }

  /** @param reply of this request, with all its headers */
  keep(request: FastifyRequest, reply: FastifyReply, answer: PrebuiltAnswer): void {
    const key = keyOf(request)
    if (key === null || key.length > longestKey) return
    const [oldest] = this.#byKey.keys()
    if (this.#byKey.size >= most && oldest !== undefined) this.#byKey.delete(oldest)
    const body = reply.hasHeader('content-encoding') ? answer.brotli : answer.identity
    // Every header is one text here: no cookies are set on a visitor's GET.
    const headers = { ...reply.getHeaders(), 'content-length': body.length } as KeptAnswer['headers']
    this.#byKey.set(key, { headers, body })
  }
}

const keyOf = ({ raw: { method, headers, url } }: FastifyRequest): string | null =>
  method === 'GET' && headers.host && headers.authorization === undefined && headers['if-none-match'] === undefined
    ? `${url} ${headers['accept-language'] ?? ''} ${headers['accept-encoding'] ?? ''}`
    : null

/**
 * Must be the first hook. Metrics and logs see the request as any other. Above the limit, with traces, and when `isLimited`, it goes
 * the usual way; the server sheds no load here, because nothing costs less than this.
 */
export function sendKeptAnswers(
  app: FastifyInstance,
  { kept, limits, isLimited }: { kept: KeptAnswers; limits: Limits; isLimited: (request: FastifyRequest) => boolean },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const answer = kept.find(request)
    if (!answer || isLimited(request) || currentTracer()) return done()
    const send = (): void => {
      reply.hijack()
      reply.raw.writeHead(200, { ...answer.headers, 'x-request-id': request.id })
      reply.raw.end(answer.body)
    }
    const goOn = (): void => done()
    return void limits.general(networkOf(request.ip)).then(send).catch(goOn)
  })
}
