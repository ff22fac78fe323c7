import { readFile } from 'node:fs/promises'
import type { Catalog } from '@kitewise/content/catalog'
import { listedPaths } from '@kitewise/contract/screens'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { refuse } from '../platform/result.ts'
import { sendRefusal } from './respond.ts'

const dayMs = 86_400_000
const securityTextDays = 90

/** Files at well-known addresses: robots.txt, sitemap.xml and security.txt (RFC 9116). */
export function serveSiteFiles(app: FastifyInstance, { config, clock }: Context): void {
  const { publicUrl, securityContact } = config
  const robots = [
    'User-agent: *',
    'Disallow: /checkout/',
    'Disallow: /dev/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ]
  app.get('/robots.txt', async (_request, reply) => sendText(reply, robots.join('\n')))
  app.get('/sitemap.xml', async (_request, reply) =>
    reply.header('cache-control', keepForADay).type('application/xml; charset=utf-8').send(sitemapOf(publicUrl)),
  )
  app.get('/.well-known/security.txt', async (_request, reply) => {
    // Generated on every request, so it stays valid for some time.
    const expires = new Date(Math.ceil(clock().getTime() / dayMs + securityTextDays) * dayMs)
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ]
    return sendText(reply, lines.join('\n'))
  })
}

const keepForADay = 'public, max-age=86400'

const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('cache-control', keepForADay).type('text/plain; charset=utf-8').send(text)

/** One entry per screen: its address is the same in all languages. */
const sitemapOf = (publicUrl: string): string => {
  const entries = listedPaths.map((path) => `  <url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** An SVG opened by itself may draw and style, nothing else. */
const coverPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** `/covers/{id}.svg`: the cover of a course or lesson, read once from the content folder. */
export function serveCovers(app: FastifyInstance, catalog: Catalog): void {
  const read = new Map<string, Promise<Buffer>>()
  app.get<{ Params: { file: string } }>('/covers/:file', async (request, reply) => {
    const id = /^([A-Za-z0-9._-]+)\.svg$/.exec(request.params.file)?.[1]
    const path = id ? catalog.findCover(id) : null
    if (!path) return sendRefusal(reply, refuse('not_found'))
    const bytes = read.get(path) ?? readFile(path)
    read.set(path, bytes)
    // Don't cache a failure.
    bytes.catch(() => read.delete(path))
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-security-policy', coverPolicy)
      .header('cache-control', 'public, max-age=86400')
      .send(await bytes)
  })
}
