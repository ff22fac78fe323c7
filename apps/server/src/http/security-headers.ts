import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Only our own origin; no inline script or style, no framing, no plug-ins. */
const contentSecurityPolicy = [
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

/** Allows a page's own inline style and script, which work when no file loads, by their hashes. */
export function policyOf(page: string): string {
  const hashesOf = (element: 'script' | 'style'): string =>
    [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return contentSecurityPolicy
    .replace("script-src 'self'", (source) => source + hashesOf('script'))
    .replace("style-src 'self'", (source) => source + hashesOf('style'))
}

/** Browser features that the app never uses, disabled for injected code too. */
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

/** Headers of every answer, also of those made outside a route. A route may replace one. */
export function securityHeadersOf(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https://') ? overHttps : always
}

/** API answers are no pages, and public certificates contain names: keep search engines out. */
const notForSearch = /^\/api\//

export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = securityHeadersOf(publicUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (notForSearch.test(request.routeOptions.url ?? request.url)) reply.header('x-robots-tag', 'noindex, nofollow')
    done()
  })
}
