import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PrebuiltAnswer } from '../platform/handler.ts'

/**
 * Sends prebuilt bytes in the encoding that the client takes, or 304 when it has them already.
 * @param isPersonal the answer is given to this learner alone, so nothing on the way may keep it
 */
export const sendPrebuilt = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PrebuiltAnswer,
  isPersonal: boolean,
): FastifyReply => {
  reply.header('cache-control', isPersonal ? 'no-store' : 'no-cache')
  reply.header('etag', answer.etag).header('vary', 'Accept-Encoding, Accept-Language, Authorization')
  const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === answer.etag)
  // Without a content type: with one, Fastify leaves the client of a 304 waiting for a body.
  if (known) return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  if (!takesEncoding(request.headers['accept-encoding'], 'br')) return reply.send(answer.identity)
  return reply.header('content-encoding', 'br').send(answer.brotli)
}

/** Whether a client takes an encoding, by its Accept-Encoding header: named, and not with a weight of zero. */
export const takesEncoding = (header: unknown, encoding: 'br' | 'gzip'): boolean =>
  typeof header === 'string' &&
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
