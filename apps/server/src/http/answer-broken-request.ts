import type { Socket } from 'node:net'
import { errorTable, type ErrorCode } from '@kitewise/contract/errors'
import { errorAnswer } from './error-response.ts'
import type { ConnectionGuard } from './guard-connections.ts'
import { newRequestId } from './log-requests.ts'

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

/**
 * Makes the handler for bytes that are not HTTP, are too many or come too slowly: one answer in the usual shape, then the connection is
 * closed, also when the client neither reads the answer nor closes its side.
 * @param headers those of every answer
 */
export const makeBrokenRequestHandler = (guard: () => ConnectionGuard, headers: Record<string, string>) => {
  const answered = new WeakSet<Socket>()
  return (error: Error & { code?: string }, socket: Socket): void => {
    // What the client still sends after the answer is read and dropped: closing before it is read would lose the answer.
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
