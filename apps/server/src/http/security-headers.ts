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

/** Features of browsers that the app never uses, so that nothing injected can use them either. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]

const always = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const overHttps = { ...always, 'strict-transport-security': 'max-age=31536000' }

/** The headers that every answer has, also one that no route has made. A route may replace one. */
export const securityHeadersOf = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https://') ? overHttps : always

/** What the API answers is no page, and the public part of it names people on certificates: nothing for a search engine. */
const notForSearch = /^\/api\//

/** Puts the constant headers on the answer of every request that reaches a route or the not-found handler. */
export const addSecurityHeaders = (app: FastifyInstance, publicUrl: string): void => {
  const headers = securityHeadersOf(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (notForSearch.test(request.routeOptions.url ?? request.url)) reply.header('x-robots-tag', 'noindex, nofollow')
    done()
  })
}
