import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorTable } from '@kitewise/contract/errors'
import type { Config } from '../config.ts'
import { type ConnectionGuard, guardConnections } from './guard-connections.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { newRequestId } from './log-requests.ts'
import { errorAnswer } from './respond.ts'
import { securityHeadersOf } from './security-headers.ts'

/** The path takes at most 8 kB of it; the rest is for cookies and for invalid tokens, which get a proper answer. */
const largestHeaders = 24 * 1024

/** Limits what slow and silent clients can hold, and sends kept answers at once. */
export function openHttpServer({ timeouts, connections, publicUrl }: Config, kept: KeptAnswers) {
  let guard: ConnectionGuard | null = null
  const getGuard = (): ConnectionGuard => {
    if (!guard) throw new Error('the server has no guard yet')
    return guard
  }
  const serverFactory = (answer: RequestListener): Server => {
    const options = {
      maxHeaderSize: largestHeaders,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      // Node's default checks for stalled requests only every 30 s.
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // Node would answer a missing host with bare bytes; our first hook refuses it in the usual shape.
      requireHostHeader: false,
    }
    const answerKnown: RequestListener = (request, response) => {
      if (!getGuard().begin(request, response)) return
      const passOn = (): void => answer(request, response)
      if (getGuard().isReserved(request.socket)) passOn()
      else kept.answer(request, response, passOn)
    }
    const server = createServer(options, answerKnown)
    server.timeout = timeouts.unreadMs
    // Ignores unknown expectations; Node would answer 417 without our headers.
    server.on('checkExpectation', answerKnown)
    guard = guardConnections(server, connections)
    return server
  }
  return {
    options: { serverFactory, clientErrorHandler: makeBrokenRequestHandler(getGuard, securityHeadersOf(publicUrl)) },
    guard: getGuard,
  }
}

/** How long a client may take to read the answer and close the connection. */
const lingerMs = 1_000

const codes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

/** For bytes that are not HTTP, too many, or too slow: sends one answer in the usual shape and closes, whatever the client does. */
const makeBrokenRequestHandler = (guard: () => ConnectionGuard, headers: Record<string, string>) => {
  const answered = new WeakSet<Socket>()
  return (error: Error & { code?: string }, socket: Socket): void => {
    // Drops what the client still sends: closing before it has read the answer would lose the answer.
    if (answered.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable || !guard().mayAnswer(socket)) return void socket.destroy()
    answered.add(socket)
    const code = codes[error.code ?? ''] ?? 'invalid_request'
    socket.end(answerOf(code, headers))
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

const answerOf = (code: ErrorCode, headers: Record<string, string>): string => {
  const { status } = errorTable[code]
  const body = JSON.stringify(errorAnswer(code))
  const all = {
    ...headers,
    'x-request-id': newRequestId(),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}
