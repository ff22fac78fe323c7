import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import { type DeskEndpoint, type DeskEndpointName, deskEndpoints } from '@kitewise/contract/desk'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { authorizeStaff, logBegun, logResult } from '../desk/access/authorize.ts'
import { Acted, type DeskClient, DeskFile, type KnownRefusal } from '../desk/access/handler.ts'
import { deskHandlers } from '../desk/all-handlers.ts'
import { type Ok, refuse } from '../platform/result.ts'
import { makeInputCheck } from './check-request.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'
import { RequestRefused, sendRefusal } from './respond.ts'
import { policyOf } from './security-headers.ts'

type Outcome = Ok<unknown> | KnownRefusal
type AnyHandler = (context: Context, request: object) => Promise<Outcome>

/** The desk's API, and its app if it is built. Nothing here knows a learner's session. */
export async function serveDesk(app: FastifyInstance, context: Context, limits: Limits): Promise<void> {
  for (const name of Object.keys(deskEndpoints)) serveDeskEndpoint(app, context, limits, name as DeskEndpointName)
  await serveDeskApp(app, context.config.deskFolder)
}

/** Checks the origin, limits, session (401), permission and step-up (403), shape (400); then logs; then acts. */
function serveDeskEndpoint(app: FastifyInstance, context: Context, limits: Limits, name: DeskEndpointName): void {
  const endpoint: DeskEndpoint = deskEndpoints[name]
  // Input and handler belong to the same name, which the compiler cannot follow through a union of names.
  const handler = deskHandlers[name] as unknown as AnyHandler
  const checkInput = makeInputCheck(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: endpoint.bodyLimit,
    onRequest: async (request) => {
      if (endpoint.method !== 'GET' && isFromElsewhere(request, context.config.publicUrl))
        throw new RequestRefused(refuse('cross_site'))
      if (endpoint.permission === 'public') await limits.deskSignIn(networkOf(request.ip))
    },
    handler: async (request, reply) => {
      const token = readCookie(request, context.config.publicUrl, 'desk')
      const authorized = await authorizeStaff(request.context, name, { token, params: request.params })
      if (!authorized.ok) return sendRefusal(reply, authorized)
      const staff = authorized.value
      const input = checkInput(request)
      const client = clientOf(request, reply, context.config.publicUrl)
      const act = () => handler(request.context, { ...input, staff, client })
      const outcome = endpoint.audited ? await actOnRecord(request.context, { name, staff, input }, act) : await act()
      if (!outcome.ok) return sendRefusal(reply, outcome)
      const value = outcome.value instanceof Acted ? outcome.value.answer : outcome.value
      reply.header('cache-control', 'no-store')
      if (value instanceof DeskFile) return sendFile(reply, value)
      return reply.send(endpoint.answer.parse(value))
    },
  })
}

/** Writes to the audit log before the act and after it, whatever comes of it. */
const actOnRecord = async (
  context: Context,
  act: Parameters<typeof logBegun>[1],
  run: () => Promise<Outcome>,
): Promise<Outcome> => {
  const begunId = await logBegun(context, act)
  const outcome = await run().catch(async (error: unknown) => {
    // The log is in the same database, which may be why the act failed: then nobody knows how it ended.
    const lost = (err: unknown) => context.log.error({ err }, 'the failure of an act of staff was not recorded')
    await logResult(context, act, { begunId, outcome: 'failed', facts: {} }).catch(lost)
    throw error
  })
  const told = outcome.ok && outcome.value instanceof Acted ? outcome.value : null
  const end = outcome.ok ? (told?.outcome ?? 'succeeded') : outcome.code
  await logResult(context, act, {
    begunId,
    outcome: end,
    facts: outcome.ok ? (told?.facts ?? {}) : (outcome.facts ?? {}),
  })
  return outcome
}

/** By a mark at the start, Excel reads a CSV as UTF-8. */
async function* marked({ type, pieces }: DeskFile): AsyncIterable<string> {
  if (type.startsWith('text/csv')) yield '\uFEFF'
  yield* pieces
}

const sendFile = (reply: FastifyReply, file: DeskFile): FastifyReply =>
  reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(marked(file)))

/** The cookie is SameSite=Strict; this covers browsers that ignore it, and other hosts of the same site. */
const isFromElsewhere = ({ headers }: FastifyRequest, publicUrl: string): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined) return site !== 'same-origin'
  return origin !== new URL(publicUrl).origin
}

type CookieName = 'desk' | 'desk-oidc'

const fullName = (publicUrl: string, name: CookieName) => (publicUrl.startsWith('https://') ? `__Secure-${name}` : name)

const readCookie = ({ headers }: FastifyRequest, publicUrl: string, name: CookieName): string | null => {
  const prefix = `${fullName(publicUrl, name)}=`
  const found = (headers.cookie ?? '').split(';').find((cookie) => cookie.trim().startsWith(prefix))
  return found ? found.trim().slice(prefix.length) : null
}

const clientOf = (request: FastifyRequest, reply: FastifyReply, publicUrl: string): DeskClient => {
  const keep = (name: CookieName, token: string | null): void => {
    const secure = publicUrl.startsWith('https://') ? '; Secure' : ''
    const life = token === null ? '; Max-Age=0' : ''
    reply.header(
      'set-cookie',
      `${fullName(publicUrl, name)}=${token ?? ''}; Path=/api/desk${life}; HttpOnly; SameSite=Strict${secure}`,
    )
  }
  return {
    keepSession: (token) => keep('desk', token),
    oidcToken: readCookie(request, publicUrl, 'desk-oidc'),
    keepOidcToken: (token) => keep('desk-oidc', token),
  }
}

/** One page for every address below /desk, never cached, never listed. */
const serveDeskApp = async (app: FastifyInstance, folder: string): Promise<void> => {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return
  const html = await readFile(page, 'utf8')
  const policy = policyOf(html)
  await app.register(fastifyStatic, {
    root: join(folder, 'static'),
    prefix: '/desk/static/',
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.setHeader('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  const sendPage = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .header('x-robots-tag', 'noindex, nofollow')
      .send(html)
  app.get('/desk', sendPage)
  app.get('/desk/*', sendPage)
}
