import { type ErrorAnswer, type ErrorCode, errorTable } from '@kitewise/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PaymentsUnavailable } from '../adapters/payments/port.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import type { PrebuiltAnswer } from '../platform/handler.ts'
import { type Refusal, refuse, refuseFor } from '../platform/result.ts'

export function errorAnswer(code: ErrorCode, details?: unknown): ErrorAnswer {
  const { status, message } = errorTable[code]
  return { data: null, error: { status, name: code, message, ...(details === undefined ? {} : { details }) } }
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, refusal.retryAfterSeconds)))
  reply.header('cache-control', 'no-store').removeHeader('etag').removeHeader('content-encoding')
  return reply.code(errorTable[refusal.code].status).send(errorAnswer(refusal.code, refusal.details))
}

const codeByStatus: Record<number, ErrorCode> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  414: 'invalid_request',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'headers_too_large',
}

/** An unavailable database or payment provider is 503, anything unexpected 500. The client sees nothing of the error itself. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof RequestRefused) return error.refusal
  if (isDatabaseUnavailable(error) || error instanceof PaymentsUnavailable) return refuseFor('unavailable', 5)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 503) return refuseFor('unavailable', 5)
  return refuse(codeByStatus[status] ?? (status >= 400 && status < 500 ? 'invalid_request' : 'internal_error'))
}

/** Carries a refusal out of hooks and parsers, where Fastify expects a throw. */
export class RequestRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Sends prebuilt bytes in an accepted encoding, or 304. `isPersonal`: only for this learner, so no cache may keep it. */
export function sendPrebuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PrebuiltAnswer,
  isPersonal: boolean,
): FastifyReply {
  reply.header('cache-control', isPersonal ? 'no-store' : 'no-cache')
  reply.header('etag', answer.etag).header('vary', 'Accept-Encoding, Accept-Language, Authorization')
  // No content type: with one, Fastify leaves the client of a 304 waiting for a body.
  if (isKnown(request, answer.etag)) return reply.code(304).send()
  reply.header('content-type', 'application/json; charset=utf-8')
  if (!takesEncoding(request.headers['accept-encoding'], 'br')) return reply.send(answer.identity)
  return reply.header('content-encoding', 'br').send(answer.brotli)
}

/** Whether the client has the answer. Weak and strong tags are the same here (RFC 9110, 13.1.2): proxies that compress weaken them. */
export function isKnown({ headers }: FastifyRequest, etag: string | undefined): boolean {
  const tags = new Set((headers['if-none-match'] ?? '').split(',').map(strongTag))
  return etag !== undefined && (tags.has('*') || tags.has(strongTag(etag)))
}

const strongTag = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether Accept-Encoding names an encoding with a weight above zero. */
export function takesEncoding(header: unknown, encoding: 'br' | 'gzip'): boolean {
  return (
    typeof header === 'string' &&
    header.split(',').some((part) => {
      const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
  )
}
