import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { receiveEvent } from '../features/billing/receive-event.ts'
import { refuse } from '../platform/result.ts'
import { sendRefusal } from './error-response.ts'

const largestEvent = 512 * 1024

/**
 * `POST /api/payments/webhook`: where the payment provider tells that something has changed. It stands outside the endpoint table
 * since its body is bytes, whose signature is checked before anything is read. 2xx only after the commit; on anything else the
 * provider sends the event again.
 */
export const servePaymentWebhook = async (app: FastifyInstance, context: Context): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestEvent }, (_request, body, done) => {
      done(null, body)
    })
    scope.post('/api/payments/webhook', { bodyLimit: largestEvent }, async (request, reply) => {
      const signature = request.headers[context.payments.signatureHeader]
      if (!Buffer.isBuffer(request.body)) return sendRefusal(reply, refuse('invalid_request'))
      const outcome = await receiveEvent(context, request.body, typeof signature === 'string' ? signature : null)
      if (!outcome.ok) return sendRefusal(reply, outcome)
      return reply.header('cache-control', 'no-store').send(outcome.value)
    })
  })
}
