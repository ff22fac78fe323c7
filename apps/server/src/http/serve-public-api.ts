import { STATUS_CODES } from 'node:http'
import { errorTable } from '@kitewise/contract/errors'
import { type PublicEndpoint, type PublicEndpointName, publicEndpoints } from '@kitewise/contract/public-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../database/connect.ts'
import { findKey, type UsedKey } from '../features/api-keys/api-keys.ts'
import { publicHandlers } from '../features/api-keys/public-routes.ts'
import { type Sent, writeOnce } from '../features/api-keys/write-once.ts'
import { type Refusal, refuse, refuseFor, type Result } from '../platform/result.ts'
import { makeInputCheck } from './check-request.ts'
import type { Limits } from './limit-requests.ts'
import { refusalOf, RequestRefused } from './respond.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null outside the public API. */
    apiKey: UsedKey | null
  }
}

type AnyHandler = (context: Context, db: Db | Tx, input: object) => Promise<Result<object>>

const largestBody = 16 * 1024

/** The API for programs of organizations, with a key instead of a session. Errors are problem details (RFC 9457). */
export async function servePublicApi(app: FastifyInstance, context: Context, limits: Limits): Promise<void> {
  app.decorateRequest('apiKey', null)
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const refusal = refusalOf(error)
      if (refusal.code === 'internal_error') request.log.error({ err: error }, 'a request with an API key failed')
      return send(reply, problemOf(refusal), refusal)
    })
    for (const name of Object.keys(publicEndpoints))
      servePublicEndpoint(scope, context, limits, name as PublicEndpointName)
  })
}

const servePublicEndpoint = (
  scope: FastifyInstance,
  context: Context,
  limits: Limits,
  name: PublicEndpointName,
): void => {
  const endpoint: PublicEndpoint = publicEndpoints[name]
  // Input and handler belong to the same name, which the compiler cannot follow through a union of names.
  const handler = publicHandlers[name] as unknown as AnyHandler
  const checkInput = makeInputCheck(endpoint)
  scope.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: largestBody,
    onRequest: async (request, reply) => {
      request.apiKey = await authorize(context, limits, { request, reply, endpoint })
    },
    handler: async (request, reply) => {
      const { apiKey: key } = request
      if (!key) throw new Error('a request of the public API reached its handler without a key')
      const input = { key, ...checkInput(request) }
      const answerWith = async (db: Db | Tx): Promise<Sent> => {
        const outcome = await handler(context, db, input)
        return outcome.ok ? { status: 200, answer: endpoint.answer.parse(outcome.value) as object } : problemOf(outcome)
      }
      if (endpoint.method === 'GET') return send(reply, await answerWith(context.db))
      const { method, url, headers } = request
      const write = { key, idempotencyKey: headers['idempotency-key'], asked: [method, url, input.body] }
      const outcome = await writeOnce(context, write, answerWith)
      const sent = outcome.ok ? outcome.value : problemOf(outcome)
      // Whoever lost access has lost it on every instance before the program hears of it.
      await context.sessionCache.settle()
      return send(reply, sent)
    },
  })
}

const authorize = async (
  context: Context,
  limits: Limits,
  { request, reply, endpoint }: { request: FastifyRequest; reply: FastifyReply; endpoint: PublicEndpoint },
): Promise<UsedKey> => {
  const key = await findKey(context, request.headers.authorization)
  if (!key) {
    reply.header('www-authenticate', 'Bearer')
    throw new RequestRefused(refuse('api_key_invalid'))
  }
  const { limit, left, resets, isOver } = await limits.publicApi(key.id)
  reply.header('ratelimit-policy', `"key";q=${limit};w=60`).header('ratelimit', `"key";r=${left};t=${resets}`)
  if (isOver) throw new RequestRefused(refuseFor('too_many_requests', resets))
  if (!key.scopes.includes(endpoint.scope)) throw new RequestRefused(refuse('scope_missing', { scope: endpoint.scope }))
  return key
}

const problemOf = ({ code, details }: Refusal): Sent => {
  const { status, message } = errorTable[code]
  const answer = { type: 'about:blank', title: STATUS_CODES[status], status, detail: message, code }
  return { status, answer: details === undefined ? answer : { ...answer, details } }
}

const send = (reply: FastifyReply, { status, answer }: Sent, refusal?: Refusal): FastifyReply => {
  if (refusal?.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, refusal.retryAfterSeconds)))
  const type = status >= 400 ? 'application/problem+json' : 'application/json; charset=utf-8'
  return reply.code(status).header('cache-control', 'no-store').type(type).send(JSON.stringify(answer))
}
