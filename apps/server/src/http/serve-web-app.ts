import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { listedPaths, screens } from '@kitewise/contract/screens'
import { fillInHtml } from '@kitewise/texts/brand'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { PageDescription } from '../features/catalog/describe-welcome.ts'
import type { CertificateOnPage } from '../features/certificates/preview/describe-page.ts'
import { chooseLanguage } from '../platform/choose-language.ts'
import { refuse } from '../platform/result.ts'
import { isKnown, sendRefusal, takesEncoding } from './respond.ts'
import { policyOf } from './security-headers.ts'
import { manifestOf } from './serve-site-files.ts'

/**
 * Serves the built files, and index.html for every screen; other addresses get it with 404, for its not-found screen.
 * A missing file is a plain 404, so that an old tab notices that its chunk is gone.
 */
export async function serveWebApp(
  app: FastifyInstance,
  { webFolder, brand, production }: Config,
  describe: Descriptions,
): Promise<void> {
  const branded = makeBrandedFiles(webFolder, brand)
  for (const [path, file] of branded) app.get(path, (request, reply) => sendBranded(request, reply, file))
  const shell = branded.get('/index.html')
  const { findDrawn, readDrawn } = makeDrawnPages(webFolder, brand)
  if (shell) {
    app.get<{ Params: { id: string } }>('/certificates/:id', async (request, reply) => {
      const language = languageOf(request)
      // Without it, the page works all the same: the app asks.
      const certificate = await describe.certificate(request.params.id, language).catch(() => null)
      if (!certificate) return sendPage(request, reply, shell)
      const drawn = readDrawn('certificate', language)
      const page = drawn ? { ...drawn, text: fillInHtml(drawn.text, certificate.words) } : shell
      return sendPage(request, reply, describePage(page, certificate))
    })
    serveWelcome(app, (request, tag) => findDrawn(request, tag) ?? shell, describe.welcome)
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      // Drawn pages have placeholders. For folders, `/` included, the plugin would answer 400 to clients without compression.
      allowedPath: (path) => !path.endsWith('/') && !path.startsWith('/documents/'),
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', cacheRuleOf(path.slice(webFolder.length)))
        // Also for uncompressed answers: a cache must keep the two apart.
        reply.setHeader('vary', 'Accept-Encoding')
      },
    })
  }
  if (shell) {
    const framed = frameable(shell)
    app.get(screens.draftPreview, (request, reply) => sendPage(request, reply, framed))
  }
  if (shell && !production) app.get(screens.gallery, (request, reply) => sendPage(request, reply, shell))
  app.setNotFoundHandler((request, reply) =>
    shell && isPage(request)
      ? sendPage(request, reply, findDrawn(request) ?? shell)
      : sendRefusal(reply, refuse('not_found')),
  )
}

type TextLanguage = ReturnType<typeof chooseLanguage>

type Descriptions = {
  /** Null if there is no such certificate. */
  certificate: (id: string, language: TextLanguage) => Promise<CertificateOnPage | null>
  /** Null if there is no such course. */
  welcome: (courseId: string | null, language: TextLanguage) => PageDescription | null
}

type WelcomeRequest = { Params: { courseId?: string }; Querystring: { lang?: string | string[] } }

/** The pages for newcomers, drawn and described in the language of the address; without one, in the browser's. */
const serveWelcome = (
  app: FastifyInstance,
  pageOf: (request: FastifyRequest, tag?: string) => BrandedFile,
  describe: Descriptions['welcome'],
): void => {
  /** By course and languages, so there are few. */
  const described = new Map<string, BrandedFile>()
  for (const path of [screens.welcome, screens.welcomeCourse])
    app.get<WelcomeRequest>(path, (request, reply) => {
      const { courseId = null } = request.params
      const tag = [request.query.lang ?? ''].flat()[0]
      const drawn = pageOf(request, tag)
      const description = describe(courseId, languageOf(request, tag))
      if (!description) return sendUnknown(request, reply, drawn)
      const key = `${courseId} ${description.language} ${drawn.headers.etag}`
      const page = described.get(key) ?? describePage(drawn, description)
      described.set(key, page)
      return sendBranded(request, reply, page)
    })
}

/** Search engines read the head of the page, and other sites when its link is shared. */
const describePage = (
  { text, headers }: BrandedFile,
  about: Partial<PageDescription> & { pageData?: object },
): BrandedFile => {
  const { language, title, description, links = [], properties = {}, data = [], pageData } = about
  const tags = [
    title !== undefined && `<title>${escapeText(title)}</title>`,
    description !== undefined && tagOf('meta', { name: 'description', content: description }),
    ...links.map((link) => tagOf('link', link)),
    ...Object.entries(properties).map(([property, content]) => tagOf('meta', { property, content })),
    ...data.map((thing) => `<script type="application/ld+json">${escapeJson(thing)}</script>`),
    pageData && `<script type="application/json" id="page-data">${escapeJson(pageData)}</script>`,
  ]
  let html = text
  // A drawn page is in its own language.
  if (language !== undefined && !html.includes(' data-drawn-for='))
    html = html.replace(/<html\b[^>]*>/, `<html lang="${language}">`)
  if (title !== undefined) html = html.replace(/<title>.*?<\/title>/s, '')
  if (description !== undefined) html = html.replace(/<meta\s+name="description"[^>]*>/, '')
  html = html.replace('</head>', () => `${tags.filter(Boolean).join('')}</head>`)
  return makeFile(html, 'text/html', {
    'content-security-policy': headers['content-security-policy'] ?? '',
    vary: headers.vary ?? '',
  })
}

const tagOf = (name: 'meta' | 'link', attributes: Record<string, string>): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escapeAttribute(value)}"`)
    .join(' ')}>`

/** The desk shows it in a frame; no other page of ours can be framed, and this one by no other site. */
const frameable = ({ text, headers }: BrandedFile): BrandedFile => {
  const { 'content-security-policy': policy = '', vary = '' } = headers
  const framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
  return makeFile(text, 'text/html', { 'content-security-policy': framed, vary })
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** `</script>` in a text must not end the element. */
const escapeJson = (thing: object): string => JSON.stringify(thing).replaceAll('<', '\\u003c')

const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;')

/** Files under /static/ have a hash in their name and never change. */
const cacheRuleOf = (path: string) =>
  path.replaceAll('\\', '/').startsWith('/static/') ? 'public, max-age=31536000, immutable' : 'no-cache'

const isPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') && findAddress(request.url) !== 'file'

const sendPage = (request: FastifyRequest, reply: FastifyReply, page: BrandedFile) => {
  if (!isListed(request.url)) reply.header('x-robots-tag', 'noindex')
  return findAddress(request.url) === 'unknown' ? sendUnknown(request, reply, page) : sendBranded(request, reply, page)
}

const sendUnknown = (request: FastifyRequest, reply: FastifyReply, page: BrandedFile) => {
  reply.code(404).header('x-robots-tag', 'noindex')
  // With it, a repeated request for a missing page would get 304.
  delete request.raw.headers['if-none-match']
  return sendBranded(request, reply, page)
}

/** A file of the web app that depends on the configuration, made once at start. */
type BrandedFile = {
  headers: Record<string, string>
  text: string
  /** Compressed when first asked for, because most of the pages in eight languages are rarely read. */
  brotli: () => Buffer
  gzip: () => Buffer
}

/** The page, the manifest, and the service worker, which caches the page under its hash. By path; empty without a build. */
function makeBrandedFiles(webFolder: string, brand: Config['brand']): Map<string, BrandedFile> {
  if (!existsSync(join(webFolder, 'index.html'))) return new Map()
  const read = (name: string): string => readFileSync(join(webFolder, name), 'utf8')
  const page = fillPage(read('index.html'), brand)
  const files = new Map([
    ['/index.html', page],
    ['/manifest.webmanifest', makeFile(manifestOf(brand.name), 'application/manifest+json')],
  ])
  if (existsSync(join(webFolder, 'sw.js')))
    files.set('/sw.js', makeFile(read('sw.js').replace('SHELL_REVISION', hashOf(page.text)), 'text/javascript'))
  return files
}

const fillPage = (html: string, { name, company, postalAddress, supportEmail }: Config['brand']): BrandedFile => {
  const page = fillInHtml(html, { brand: name, company, postalAddress, supportEmail })
  return makeFile(page, 'text/html', {
    'content-security-policy': policyOf(page),
    vary: 'Accept-Encoding, Accept-Language',
  })
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

function makeFile(text: string, type: string, headers: Record<string, string> = {}): BrandedFile {
  return {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      // Weak, because all encodings share it.
      etag: `W/"${hashOf(text)}"`,
      vary: 'Accept-Encoding',
      ...headers,
    },
    text,
    brotli: once(() => brotliCompressSync(text, brotliForPages)),
    gzip: once(() => gzipSync(text)),
  }
}

/** As small as level 9 but for a few bytes, in a fifth of the time: a certificate's page is compressed for each request. */
const brotliForPages = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined
  return () => (made ??= make())
}

function sendBranded(request: FastifyRequest, reply: FastifyReply, file: BrandedFile): FastifyReply {
  const { 'content-type': type, ...headers } = file.headers
  reply.headers(headers)
  // No content type: with one, Fastify leaves the client of a 304 waiting for a body.
  if (isKnown(request, headers.etag)) return reply.code(304).send()
  reply.header('content-type', type)
  const accepted = request.headers['accept-encoding']
  if (takesEncoding(accepted, 'br')) return reply.header('content-encoding', 'br').send(file.brotli())
  if (takesEncoding(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(file.gzip())
  return reply.send(file.text)
}

/** What the build has drawn; undefined for a screen that only the app draws. */
type DrawnPages = {
  /** The page of an address, in the language of the tag, else in the one that the browser prefers. */
  findDrawn: (request: FastifyRequest, tag?: string) => BrandedFile | undefined
  readDrawn: (name: string, language: TextLanguage) => BrandedFile | undefined
}

function makeDrawnPages(webFolder: string, brand: Config['brand']): DrawnPages {
  const folder = join(webFolder, 'documents')
  if (!existsSync(join(folder, 'index.json'))) return { findDrawn: () => undefined, readDrawn: () => undefined }
  const addresses = Object.entries(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as DrawnAddresses)
  const known = addresses.flatMap(([name, address]) =>
    address === null ? [] : [{ name, pattern: patternOf(address) }],
  )
  const pages = new Map<string, BrandedFile>()
  const readDrawn = (name: string, language: TextLanguage): BrandedFile => {
    const file = `${name}.${language}.html`
    const found = pages.get(file)
    if (found) return found
    const page = fillPage(readFileSync(join(folder, file), 'utf8'), brand)
    pages.set(file, page)
    return page
  }
  const findDrawn = (request: FastifyRequest, tag?: string) => {
    const path = pathOf(request.url)
    const name =
      findAddress(request.url) === 'unknown'
        ? 'notFound'
        : known.find(({ pattern }) => pattern.test(path === screens.home ? screens.login : path))?.name
    return name === undefined ? undefined : readDrawn(name, languageOf(request, tag))
  }
  return { findDrawn, readDrawn }
}

const languageOf = ({ headers }: FastifyRequest, tag?: string): TextLanguage =>
  chooseLanguage(tag || headers['accept-language'], null)

/** What documents/index.json has: the address of each page, null for a page that is asked for by name. */
type DrawnAddresses = Record<string, string | null>

/** `screen`: the web app shows it. `file`: only a file could be there. `unknown`: the web app shows its not-found screen. */
type AddressKind = 'screen' | 'file' | 'unknown'

/** Ignores case and a trailing slash, like the web app's router. */
const patternOf = (address: string): RegExp => {
  const source = address.replace(/\/$/, '').replace(/\/\*$/, '(/.*)?').replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/?$`, 'i')
}

const patterns = Object.values(screens).map(patternOf)

/** Addresses of the server itself are never screens. */
const ownAddresses = /^\/(api|desk|static|covers|dev|u|livez|readyz|metrics)(\/|$)/i

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
