import type { FastifyInstance } from 'fastify'
import { refuse } from '../platform/result.ts'
import { isCleanValue } from './check-text.ts'
import { RequestRefused } from './request-error.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Only application/json is taken. An empty body is none at all, also with a JSON content type. Refused are bytes that
 * are not UTF-8, NUL and lone surrogates in any text, `__proto__` and `constructor.prototype` keys, and deep nesting.
 */
export const readJsonBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  const invalid = new RequestRefused(refuse('invalid_request'))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.headers['content-encoding']) return done(new RequestRefused(refuse('unsupported_media_type')))
    if (body.length === 0) return done(null, undefined)
    const text = decode(body)
    if (text === null) return done(invalid)
    return parse(request, text, (error, value: unknown) =>
      error || !isCleanValue(value) ? done(invalid) : done(null, value),
    )
  })
}

const decode = (bytes: Buffer): string | null => {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
