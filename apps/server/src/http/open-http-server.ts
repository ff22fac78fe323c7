import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '../config.ts'
import { makeBrokenRequestHandler } from './answer-broken-request.ts'
import { guardConnections, type ConnectionGuard } from './guard-connections.ts'
import { securityHeadersOf } from './security-headers.ts'

/** The path takes 8 kB of it at most; the rest is for cookies, and for tokens that are no good but are answered as such. */
const largestHeaders = 64 * 1024

/** Fastify's options for a server of Node that bounds what slow and silent clients can hold, and the guard of its connections. */
export const openHttpServer = ({ timeouts, connections, publicUrl }: Config) => {
  let guard: ConnectionGuard | null = null
  const theGuard = (): ConnectionGuard => {
    if (!guard) throw new Error('the server has no guard yet')
    return guard
  }
  const serverFactory = (answer: RequestListener): Server => {
    const options = {
      maxHeaderSize: largestHeaders,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      // Node's own default looks for stalled requests every 30 s only.
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // Node would answer a request without a host with bare bytes; the first hook refuses it in the usual shape.
      requireHostHeader: false,
    }
    const answerKnown: RequestListener = (request, response) => {
      if (theGuard().begin(request, response)) answer(request, response)
    }
    const server = createServer(options, answerKnown)
    server.timeout = timeouts.unreadMs
    // An expectation that we do not know is ignored, where Node would answer 417 without our headers.
    server.on('checkExpectation', answerKnown)
    guard = guardConnections(server, connections)
    return server
  }
  return {
    options: { serverFactory, clientErrorHandler: makeBrokenRequestHandler(theGuard, securityHeadersOf(publicUrl)) },
    guard: theGuard,
  }
}
