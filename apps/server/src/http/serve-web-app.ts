import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refuse } from '../result.ts'
import { makeBrandedFiles, sendBranded, type BrandedFile } from './branded-files.ts'
import { sendRefusal } from './error-response.ts'

/**
 * Serves the built web app: its files, and index.html for every address that is a page of the app, also with dots in
 * it (/course/ai-zero/lesson/ai-zero.l04/start). A missing file of the build is 404 and never index.html, so that an old tab learns
 * that its chunk has gone. Without a build, everything but the API is 404.
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

const notPages = /^\/(api|static|covers)(\/|$|\?)/

const isPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') && !notPages.test(request.url)

/** Pages with a person's name on them, which search engines are asked to leave out. Source: security T23. */
const personalPages = /^\/certificates\//

const sendShell = (request: FastifyRequest, reply: FastifyReply, shell: BrandedFile) => {
  if (personalPages.test(request.url)) reply.header('x-robots-tag', 'noindex')
  return sendBranded(request, reply, shell)
}
