import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fillBrandInHtml } from '@kitewise/texts/brand'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { contentSecurityPolicy } from './security-headers.ts'
import { takesEncoding } from './send-prebuilt.ts'

/** A file of the web app that depends on the configuration, made once at start. */
export type BrandedFile = {
  headers: Record<string, string>
  identity: Buffer
  brotli: Buffer
  gzip: Buffer
}

/**
 * Makes the files of a build that carry the brand: the page, the manifest, and the service worker, which keeps the page under its hash.
 * @returns them by path, none when there is no build
 */
export function makeBrandedFiles(webFolder: string, brand: Config['brand']): Map<string, BrandedFile> {
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
      // Weak, since all encodings have the same one.
      etag: `W/"${hashOf(text)}"`,
      vary: 'Accept-Encoding',
    },
    identity,
    brotli: brotliCompressSync(identity, quality),
    gzip: gzipSync(identity, { level: 9 }),
  }
}

/** The page's own style and script, which work when no file comes, are allowed by their hashes and nothing else inline is. */
function policyOf(page: string): string {
  const hashesOf = (element: 'script' | 'style'): string =>
    [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return contentSecurityPolicy
    .replace("script-src 'self'", (source) => source + hashesOf('script'))
    .replace("style-src 'self'", (source) => source + hashesOf('style'))
}

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
    icons: [
      { src: '/kite.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/kite-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    ],
  })

/** Sends the file in the best encoding that the client takes, or 304 when it has it already. */
export function sendBranded(request: FastifyRequest, reply: FastifyReply, file: BrandedFile): FastifyReply {
  const { 'content-type': type, ...headers } = file.headers
  reply.headers(headers)
  const known = request.headers['if-none-match']?.split(',').some((tag) => tag.trim() === headers.etag)
  // Without a content type: with one, Fastify leaves the client of a 304 waiting for a body.
  if (known) return reply.code(304).send()
  reply.header('content-type', type)
  const accepted = request.headers['accept-encoding']
  if (takesEncoding(accepted, 'br')) return reply.header('content-encoding', 'br').send(file.brotli)
  if (takesEncoding(accepted, 'gzip')) return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.identity)
}
