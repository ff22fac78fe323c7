import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { takesEncoding } from './respond.ts'

/** Beside the bundle; in the sources, the program is in its package and the document in docs. */
const bundledFolder = join(import.meta.dirname, 'reference')
const rootFolder = join(import.meta.dirname, '../../../..')

const fileOf = (name: string, inSources: string): string =>
  existsSync(bundledFolder) ? join(bundledFolder, name) : join(rootFolder, inSources)

/** The page needs styles of its own in the document, and shows pictures it has in itself. It reaches no other host. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

/** Everything that asks another host is off: fonts, telemetry, the agent and the proxy of the maker. */
const start = `Scalar.createApiReference('#reference', {
  sources: [
    { url: '/docs/openapi.json', title: 'App', slug: 'app', default: true },
    { url: '/docs/public-api.json', title: 'Organizations', slug: 'organizations' },
  ],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
})
`

/**
 * The API as a page, at /docs. It's a separate program: nothing of it is in the web app. Its place for messages, empty as it is, would
 * make the page wider than a phone.
 */
export function serveReference(app: FastifyInstance, { brand }: Pick<Config, 'brand'>): void {
  const title = `${brand.name} API`.replaceAll(/[&<]/g, '')
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>\
<meta name="viewport" content="width=device-width, initial-scale=1">\
<style>.scalar-toaster{max-width:calc(100vw - 2rem)}</style></head><body><div id="reference"></div>\
<script src="/docs/api-reference.js"></script><script src="/docs/start.js"></script></body></html>`
  const files: [path: string, type: string, read: () => Promise<Buffer | string>][] = [
    ['/docs', 'text/html; charset=utf-8', async () => page],
    ['/docs/start.js', 'text/javascript; charset=utf-8', async () => start],
    ...['openapi.json', 'public-api.json'].map((name): (typeof files)[number] => [
      `/docs/${name}`,
      'application/json; charset=utf-8',
      () => readFile(fileOf(name, `docs/${name}`)),
    ]),
    [
      '/docs/api-reference.js',
      'text/javascript; charset=utf-8',
      () => readFile(fileOf('api-reference.js', 'node_modules/@scalar/api-reference/dist/browser/standalone.js')),
    ],
  ]
  for (const [path, type, read] of files) {
    let zipped: Promise<Buffer> | undefined
    app.get(path, async (request, reply) => {
      zipped ??= read().then((content) => zip(content))
      return send(request, reply.type(type), { zipped: await zipped, read })
    })
  }
}

const zip = promisify(gzip)

type File = { zipped: Buffer; read: () => Promise<Buffer | string> }

const send = async (request: FastifyRequest, reply: FastifyReply, { zipped, read }: File): Promise<FastifyReply> => {
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'public, max-age=3600')
    .header('vary', 'Accept-Encoding')
  if (!takesEncoding(request.headers['accept-encoding'], 'gzip')) return reply.send(await read())
  return reply.header('content-encoding', 'gzip').send(zipped)
}
