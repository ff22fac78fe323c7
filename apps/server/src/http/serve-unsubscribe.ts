import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { readUnsubscribeToken, unsubscribe, unsubscribePath } from '../features/reach/unsubscribe.ts'
import { sendRefusal } from './error-response.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'

const largestForm = 4 * 1024
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * `POST /u/{token}`: the one click of RFC 8058, sent by mail programs without cookies or sign-in. It stands outside the endpoint
 * table since its body is a form, which says nothing that the address does not. A GET withdraws nothing, because scanners open every
 * link of a mail: it leads to the page with the button.
 */
export const serveUnsubscribe = async (app: FastifyInstance, context: Context, limits: Limits): Promise<void> => {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(forms, { parseAs: 'buffer', bodyLimit: largestForm }, (_request, _body, done) => {
      done(null, null)
    })
    scope.addHook('onRequest', async (request) => limits.general(networkOf(request.ip)))
    scope.post<{ Params: { token: string } }>('/u/:token', { bodyLimit: largestForm }, async (request, reply) => {
      const outcome = await unsubscribe(context, request.params.token)
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
