import { errorTable } from '@kitewise/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { ScimError } from '../features/organization-sign-in/scim/read-scim.ts'
import {
  presentUser,
  resourceTypes,
  schemas,
  serviceProvider,
} from '../features/organization-sign-in/scim/present-scim.ts'
import { mayProvision } from '../features/organization-sign-in/scim/scim-token.ts'
import {
  createUser,
  getUser,
  listUsers,
  patchUser,
  removeUser,
  replaceUser,
} from '../features/organization-sign-in/scim/scim-users.ts'
import { readJson } from './check-request.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'
import { refusalOf } from './respond.ts'

const largestBody = 64 * 1024
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

type Params = { organizationId: string; id: string }
type Query = Record<string, string | undefined>

/** SCIM 2.0 (RFC 7644) for the directories of organizations, each with its own token. Errors have the form of SCIM. */
export async function serveScim(app: FastifyInstance, context: Context, limits: Limits): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'buffer', bodyLimit: largestBody },
        readJson(scope),
      )
      scope.setErrorHandler((error, request, reply) => {
        const { status, scimType, detail } = describe(error)
        if (status >= 500) request.log.error({ err: error }, 'a SCIM request failed')
        return sendError(reply, { status, scimType, detail })
      })
      scope.addHook('onRequest', async (request) => {
        await limits.general(networkOf(request.ip))
        await authorize(context, request as FastifyRequest<{ Params: Params }>)
      })
      describeService(scope, context)
      serveUsers(scope, context)
      serveGroups(scope)
    },
    { prefix: '/scim/v2/:organizationId' },
  )
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler((_request, reply) =>
        sendError(reply, { status: 404, scimType: null, detail: 'There is nothing at this address.' }),
      )
    },
    { prefix: '/scim' },
  )
}

const authorize = async (context: Context, { params, headers }: FastifyRequest<{ Params: Params }>): Promise<void> => {
  const { organizationId } = params
  if (!(await mayProvision(context, { organizationId, authorization: headers.authorization })))
    throw new ScimError(401, null, 'The token is missing, unknown or has ended.')
}

type Described = { status: number; scimType: string | null; detail: string }

const sendError = (reply: FastifyReply, { status, scimType, detail }: Described): FastifyReply =>
  send(reply.code(status), {
    schemas: [errorSchema],
    status: String(status),
    ...(scimType !== null && { scimType }),
    detail,
  })

const describe = (error: unknown): Described => {
  if (error instanceof ScimError) return { status: error.status, scimType: error.scimType, detail: error.message }
  const { code } = refusalOf(error)
  const { status, message } = errorTable[code]
  return { status, scimType: status === 400 ? 'invalidSyntax' : null, detail: message }
}

const send = (reply: FastifyReply, body: object): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/scim+json; charset=utf-8').send(JSON.stringify(body))

const list = (resources: object[], total = resources.length, startIndex = 1) => ({
  schemas: [listSchema],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

const describeService = (scope: FastifyInstance, { config }: Context): void => {
  const baseOf = (request: FastifyRequest): string =>
    `${config.publicUrl}/scim/v2/${(request.params as Params).organizationId}`
  scope.get('/ServiceProviderConfig', (request, reply) => send(reply, serviceProvider(baseOf(request))))
  const served = [
    ['/ResourceTypes', resourceTypes],
    ['/Schemas', schemas],
  ] as const
  for (const [path, make] of served) {
    scope.get(path, (request, reply) => send(reply, list(make(baseOf(request)))))
    scope.get<{ Params: Params }>(`${path}/:id`, (request, reply) => {
      const found = make(baseOf(request)).find(({ id }) => id === request.params.id)
      if (!found) throw new ScimError(404, null, 'There is no such resource.')
      return send(reply, found)
    })
  }
}

const serveUsers = (scope: FastifyInstance, context: Context): void => {
  const { config, sessionCache } = context
  const present = (organizationId: string, user: Parameters<typeof presentUser>[1]) =>
    presentUser(`${config.publicUrl}/scim/v2/${organizationId}`, user)
  scope.get<{ Params: Params; Querystring: Query }>('/Users', async (request, reply) => {
    const { organizationId } = request.params
    const { users, total, startIndex } = await listUsers(context, organizationId, request.query)
    return send(
      reply,
      list(
        users.map((user) => present(organizationId, user)),
        total,
        startIndex,
      ),
    )
  })
  scope.get<{ Params: Params }>('/Users/:id', async ({ params: { organizationId, id } }, reply) =>
    send(reply, present(organizationId, await getUser(context, organizationId, id))),
  )
  scope.post<{ Params: Params }>('/Users', async ({ params: { organizationId }, body }, reply) => {
    const user = present(organizationId, await createUser(context, organizationId, body))
    return send(reply.code(201).header('location', user.meta.location), user)
  })
  const changes = { PUT: replaceUser, PATCH: patchUser } as const
  for (const method of ['PUT', 'PATCH'] as const)
    scope.route<{ Params: Params }>({
      method,
      url: '/Users/:id',
      handler: async ({ params: { organizationId, id }, body }, reply) => {
        const user = await changes[method](context, organizationId, id, body)
        // Whoever was deactivated is out on every instance before the directory hears that they are.
        await sessionCache.settle()
        return send(reply, present(organizationId, user))
      },
    })
  scope.delete<{ Params: Params }>('/Users/:id', async ({ params: { organizationId, id } }, reply) => {
    await removeUser(context, organizationId, id)
    await sessionCache.settle()
    return reply.code(204).send()
  })
}

/** Groups of the directory aren't used; directories ask for them all the same. */
const serveGroups = (scope: FastifyInstance): void => {
  scope.get('/Groups', (_request, reply) => send(reply, list([])))
  scope.get('/Groups/:id', () => {
    throw new ScimError(404, null, 'There are no groups.')
  })
  scope.post('/Groups', () => {
    throw new ScimError(501, null, 'Groups are not provisioned.')
  })
}
