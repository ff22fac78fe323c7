import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refuse } from '../platform/result.ts'
import { type BrandedFile, makeBrandedFiles, sendBranded } from './branded-files.ts'
import { sendRefusal } from './error-response.ts'
import { findAddress, isListed } from './find-address.ts'

/**
 * Serves the built web app: its files, and index.html for the address of every screen. Other addresses get it too, with status 404, since
 * it holds the not-found screen; but a missing file is a plain 404, so that an old tab learns that its chunk has gone. Without a build,
 * everything but the API is 404.
 */
export const serveWebApp = async (app: FastifyInstance, { webFolder, brand }: Config): Promise<void> => {
  const branded = makeBrandedFiles(webFolder, brand)
  for (const [path, file] of branded) app.get(path, (request, reply) => sendBranded(request, reply, file))
  const shell = branded.get('/index.html')
  if (shell) {
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      // Without this the plugin answers 400 for a folder, `/` included, to a client that takes no packed files.
      allowedPath: (path) => !path.endsWith('/'),
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', cacheRuleOf(path.slice(webFolder.length)))
        // Also for a client that takes no packed file: a cache must not give its answer to others, or theirs to it.
        reply.setHeader('vary', 'Accept-Encoding')
      },
    })
  }
  app.setNotFoundHandler((request, reply) =>
    shell && isPage(request) ? sendShell(request, reply, shell) : sendRefusal(reply, refuse('not_found')),
  )
}

/** Files under /static/ have a hash in their name and never change. */
const cacheRuleOf = (path: string) =>
  path.replaceAll('\\', '/').startsWith('/static/') ? 'public, max-age=31536000, immutable' : 'no-cache'

const isPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') && findAddress(request.url) !== 'file'

const sendShell = (request: FastifyRequest, reply: FastifyReply, shell: BrandedFile) => {
  if (!isListed(request.url)) reply.header('x-robots-tag', 'noindex')
  if (findAddress(request.url) === 'unknown') {
    reply.code(404)
    // Without it the client that asks again would get 304, for a page that does not exist.
    delete request.raw.headers['if-none-match']
  }
  return sendBranded(request, reply, shell)
}
