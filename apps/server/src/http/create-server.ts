import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { LogController, type FastifyHttpOptions, type FastifyInstance } from 'fastify'
import { endpoints, type EndpointName } from '@kitewise/contract/endpoints'
import type { Context } from '../context.ts'
import { refuse } from '../result.ts'
import { isCleanTarget } from './check-text.ts'
import { drainConnections } from './drain-connections.ts'
import { errorAnswer, refusalOf, sendRefusal } from './error-response.ts'
import { createLimits, type Limits } from './limit-requests.ts'
import { logRequests } from './log-requests.ts'
import { networkOf } from './network-of.ts'
import { readJsonBodies } from './read-json-body.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'
import { RequestRefused } from './request-error.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { serveCertificates } from './serve-certificates.ts'
import { serveCovers } from './serve-covers.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import { serveHealth } from './serve-health.ts'
import { servePaymentWebhook } from './serve-payment-webhook.ts'
import { serveMailbox } from './serve-mailbox.ts'
import { serveUnsubscribe } from './serve-unsubscribe.ts'
import { serveWebApp } from './serve-web-app.ts'
import { shedLoad } from './shed-load.ts'

const mostSockets = 1_000

/** Makes the HTTP server of a context; it listens when told to. `close()` lets requests in progress finish. */
export const createServer = async (context: Context): Promise<FastifyInstance> => {
  const app = Fastify(serverOptions(context))
  app.server.maxConnections = mostSockets
  app.decorateRequest('visitor', null)
  const limits = createLimits(context.config.limits, context.db)

  logRequests(app, context.log)
  const isStopping = drainConnections(app, context.config.timeouts.drainMs)
  guardTheDoor(app, limits)
  addSecurityHeaders(app, context.config.publicUrl)
  await shedLoad(app, context.config.maxEventLoopDelayMs)
  readJsonBodies(app)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'internal_error') request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refusal)
  })
  serveHealth(app, context.db, isStopping)
  serveCovers(app, context.catalog)
  for (const name of Object.keys(endpoints)) serveEndpoint(app, context, limits, name as EndpointName)
  if (!context.config.production && context.config.mail.mailer === 'outbox') serveMailbox(app, context)
  serveCertificates(app, context, limits)
  await servePaymentWebhook(app, context)
  await serveUnsubscribe(app, context, limits)
  refuseOtherMethods(app)
  await serveWebApp(app, context.config)
  return app
}

/** What every request passes first: a clean address, the general limit. */
const guardTheDoor = (app: FastifyInstance, limits: Limits): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    return isCleanTarget(request.raw.url ?? '') ? done() : done(new RequestRefused(refuse('invalid_request')))
  })
  app.addHook('onRequest', async (request) => {
    // By the route that was found: `/%61pi/…` and `http://host/api/…` lead to it as well.
    if ((request.routeOptions.url ?? request.url).startsWith('/api/')) await limits.general(networkOf(request.ip))
  })
}

const serverOptions = ({ config, log }: Context): FastifyHttpOptions<Server> => ({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  genReqId: () => randomUUID(),
  trustProxy: (_address, hop) => hop < config.trustedProxies,
  routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
  return503OnClosing: false,
  requestTimeout: config.timeouts.requestMs,
  keepAliveTimeout: config.timeouts.keepAliveMs,
  // Without these two, Node looks for stalled requests only every 30 s and lets headers take a minute.
  http: { headersTimeout: config.timeouts.headersMs, connectionsCheckingInterval: config.timeouts.checkEveryMs },
  clientErrorHandler: answerBrokenRequest,
  frameworkErrors: (error, _request, reply) => {
    sendRefusal(reply, refusalOf(error))
  },
})

/** Bytes that are not HTTP, or that came too slowly: one plain answer, and the connection ends. */
const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const body = JSON.stringify(errorAnswer('invalid_request'))
  const head = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8'
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
