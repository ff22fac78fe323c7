import { randomFillSync } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { traceContext } from '../platform/trace-context.ts'
import { currentTracer, idsOf, note, type RequestSpan } from '../telemetry/signals.ts'

/** No two letters or digits are easy to confuse when read aloud. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

const idLength = 10
/** Random bytes for many IDs: asking for those of each alone took a tenth of a request. */
const stock = Buffer.alloc(idLength * 400)
let used = stock.length

/** Ten characters (50 random bits), short enough to read to support. */
export function newRequestId(): string {
  if (used === stock.length) {
    randomFillSync(stock)
    used = 0
  }
  let id = ''
  for (const end = used + idLength; used < end; used += 1) id += alphabet[(stock[used] ?? 0) % alphabet.length]
  return id
}

declare module 'fastify' {
  interface FastifyRequest {
    span: RequestSpan | null
    /** The server's, or that of a recorded request. */
    context: Context
  }
}

/** Never logs the path or query, which can contain personal data. */
export function logRequests(app: FastifyInstance, context: Context): void {
  const { log } = context
  app.decorateRequest('span', null)
  app.decorateRequest('context')
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    request.context = context
    const span = currentTracer()?.beginRequest() ?? null
    if (span) {
      request.span = span
      request.context = traceContext(context, span)
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 500) request.log.warn(lineOf(request, reply), 'request')
    else if (log.isLevelEnabled('info')) request.log.info(lineOf(request, reply), 'request')
    noteRequest(request, reply)
    done()
  })
}

const noteRequest = (
  { method, headers, routeOptions, span }: FastifyRequest,
  { statusCode: status, elapsedTime }: FastifyReply,
) => {
  const route = routeOptions.url ?? null
  span?.endRequest({ method, route, status })
  note('request', { method, route, status, seconds: elapsedTime / 1000 })
  // Only the outbox sends an age. It keeps a write for later after the other statuses.
  if (headers['x-activity-age'] === undefined || route === null) return
  if (status < 300) note('outboxWrite', { route, outcome: 'accepted' })
  else if (status >= 400 && status < 500 && ![401, 408, 429].includes(status))
    note('outboxWrite', { route, outcome: 'refused' })
}

const lineOf = ({ method, routeOptions, visitor, span }: FastifyRequest, reply: FastifyReply) => ({
  method,
  route: routeOptions.url ?? null,
  status: reply.statusCode,
  durationMs: Math.round(reply.elapsedTime * 10) / 10,
  ...idsOf(span),
  ...(visitor?.session ? { userId: visitor.session.userId } : {}),
})
