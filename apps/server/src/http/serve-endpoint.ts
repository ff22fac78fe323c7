import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { endpoints, type Endpoint, type EndpointName } from '@kitewise/contract/endpoints'
import type { Context } from '../context.ts'
import { chooseLanguage } from '../features/accounts/choose-language.ts'
import { findAccess } from '../features/billing/find-access.ts'
import { refuse, type Result } from '../result.ts'
import { allHandlers } from './all-handlers.ts'
import { authenticate, type Visitor } from './authenticate.ts'
import { deviceCookie, readDeviceCookie } from './device-cookie.ts'
import { sendRefusal } from './error-response.ts'
import type { Client } from './handler.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'
import { PrebuiltAnswer } from './prebuilt-answer.ts'
import { RequestRefused } from './request-error.ts'
import { sendPrebuilt } from './send-prebuilt.ts'

type AnyHandler = (context: Context, request: object) => Promise<Result<unknown>>

/**
 * Serves one entry of the endpoint table: limit, session (401), shape (400), subscription (403), then the handler, whose answer
 * is checked and stripped by the same entry. An answer that differs from the contract is a defect: 500.
 */
export const serveEndpoint = (app: FastifyInstance, context: Context, limits: Limits, name: EndpointName): void => {
  const endpoint: Endpoint = endpoints[name]
  // Input and handler come from the same name, which the compiler cannot follow through a union of names.
  const handler = allHandlers[name] as unknown as AnyHandler
  const visitors = new WeakMap<FastifyRequest, Visitor>()
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    onRequest: async (request) => {
      if (endpoint.limit === 'login') await limits.login(networkOf(request.ip))
      if (endpoint.limit === 'mail') await limits.mail(name, networkOf(request.ip))
      const visitor = await authenticate(context, endpoint.auth, request)
      if (endpoint.limit === 'judge') {
        if (visitor.session) await limits.judge(visitor.session.userId)
        else await limits.visitorJudge(networkOf(request.ip))
      }
      visitors.set(request, visitor)
    },
    handler: async (request, reply) => {
      const visitor = visitors.get(request)
      if (!visitor) throw new Error('a request reached its handler without authentication')
      const input = checkInput(endpoint, request)
      if (endpoint.subscription && visitor.session) {
        const { granted } = await findAccess(context, visitor.session.userId)
        if (!granted) return sendRefusal(reply, refuse('subscription_required'))
      }
      const wanted = {
        ...input,
        session: visitor.session,
        bearer: visitor.bearer,
        language: chooseLanguage(request.headers['accept-language'], visitor.profileLanguage),
        client: clientOf(context, request, reply),
      }
      const outcome = await handler(context, wanted)
      if (!outcome.ok) return sendRefusal(reply, outcome)
      if (visitor.session || endpoint.auth !== 'optional') reply.header('cache-control', 'no-store')
      if (outcome.value instanceof PrebuiltAnswer) return sendPrebuilt(request, reply, outcome.value)
      return reply.send(endpoint.answer.parse(outcome.value))
    },
  })
}

const checkInput = (endpoint: Endpoint, request: FastifyRequest) => ({
  params: checkShape('path', endpoint.params, request.params),
  query: checkShape('query', endpoint.query, request.query),
  body: endpoint.body === null ? null : checkShape('body', endpoint.body, request.body),
})

const checkShape = (place: string, shape: z.ZodType, value: unknown): unknown => {
  const checked = shape.safeParse(value)
  if (checked.success) return checked.data
  const details = checked.error.issues.map(({ path, message }) => ({ field: [place, ...path].join('.'), message }))
  throw new RequestRefused(refuse('invalid_request', details.slice(0, 20)))
}

const clientOf = ({ config }: Context, request: FastifyRequest, reply: FastifyReply): Client => ({
  address: request.ip,
  networkKey: networkOf(request.ip),
  deviceToken: readDeviceCookie(request.headers.cookie, config.publicUrl),
  rememberDevice: (token) => {
    reply.header('set-cookie', deviceCookie(token, config.publicUrl))
  },
})
