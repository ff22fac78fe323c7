import { endpoints } from '@kitewise/contract/endpoints'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { refuse } from '../platform/result.ts'
import { sendRefusal } from './error-response.ts'

const methods: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** A known path with another method is 405 and says which methods there are. */
export const refuseOtherMethods = (app: FastifyInstance): void => {
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
