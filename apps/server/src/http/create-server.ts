import type { Server } from 'node:http'
import { type EndpointName, endpoints } from '@kitewise/contract/endpoints'
import Fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import type { Context } from '../context.ts'
import { refuse, refuseFor } from '../platform/result.ts'
import { isCleanTarget } from './check-text.ts'
import { drainConnections } from './drain-connections.ts'
import { refusalOf, sendRefusal } from './error-response.ts'
import type { ConnectionGuard } from './guard-connections.ts'
import { createLimits, type Limits } from './limit-requests.ts'
import { logRequests, newRequestId } from './log-requests.ts'
import { networkOf } from './network-of.ts'
import { openHttpServer } from './open-http-server.ts'
import { readJsonBodies } from './read-json-body.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'
import { RequestRefused } from './request-error.ts'
import { addSecurityHeaders, securityHeadersOf } from './security-headers.ts'
import { serveCertificates } from './serve-certificates.ts'
import { serveCovers } from './serve-covers.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import { healthPaths, serveHealth } from './serve-health.ts'
import { serveMailbox } from './serve-mailbox.ts'
import { servePaymentWebhook } from './serve-payment-webhook.ts'
import { servePromptAnswer } from './serve-prompt-answer.ts'
import { serveSiteFiles } from './serve-site-files.ts'
import { serveUnsubscribe } from './serve-unsubscribe.ts'
import { serveWebApp } from './serve-web-app.ts'
import { shedLoad } from './shed-load.ts'

/** How long a stop waits for clients that send or read slowly. */
const stopGraceMs = 3_000

/** Makes the HTTP server of a context; it listens when told to. `close()` lets requests in progress finish. */
export const createServer = async (context: Context): Promise<FastifyInstance> => {
  const http = openHttpServer(context.config)
  const app = Fastify({ ...serverOptions(context), ...http.options })
  app.decorateRequest('visitor', null)
  const limits = createLimits(context.config.limits, context.db)

  logRequests(app, context.log)
  const isStopping = drainConnections(app, context.config.timeouts.drainMs)
  app.addHook('preClose', async () => http.guard().beginStop(stopGraceMs))
  addSecurityHeaders(app, context.config.publicUrl)
  guardTheDoor(app, limits, http.guard())
  await shedLoad(app, context.config.maxEventLoopDelayMs)
  readJsonBodies(app)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    const userId = request.visitor?.session?.userId
    if (refusal.code === 'internal_error')
      request.log.error({ err: error, ...(userId ? { userId } : {}) }, 'request failed')
    return sendRefusal(reply, refusal)
  })
  serveHealth(app, context.db, isStopping)
  serveCovers(app, context.catalog)
  serveSiteFiles(app, context)
  for (const name of Object.keys(endpoints)) serveEndpoint(app, context, limits, name as EndpointName)
  if (!context.config.production && context.config.mail.mailer === 'outbox') serveMailbox(app, context)
  servePromptAnswer(app, context)
  serveCertificates(app, context, limits)
  await servePaymentWebhook(app, context)
  await serveUnsubscribe(app, context, limits)
  refuseOtherMethods(app)
  await serveWebApp(app, context.config)
  return app
}

/** What every request passes first: a server that is not full, a host and a clean address, the general limit. */
const guardTheDoor = (app: FastifyInstance, limits: Limits, guard: ConnectionGuard): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (guard.isReserved(raw.socket)) {
      reply.header('connection', 'close')
      if (!healthPaths.has(request.routeOptions.url ?? '')) return done(new RequestRefused(refuseFor('unavailable', 2)))
    }
    const hasHost = raw.headers.host !== undefined || raw.httpVersion !== '1.1'
    return hasHost && isCleanTarget(raw.url ?? '') ? done() : done(new RequestRefused(refuse('invalid_request')))
  })
  app.addHook('onRequest', async (request) => {
    // By the route that was found: `/%61pi/…` and `http://host/api/…` lead to it as well.
    if ((request.routeOptions.url ?? request.url).startsWith('/api/')) await limits.general(networkOf(request.ip))
  })
}

const serverOptions = ({ config, log }: Context): FastifyHttpOptions<Server> => ({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  genReqId: newRequestId,
  trustProxy: (_address, hop) => hop < config.trustedProxies,
  routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
  return503OnClosing: false,
  // No hook has run when the router itself refuses an address.
  frameworkErrors: (error, request, reply) => {
    reply.headers(securityHeadersOf(config.publicUrl)).header('x-request-id', request.id)
    sendRefusal(reply, refusalOf(error))
  },
})
