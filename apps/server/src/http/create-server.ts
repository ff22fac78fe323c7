import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import { type EndpointName, endpoints } from '@kitewise/contract/endpoints'
import { fastify, type FastifyHttpOptions, type FastifyInstance, type HTTPMethods, LogController } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../database/connect.ts'
import { describeWelcome } from '../features/catalog/describe-welcome.ts'
import { describeCertificatePage } from '../features/certificates/preview/describe-page.ts'
import { atMostEachMinute, readDatabaseSkew, tolerableSkewMs } from '../platform/clock-skew.ts'
import { refuse, refuseFor } from '../platform/result.ts'
import { idsOf } from '../telemetry/signals.ts'
import { isCleanTarget, readJsonBodies } from './check-request.ts'
import type { ConnectionGuard } from './guard-connections.ts'
import { KeptAnswers } from './kept-answers.ts'
import { createLimits, type Limits } from './limit-requests.ts'
import { logRequests, newRequestId } from './log-requests.ts'
import { networkOf } from './network-of.ts'
import { openHttpServer } from './open-http-server.ts'
import { refusalOf, RequestRefused, sendRefusal } from './respond.ts'
import { addSecurityHeaders, securityHeadersOf } from './security-headers.ts'
import { serveCalendars } from './serve-calendars.ts'
import { serveCertificates } from './serve-certificates.ts'
import { serveDesk } from './serve-desk.ts'
import { serveEndpoint } from './serve-endpoint.ts'
import { serveMailbox } from './serve-mailbox.ts'
import { servePromptAnswer } from './serve-prompt-answer.ts'
import { servePublicApi } from './serve-public-api.ts'
import { serveScim } from './serve-scim.ts'
import { serveReference } from './serve-reference.ts'
import { serveCovers, serveSiteFiles } from './serve-site-files.ts'
import { serveWebApp } from './serve-web-app.ts'
import { serveMailEvents, servePaymentWebhook, serveUnsubscribe } from './serve-webhooks.ts'

/** How long a stop waits for slow clients. */
const stopGraceMs = 3_000

/** The caller calls `listen`. `close()` lets running requests finish. */
export async function createServer(context: Context): Promise<FastifyInstance> {
  const { config, log } = context
  const limits = createLimits(config.limits, context.db)
  const kept = new KeptAnswers({ limits, log, trustedProxies: config.trustedProxies })
  const http = openHttpServer(config, kept)
  const app = fastify({ ...serverOptions(context), ...http.options })
  app.decorateRequest('visitor', null)

  app.addHook('preClose', async () => kept.end())
  const isStopping = drainConnections(app, config.timeouts.drainMs)
  logRequests(app, context)
  app.addHook('preClose', async () => http.guard().beginStop(stopGraceMs))
  addSecurityHeaders(app, config.publicUrl)
  checkEveryRequest(app, limits, http.guard())
  await shedLoad(app, config.maxEventLoopDelayMs)
  readJsonBodies(app)
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    const userId = request.visitor?.session?.userId
    if (refusal.code === 'internal_error')
      request.log.error({ err: error, ...idsOf(request.span), ...(userId ? { userId } : {}) }, 'request failed')
    return sendRefusal(reply, refusal)
  })
  serveHealth(app, context, isStopping)
  serveCovers(app, context.catalog)
  serveSiteFiles(app, context)
  serveReference(app, config)
  for (const name of Object.keys(endpoints)) serveEndpoint(app, context, { limits, kept }, name as EndpointName)
  if (!config.production && config.mail.mailer === 'outbox') serveMailbox(app)
  await serveDesk(app, context, limits)
  servePromptAnswer(app)
  serveCertificates(app, context, limits)
  serveCalendars(app, context, limits)
  await servePaymentWebhook(app, context)
  await serveMailEvents(app, context)
  await serveUnsubscribe(app, context, limits)
  await serveScim(app, context, limits)
  await servePublicApi(app, context, limits)
  refuseOtherMethods(app)
  await serveWebApp(app, config, {
    certificate: (id, language) => describeCertificatePage(context, id, language),
    welcome: (courseId, language) => describeWelcome(context, courseId, language),
  })
  return app
}

/** The calls, and the one page that is filled in anew for each request. */
const limitedPaths = /^\/(api|certificates)\//

const checkEveryRequest = (app: FastifyInstance, limits: Limits, guard: ConnectionGuard): void => {
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
    // Matches the route, because `/%61pi/…` and `http://host/api/…` reach it too.
    if (limitedPaths.test(request.routeOptions.url ?? request.url)) await limits.general(networkOf(request.ip))
  })
}

const serverOptions = ({ config, log }: Context): FastifyHttpOptions<Server> => ({
  loggerInstance: log,
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  genReqId: newRequestId,
  trustProxy: (_address, hop) => hop < config.trustedProxies,
  routerOptions: { maxParamLength: 128, ignoreTrailingSlash: false },
  return503OnClosing: false,
  // No hook has run when the router itself rejects an address.
  frameworkErrors: (error, request, reply) => {
    reply.headers(securityHeadersOf(config.publicUrl)).header('x-request-id', request.id)
    sendRefusal(reply, refusalOf(error))
  },
})

const longestWaitMs = 2_000

/** Answered even when the server is full. */
const healthPaths: ReadonlySet<string> = new Set(['/livez', '/readyz'])

/**
 * `/livez`: the process runs. `/readyz`: it is not stopping, and the database answers within two seconds. A wrong clock is told, but
 * doesn't take the server out of service.
 */
const serveHealth = (app: FastifyInstance, { db, clock, log }: Context, isStopping: () => boolean): void => {
  const warn = atMostEachMinute((seconds: number) =>
    log.warn({ seconds }, "the database's clock is ahead of (or, if negative, behind) this machine's"),
  )
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ data: { live: true } }))
  app.get('/readyz', async (_request, reply) => {
    const skewMs = isStopping() ? null : await readSkewInTime(db, clock)
    if (skewMs === null) return sendRefusal(reply, refuseFor('unavailable', 2))
    const isWrong = Math.abs(skewMs) > tolerableSkewMs
    const clockSkewSeconds = Math.round(skewMs / 1000)
    if (isWrong) warn(clockSkewSeconds)
    reply.header('cache-control', 'no-store')
    return reply.send({ data: { ready: true, ...(isWrong && { clockSkewSeconds }) } })
  })
}

/** Null if the database doesn't answer. */
const readSkewInTime = async (db: Db, clock: () => Date): Promise<number | null> => {
  const timer = new AbortController()
  const answer = readDatabaseSkew(db, clock).catch(() => null)
  const tooLate = wait(longestWaitMs, null, { signal: timer.signal }).catch(() => null)
  const inTime = await Promise.race([answer, tooLate])
  timer.abort()
  return inTime
}

/** For `drainMs` before the server stops listening, every answer closes its connection, so that clients reconnect elsewhere. */
const drainConnections = (app: FastifyInstance, drainMs: number): (() => boolean) => {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    if (drainMs > 0) await wait(drainMs)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  return () => isStopping
}

const retryAfterSeconds = 10

/** Answers 503 while the event loop lags, so that requests already accepted finish in time. */
const shedLoad = async (app: FastifyInstance, maxEventLoopDelayMs: number): Promise<void> => {
  if (maxEventLoopDelayMs === 0) return
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: (request, reply) => {
      if (request.routeOptions.url === '/livez') return
      sendRefusal(reply, refuseFor('unavailable', retryAfterSeconds))
    },
  })
}

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const refuseOtherMethods = (app: FastifyInstance): void => {
  const known = new Map<string, HTTPMethods[]>()
  for (const { method, path } of Object.values(endpoints)) known.set(path, [...(known.get(path) ?? []), method])
  for (const [path, allowed] of known) {
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: async (_request, reply) =>
        sendRefusal(reply.header('allow', allowed.join(', ')), refuse('method_not_allowed')),
      handler: async () => null,
    })
  }
}
