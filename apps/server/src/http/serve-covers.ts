import { readFile } from 'node:fs/promises'
import type { Catalog } from '@kitewise/content/catalog'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../platform/result.ts'
import { sendRefusal } from './error-response.ts'

/** An SVG opened by itself may draw and style, and nothing else. */
const coverPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** `/covers/{id}.svg`: the drawing of a course or lesson, read once from the content folder. */
export const serveCovers = (app: FastifyInstance, catalog: Catalog): void => {
  const read = new Map<string, Promise<Buffer>>()
  app.get<{ Params: { file: string } }>('/covers/:file', async (request, reply) => {
    const id = /^([A-Za-z0-9._-]+)\.svg$/.exec(request.params.file)?.[1]
    const path = id ? catalog.findCover(id) : null
    if (!path) return sendRefusal(reply, refuse('not_found'))
    const bytes = read.get(path) ?? readFile(path)
    read.set(path, bytes)
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-security-policy', coverPolicy)
      .header('cache-control', 'public, max-age=86400')
      .send(await bytes)
  })
}
