import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { listedPaths, screens } from '@kitewise/contract/screens'
import { fillBrandInHtml } from '@kitewise/texts/brand'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refuse } from '../platform/result.ts'
import { sendRefusal, takesEncoding } from './respond.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/**
 * Serves the built files, and index.html for every screen; other addresses get it with 404, for its not-found screen.
 * A missing file is a plain 404, so that an old tab notices that its chunk is gone.
 */
export async function serveWebApp(
  app: FastifyInstance,
  { webFolder, brand, production }: Config,
  describeCertificate: (id: string) => Promise<Record<string, string> | null>,
): Promise<void> {
  const branded = makeBrandedFiles(webFolder, brand)
  for (const [path, file] of branded) app.get(path, (request, reply) => sendBranded(request, reply, file))
  const shell = branded.get('/index.html')
  if (shell) {
    app.get<{ Params: { id: string } }>('/certificates/:id', async (request, reply) => {
      // Without its description, the page works all the same.
      const description = await describeCertificate(request.params.id).catch(() => null)
      return sendShell(request, reply, description ? describeShell(shell, description) : shell)
    })
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      // Without this the plugin answers 400 for folders, `/` included, to clients without compression.
      allowedPath: (path) => !path.endsWith('/'),
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', cacheRuleOf(path.slice(webFolder.length)))
        // Also for uncompressed answers: a cache must keep the two apart.
        reply.setHeader('vary', 'Accept-Encoding')
      },
    })
  }
  if (shell && !production) app.get(screens.gallery, (request, reply) => sendShell(request, reply, shell))
  app.setNotFoundHandler((request, reply) =>
    shell && isPage(request) ? sendShell(request, reply, shell) : sendRefusal(reply, refuse('not_found')),
  )
}

/** Other sites read the tags when the page's link is shared. */
const describeShell = ({ identity, headers }: BrandedFile, description: Record<string, string>): BrandedFile => {
  const tags = Object.entries(description).map(
    ([property, content]) => `<meta property="${property}" content="${escapeAttribute(content)}">`,
  )
  const page = identity.toString().replace('</head>', () => `${tags.join('')}</head>`)
  return makeFile(page, 'text/html', { 'content-security-policy': headers['content-security-policy'] ?? '' })
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Files under /static/ have a hash in their name and never change. */
const cacheRuleOf = (path: string) =>
  path.replaceAll('\\', '/').startsWith('/static/') ? 'public, max-age=31536000, immutable' : 'no-cache'

const isPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') && findAddress(request.url) !== 'file'

const sendShell = (request: FastifyRequest, reply: FastifyReply, shell: BrandedFile) => {
  if (!isListed(request.url)) reply.header('x-robots-tag', 'noindex')
  if (findAddress(request.url) === 'unknown') {
    reply.code(404)
    // With it, a repeated request for a missing page would get 304.
    delete request.raw.headers['if-none-match']
  }
  return sendBranded(request, reply, shell)
}

/** A file of the web app that depends on the configuration, made once at start. */
type BrandedFile = {
  headers: Record<string, string>
  identity: Buffer
  brotli: Buffer
  gzip: Buffer
}

/** The page, the manifest, and the service worker, which caches the page under its hash. By path; empty without a build. */
function makeBrandedFiles(webFolder: string, brand: Config['brand']): Map<string, BrandedFile> {
  if (!existsSync(join(webFolder, 'index.html'))) return new Map()
  const read = (name: string): string => readFileSync(join(webFolder, name), 'utf8')
  const { name, company, postalAddress, supportEmail } = brand
  const page = fillBrandInHtml(read('index.html'), { brand: name, company, postalAddress, supportEmail })
  const files = new Map([
    ['/index.html', makeFile(page, 'text/html', { 'content-security-policy': policyOf(page) })],
    ['/manifest.webmanifest', makeFile(manifestOf(name), 'application/manifest+json')],
  ])
  if (existsSync(join(webFolder, 'sw.js')))
    files.set('/sw.js', makeFile(read('sw.js').replace('SHELL_REVISION', hashOf(page)), 'text/javascript'))
  return files
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

function makeFile(text: string, type: string, headers: Record<string, string> = {}): BrandedFile {
  const identity = Buffer.from(text)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  return {
    headers: {
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      // Weak, because all encodings share it.
      etag: `W/"${hashOf(text)}"`,
      vary: 'Accept-Encoding',
    },
    identity,
    brotli: brotliCompressSync(identity, quality),
    gzip: gzipSync(identity, { level: 9 }),
  }
}

/** Allows the page's own inline style and script, which work when no file loads, by their hashes. */
function policyOf(page: string): string {
  const hashesOf = (element: 'script' | 'style'): string =>
    [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return contentSecurityPolicy
    .replace("script-src 'self'", (source) => source + hashesOf('script'))
    .replace("style-src 'self'", (source) => source + hashesOf('style'))
}

const screenshot = (src: string, sizes: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src,
  sizes,
  type: 'image/png',
  form_factor,
  label,
})

const manifestOf = (name: string): string =>
  JSON.stringify({
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

function sendBranded(request: FastifyRequest, reply: FastifyReply, file: BrandedFile): FastifyReply {
  const { 'content-type': type, ...headers } = file.headers
  reply.headers(headers)
  const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === headers.etag)
  // No content type: with one, Fastify leaves the client of a 304 waiting for a body.
  if (known) return reply.code(304).send()
  reply.header('content-type', type)
  const accepted = request.headers['accept-encoding']
  if (takesEncoding(accepted, 'br')) return reply.header('content-encoding', 'br').send(file.brotli)
  if (takesEncoding(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.identity)
}

/** `screen`: the web app shows it. `file`: only a file could be there. `unknown`: the web app shows its not-found screen. */
type AddressKind = 'screen' | 'file' | 'unknown'

/** Ignores case and a trailing slash, like the web app's router. */
const patterns = Object.values(screens).map((pattern) => {
  const source = pattern.replace(/\/$/, '').replace(/\/\*$/, '(/.*)?').replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/?$`, 'i')
})

/** Addresses of the server itself are never screens. */
const ownAddresses = /^\/(api|static|covers|dev|u|livez|readyz|metrics)(\/|$)/i

/** A dot in the last segment, or at the start of any segment. */
const fileName = /\.[^/]*$|\/\./

const pathOf = (url: string): string => {
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Classifies an address that no route and no built file has answered. */
export function findAddress(url: string): AddressKind {
  const path = pathOf(url)
  if (ownAddresses.test(path) || fileName.test(path)) return 'file'
  return patterns.some((pattern) => pattern.test(path)) ? 'screen' : 'unknown'
}

const isListed = (url: string): boolean => listedPaths.includes(pathOf(url))
