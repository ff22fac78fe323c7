import type { FastifyInstance } from 'fastify'

/** Everything from our own origin alone; no inline script or style element, no frame around us, no plug-in. */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join(';')

const always = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** What the API answers is no page, and the public part of it names people on certificates: nothing for a search engine. */
const notForSearch = /^\/api\//

const overHttps = { ...always, 'strict-transport-security': 'max-age=31536000' }

/** Puts the same constant headers on every answer; a route may replace one. */
export const addSecurityHeaders = (app: FastifyInstance, publicUrl: string): void => {
  const headers = publicUrl.startsWith('https://') ? overHttps : always
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (notForSearch.test(request.routeOptions.url ?? request.url)) reply.header('x-robots-tag', 'noindex, nofollow')
    done()
  })
}
