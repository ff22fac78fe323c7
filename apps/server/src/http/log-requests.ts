import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

/** No two letters or digits are easy to confuse when read aloud. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten characters (50 random bits), short enough to read to support. */
export function newRequestId(): string {
  return Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Never logs the path or query, which can contain personal data. */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 500) request.log.warn(lineOf(request, reply), 'request')
    else if (log.isLevelEnabled('info')) request.log.info(lineOf(request, reply), 'request')
    done()
  })
}

const lineOf = ({ method, routeOptions, visitor }: FastifyRequest, reply: FastifyReply) => ({
  method,
  route: routeOptions.url ?? null,
  status: reply.statusCode,
  durationMs: Math.round(reply.elapsedTime * 10) / 10,
  ...(visitor?.session ? { userId: visitor.session.userId } : {}),
})
