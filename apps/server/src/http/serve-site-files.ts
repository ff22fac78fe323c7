import { readFile } from 'node:fs/promises'
import type { Catalog } from '@kitewise/content/catalog'
import { listedPaths, screens } from '@kitewise/contract/screens'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { canonicalPath, listAlternates, listWelcomePages } from '../features/catalog/describe-welcome.ts'
import { drawSharePicture } from '../features/catalog/draw-share-picture.ts'
import { refuse } from '../platform/result.ts'
import { sendRefusal } from './respond.ts'

const dayMs = 86_400_000
const securityTextDays = 90

/** Files at well-known addresses: robots.txt, sitemap.xml and security.txt (RFC 9116). */
export function serveSiteFiles(app: FastifyInstance, context: Context): void {
  const { config, clock } = context
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
    reply.header('cache-control', keepForADay).type('application/xml; charset=utf-8').send(sitemapOf(context)),
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

/** One entry per screen, whose address is the same in all languages; the pages for newcomers have one in each. */
const sitemapOf = (context: Context): string => {
  const { publicUrl } = context.config
  const welcome = listWelcomePages(context).map(({ courseId, language }) => {
    const alternates = listAlternates(courseId).map(
      ({ hreflang, path }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(publicUrl + path)}"/>`,
    )
    return { path: canonicalPath(courseId, language), alternates: alternates.join('') }
  })
  const others = listedPaths.filter((path) => path !== screens.welcome).map((path) => ({ path, alternates: '' }))
  const entries = [...others, ...welcome].map(
    ({ path, alternates }) => `  <url><loc>${escapeXml(publicUrl + path)}</loc>${alternates}</url>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('')}</urlset>
`
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** An SVG opened by itself may draw and style, nothing else. */
const coverPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * `/covers/{id}.svg`: the cover of a course or lesson, read once from the content folder. `/covers/{id}.png`: the
 * picture for links to a course's page, drawn once.
 */
export function serveCovers(app: FastifyInstance, catalog: Catalog): void {
  const made = new Map<string, Promise<Buffer | null>>()
  const makeCover = (id: string, type: string): Promise<Buffer | null> => {
    if (type === 'png') return drawSharePicture(catalog, id)
    const path = catalog.findCover(id)
    return path === null ? Promise.resolve(null) : readFile(path)
  }
  app.get<{ Params: { file: string } }>('/covers/:file', async (request, reply) => {
    const [file, id, type] = /^([A-Za-z0-9._-]+)\.(svg|png)$/.exec(request.params.file) ?? []
    if (file === undefined || id === undefined || type === undefined) return sendRefusal(reply, refuse('not_found'))
    const making = made.get(file) ?? makeCover(id, type)
    made.set(file, making)
    // Keep neither a failure nor the names of pictures that don't exist.
    const bytes = await making.catch((error: unknown) => {
      made.delete(file)
      throw error
    })
    if (bytes === null) {
      made.delete(file)
      return sendRefusal(reply, refuse('not_found'))
    }
    reply.header('cache-control', 'public, max-age=86400')
    if (type === 'png')
      // Other sites show it in previews of the link.
      return reply
        .header('content-type', 'image/png')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(bytes)
    return reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-security-policy', coverPolicy)
      .send(bytes)
  })
}

/** What an installed app is called and shows. */
export function manifestOf(name: string): string {
  return JSON.stringify({
    name,
    short_name: name,
    description: 'Learn AI skills in five minutes a day.',
    lang: 'en',
    scope: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#FFFBF5',
    theme_color: '#FFFBF5',
    categories: ['education'],
    icons: [
      { src: '/kite.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/kite-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
      // Some phones install only an app with pictures.
      ...[192, 512].flatMap((size) => [
        { src: `/kite-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' },
        { src: `/kite-maskable-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'maskable' },
      ]),
    ],
    screenshots: [
      screenshot('/screen-today.png', '780x1688', 'narrow', 'The next lesson and the days learned'),
      screenshot('/screen-lesson.png', '780x1688', 'narrow', 'A card of a lesson'),
      screenshot('/screen-course.png', '1280x800', 'wide', 'A course with its levels'),
    ],
    shortcuts: [
      { name: 'Today', url: screens.dashboard },
      { name: 'Practice', url: screens.boost },
    ],
  })
}

const screenshot = (src: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src,
  sizes,
  type: 'image/png',
  form_factor,
  label,
})
