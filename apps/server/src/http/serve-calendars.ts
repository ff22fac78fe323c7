import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { calendarsPath, readCalendarFeed } from '../features/reach/calendar-routes.ts'
import { refuse } from '../platform/result.ts'
import type { Limits } from './limit-requests.ts'
import { networkOf } from './network-of.ts'
import { isKnown, sendRefusal } from './respond.ts'

type ByFile = { Params: { file: string } }

/** Calendars carry no session: the secret is in the address. An address that stopped working is as unknown as any other. */
export function serveCalendars(app: FastifyInstance, context: Context, limits: Limits): void {
  app.get<ByFile>(`${calendarsPath}/:file`, async (request, reply) => {
    await limits.general(networkOf(request.ip))
    await limits.calendar(request.params.file)
    const text = await readCalendarFeed(context, request.params.file)
    if (text === null) return sendRefusal(reply, refuse('not_found'))
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply
      .header('cache-control', 'private, max-age=3600')
      .header('etag', etag)
      .header('x-robots-tag', 'noindex, nofollow')
    if (isKnown(request, etag)) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').send(text)
  })
}
