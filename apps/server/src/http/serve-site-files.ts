import type { FastifyInstance, FastifyReply } from 'fastify'
import { listedPaths } from '@kitewise/contract/screens'
import type { Context } from '../context.ts'

const dayMs = 86_400_000
const securityTextDays = 90

/** Files that programs look for at fixed addresses of every site: robots.txt, sitemap.xml and security.txt (RFC 9116). */
export const serveSiteFiles = (app: FastifyInstance, { config, clock }: Context): void => {
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
    // Always made anew from the configuration, so it is good for some time from now.
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

/** One entry for each screen, in no language: the address of a screen is the same in all of them. */
const sitemapOf = (publicUrl: string): string => {
  const entries = listedPaths.map((path) => `  <url><loc>${escapeXml(publicUrl + path)}</loc></url>\n`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
