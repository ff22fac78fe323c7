import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readMailReport } from '../adapters/mail/read-mail-report.ts'
import type { Context } from '../context.ts'
import { receiveEvent } from '../features/billing/receive-event.ts'
import { readUnsubscribeToken, unsubscribe, unsubscribePath } from '../features/reach/unsubscribe.ts'
import { recordReport } from '../platform/messages/returned-mail.ts'
import { refuse } from '../platform/result.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'
import { sendRefusal } from './respond.ts'

const largestEvent = 512 * 1024

/** Reads raw bytes, which the signature covers. Answers 2xx only after the commit; otherwise the provider sends the event again. */
export async function servePaymentWebhook(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestEvent }, (_request, body, done) => {
      done(null, body)
    })
    scope.post('/api/payments/webhook', { bodyLimit: largestEvent }, async (request, reply) => {
      const signature = request.headers[context.payments.signatureHeader]
      if (!Buffer.isBuffer(request.body)) return sendRefusal(reply, refuse('invalid_request'))
      const outcome = await receiveEvent(
        request.context,
        request.body,
        typeof signature === 'string' ? signature : null,
      )
      if (!outcome.ok) return sendRefusal(reply, outcome)
      return reply.header('cache-control', 'no-store').send(outcome.value)
    })
  })
}

const largestReport = 1024 * 1024

/**
 * Takes delivery reports and complaints as a mail server or provider received them, one mail a request. Answers 200 also for mail that
 * isn't a report about one of ours (`recorded: false`), so that the mail server doesn't keep it.
 */
export async function serveMailEvents(app: FastifyInstance, context: Context): Promise<void> {
  const { eventsSecret } = context.config.mail
  if (!eventsSecret) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestReport }, (_request, body, done) => {
      done(null, body)
    })
    scope.post('/api/mail-events', { bodyLimit: largestReport }, async (request, reply) => {
      if (!carriesSecret(request.headers.authorization, eventsSecret)) return sendRefusal(reply, refuse('unauthorized'))
      if (!Buffer.isBuffer(request.body)) return sendRefusal(reply, refuse('invalid_request'))
      const report = readMailReport(request.body.toString('latin1'))
      const recorded = report !== null && (await recordReport(request.context, report))
      return reply.header('cache-control', 'no-store').send({ data: { recorded } })
    })
  })
}

/** `Bearer <secret>`, or basic authentication with it as the password, which providers put into a URL. */
const carriesSecret = (header: string | undefined, secret: string): boolean => {
  const [scheme = '', value = ''] = (header ?? '').split(' ')
  const isBasic = scheme.toLowerCase() === 'basic'
  const given = isBasic ? Buffer.from(value, 'base64').toString().split(':').slice(1).join(':') : value
  return (isBasic || scheme.toLowerCase() === 'bearer') && timingSafeEqual(digest(given), digest(secret))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const largestForm = 4 * 1024

/** RFC 8058's one-click unsubscribe: a form, without cookies; what some mail programs send instead is as good. A GET only redirects to the page: scanners open every link. */
export async function serveUnsubscribe(app: FastifyInstance, context: Context, limits: Limits): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestForm }, (_request, _body, done) => {
      done(null, null)
    })
    scope.addHook('onRequest', async (request) => limits.general(networkOf(request.ip)))
    scope.post<{ Params: { token: string } }>('/u/:token', { bodyLimit: largestForm }, async (request, reply) => {
      const outcome = await unsubscribe(request.context, request.params.token)
      if (!outcome.ok) return sendRefusal(reply, outcome)
      return reply.header('cache-control', 'no-store').send({ data: { unsubscribed: true } })
    })
    scope.get<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
      const { token } = request.params
      const subject = readUnsubscribeToken(context.config.sessionSecret, token)?.subject ?? 'marketing'
      return reply.redirect(unsubscribePath(token, subject), 302)
    })
  })
}
