import { type ErrorAnswer, type ErrorCode, errorTable } from '@kitewise/contract/errors'
import type { FastifyReply } from 'fastify'
import { PaymentsUnavailable } from '../adapters/payments/port.ts'
import { isDatabaseUnavailable } from '../database/is-database-unavailable.ts'
import { type Refusal, refuse, refuseFor } from '../platform/result.ts'
import { RequestRefused } from './request-error.ts'

/** The body of a failure, by the error table. */
export const errorAnswer = (code: ErrorCode, details?: unknown): ErrorAnswer => {
  const { status, message } = errorTable[code]
  return { data: null, error: { status, name: code, message, ...(details === undefined ? {} : { details }) } }
}

export const sendRefusal = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
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

/**
 * What the client is told of anything thrown: our refusals as they are, the framework's by their status, a database or
 * payment provider that is away as 503, everything else as 500. Nothing of the error itself goes out.
 */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof RequestRefused) return error.refusal
  if (isDatabaseUnavailable(error) || error instanceof PaymentsUnavailable) return refuseFor('unavailable', 5)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 503) return refuseFor('unavailable', 5)
  return refuse(codeByStatus[status] ?? (status >= 400 && status < 500 ? 'invalid_request' : 'internal_error'))
}
