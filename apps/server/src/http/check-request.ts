import type { Endpoint } from '@kitewise/contract/endpoints'
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '../platform/result.ts'
import { RequestRefused } from './respond.ts'
import { isCleanText } from '../platform/clean-text.ts'

type Input = { params: unknown; query: unknown; body: unknown }

/** Strips params, query and body to the contract's fields, or throws `invalid_request` with at most 20 wrong fields. */
export function makeInputCheck({
  params,
  query,
  body,
}: Pick<Endpoint, 'params' | 'query' | 'body'>): (request: FastifyRequest) => Input {
  const checkParams = makeShapeCheck('path', params)
  const checkQuery = makeShapeCheck('query', query)
  const checkBody = body === null ? () => null : makeShapeCheck('body', body)
  return (request) => ({
    params: checkParams(request.params),
    query: checkQuery(request.query),
    body: checkBody(request.body),
  })
}

const makeShapeCheck = (place: 'path' | 'query' | 'body', shape: z.ZodType): ((value: unknown) => unknown) => {
  const checkWhole = (value: unknown): unknown => {
    const checked = shape.safeParse(value)
    if (checked.success) return checked.data
    const details = checked.error.issues.map(({ path, message }) => ({ field: [place, ...path].join('.'), message }))
    throw new RequestRefused(refuse('invalid_request', details.slice(0, 20)))
  }
  // Path and query are always objects of strings. A shape without fields takes either everything or nothing.
  if (place === 'body' || !hasNoFields(shape)) return checkWhole
  return keepsUnknown(shape) ? (value) => value : () => ({})
}

const hasNoFields = (shape: z.ZodType): shape is z.ZodObject =>
  shape instanceof z.ZodObject && Object.keys(shape.shape).length === 0

const keepsUnknown = (shape: z.ZodObject): boolean => shape.def.catchall instanceof z.ZodUnknown

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Only application/json. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson(app))
}

/** JSON in clean UTF-8, without prototype keys or deep nesting. An empty body counts as none. */
export function readJson(app: FastifyInstance): FastifyBodyParser<Buffer> {
  const parse = app.getDefaultJsonParser('error', 'error')
  const invalid = new RequestRefused(refuse('invalid_request'))
  return (request, body, done) => {
    if (request.headers['content-encoding']) return done(new RequestRefused(refuse('unsupported_media_type')))
    if (body.length === 0) return done(null, undefined)
    const text = decode(body)
    if (text === null) return done(invalid)
    return parse(request, text, (error, value: unknown) =>
      error || !isCleanValue(value) ? done(invalid) : done(null, value),
    )
  }
}

const decode = (bytes: Buffer): string | null => {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const deepest = 20

const isCleanValue = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return isCleanText(value)
  if (value === null || typeof value !== 'object') return true
  if (depth >= deepest) return false
  if (Array.isArray(value)) return value.every((item) => isCleanValue(item, depth + 1))
  return Object.entries(value).every(([key, item]) => isCleanText(key) && isCleanValue(item, depth + 1))
}

const longestUrl = 8_192
const mostQueryKeys = 100

/** Short enough, valid UTF-8 after decoding, and without NUL. */
export function isCleanTarget(target: string): boolean {
  if (target.length > longestUrl || hasTooManyKeys(target)) return false
  // Node's parser accepts only visible ASCII, so without an escape there is nothing to check.
  if (!target.includes('%')) return true
  try {
    return isCleanText(decodeURIComponent(target))
  } catch {
    return false
  }
}

const hasTooManyKeys = (target: string): boolean => {
  let keys = 1
  for (let at = target.indexOf('&'); at !== -1; at = target.indexOf('&', at + 1)) keys += 1
  return keys > mostQueryKeys
}
