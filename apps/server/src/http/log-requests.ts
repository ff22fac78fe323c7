import { randomFillSync } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { currentTracer, note, type RequestSpan } from '../telemetry/signals.ts'

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
  }
}

/** Never logs the path or query, which can contain personal data. */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    request.span = currentTracer()?.startRequest() ?? null
    if (request.span) request.span.run(done)
    else done()
  })
  // Reading a body continues outside of the span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done)
    else done()
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
  span?.end({ method, route, status })
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
  ...(span ? { traceId: span.traceId } : {}),
  ...(visitor?.session ? { userId: visitor.session.userId } : {}),
})
